import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { ChosenAddress } from './project-rules.ts'

type Names = Pick<ChosenAddress, 'slug' | 'host'>

/** An address another project once had is not given again: its old relying parties would trust it (T04). */
export async function refuseReleased(
  executor: Executor,
  { slug, host }: Names,
  projectId: string | null = null,
): Promise<void> {
  const [row] = await executor.rows<object>(sql`
    SELECT 1 FROM address_tombstones
    WHERE ((kind = 'slug' AND key = ${slug}) OR (kind = 'host' AND key = ${host})) AND project_id IS DISTINCT FROM ${projectId}`)
  if (row)
    refuse('already_exists', {
      detail: 'This address belonged to another project and cannot be given again.',
    })
}

/** Marks the names that the project no longer has; it may come back to them itself. */
export async function releaseAddress(
  tx: Executor,
  before: Names & { readonly id: string },
  after: Names,
): Promise<void> {
  for (const kind of ['slug', 'host'] as const) {
    const left = before[kind]
    if (left !== null && left !== after[kind])
      await tx.run(sql`
        INSERT INTO address_tombstones (kind, key, project_id) VALUES (${kind}, ${left}, ${before.id})
        ON CONFLICT (kind, key) DO UPDATE SET vacated_at = now()`)
  }
}
