import { type Executor, sql } from '@signet/db'
import { clientArtifacts, deleteArtifacts, deleteGrants } from './artifacts.ts'

/**
 * Ends everything issued to an application: its grants with all tokens under them, and its own machine tokens. Sign-in
 * sessions stay; they merely know the application no longer.
 */
export async function endClient(tx: Executor, projectId: string, clientId: string): Promise<void> {
  const ofClient = sql`client_id = ${clientId}`
  await deleteGrants(tx, projectId, ofClient)
  await deleteArtifacts(tx, clientArtifacts, projectId, ofClient)
  await tx.run(sql`
    UPDATE oidc_sessions SET payload = payload #- ARRAY['authorizations', ${clientId}]
    WHERE project_id = ${projectId} AND payload->'authorizations' ? ${clientId}`)
}
