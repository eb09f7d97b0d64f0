import { type Executor, sql } from '@signet/db'
import { clientArtifacts, deleteArtifacts, deleteGrants } from './artifacts.ts'

/** Ends the application's grants with their tokens, and its machine tokens. Sign-in sessions stay, without the application. */
export async function endClient(tx: Executor, projectId: string, clientId: string): Promise<void> {
  const ofClient = sql`client_id = ${clientId}`
  await deleteGrants(tx, projectId, ofClient)
  await deleteArtifacts(tx, clientArtifacts, projectId, ofClient)
  await tx.run(sql`
    UPDATE oidc_sessions SET payload = payload #- ARRAY['authorizations', ${clientId}]
    WHERE project_id = ${projectId} AND payload->'authorizations' ? ${clientId}`)
}
