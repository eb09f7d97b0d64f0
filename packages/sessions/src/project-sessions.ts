import { type Executor, sql } from '@signet/db'
import { addressArtifacts, deleteArtifacts } from './artifacts.ts'

/**
 * Ends every session and token of a project: its issuer is another one from now on. Consents stay, as grants of other
 * ids: a token that a request of this moment issues under a grant as it was is worth nothing.
 */
export async function endProject(tx: Executor, projectId: string): Promise<void> {
  await deleteArtifacts(tx, addressArtifacts, projectId, sql`true`)
  await tx.run(sql`UPDATE oidc_grants SET id = gen_random_uuid()::text WHERE project_id = ${projectId}`)
}
