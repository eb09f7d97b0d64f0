import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { ChosenAddress } from './project-rules.ts'

/** The relying parties of a project that had the name would trust the next one, so no name changes its owner. */
export const nameTaken = 'Another project has this address, or had it: an address is never given again.'

/**
 * Refuses a name of another project before a preview is shown. The trigger `claim_names` decides when the name is written:
 * it claims the name in a table whose rows are never deleted, and a second claim waits for the first.
 */
export async function refuseTaken(
  executor: Executor,
  { slug, host }: Pick<ChosenAddress, 'slug' | 'host'>,
  projectId: string,
): Promise<void> {
  const [row] = await executor.rows<object>(sql`
    SELECT 1 FROM address_tombstones
    WHERE ((kind = 'slug' AND key = ${slug}) OR (kind = 'host' AND key = ${host})) AND project_id <> ${projectId}`)
  if (row) refuse('already_exists', { detail: nameTaken })
}
