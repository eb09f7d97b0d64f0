import { type Executor, sql } from '@signet/db'
import { addressArtifacts, deleteArtifacts } from './artifacts.ts'

/**
 * Call when the issuer of a project changes. Consents stay, but their grants receive new ids, so that a token issued concurrently under
 * an old grant id is invalid.
 */
export async function endProject(tx: Executor, projectId: string): Promise<void> {
  await deleteArtifacts(tx, addressArtifacts, projectId, sql`true`)
  await tx.run(sql`UPDATE oidc_grants SET id = gen_random_uuid()::text WHERE project_id = ${projectId}`)
}
