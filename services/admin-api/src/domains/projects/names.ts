import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import type { ChosenAddress } from './project-rules.ts'

export const nameTaken =
  'Another project has this address, or had it. A super administrator can give the address of a destroyed project by changing the address of a project.'

type Names = Pick<ChosenAddress, 'slug' | 'host'>

export interface FormerProject {
  readonly id: string
  readonly name: string
  readonly destroyedAt: Date
  readonly lastOwner: string | null
}

const ofOthers = ({ slug, host }: Names, projectId: string) =>
  sql`((t.kind = 'slug' AND t.key = ${slug}) OR (t.kind = 'host' AND t.key = ${host})) AND t.project_id <> ${projectId}`

/**
 * Relying parties of a project that had the name trust the next one, so a tenant never gets it. A super administrator gets the name of
 * a destroyed project, which is returned for the preview. The trigger `claim_names` decides when the name is written: a second claim
 * waits for the first.
 */
export async function refuseTaken(
  executor: Executor,
  { superAdministrator }: Pick<Administrator, 'superAdministrator'>,
  names: Names,
  projectId: string,
): Promise<FormerProject | null> {
  const [row] = await executor.rows<Partial<FormerProject>>(sql`
    SELECT d.id, d.name, d.destroyed_at AS "destroyedAt", d.last_owner AS "lastOwner"
    FROM address_tombstones t LEFT JOIN destroyed_projects d ON d.id = t.project_id
    WHERE ${ofOthers(names, projectId)}`)
  if (!row) return null
  const { id, name, destroyedAt, lastOwner = null } = row
  if (!superAdministrator || !id || name === undefined || !destroyedAt)
    refuse('already_exists', { detail: nameTaken })
  return { id, name, destroyedAt, lastOwner }
}

/** Assigns the name of a destroyed project. The second of two concurrent calls finds it taken. */
export const takeOver = (
  tx: Executor,
  { id }: Pick<FormerProject, 'id'>,
  names: Names,
  projectId: string,
): Promise<number> =>
  tx.run(sql`
    UPDATE address_tombstones t SET project_id = ${projectId}, vacated_at = now(), passkeys_until = NULL
    WHERE ${ofOthers(names, projectId)} AND t.project_id = ${id}`)
