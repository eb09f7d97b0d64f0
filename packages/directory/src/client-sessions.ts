import { type Executor, sql } from '@signet/db'

/**
 * Ends everything issued to an application: its grants with all tokens under them, and its own machine tokens. Sign-in
 * sessions stay; they merely know the application no longer.
 */
export async function endClient(tx: Executor, projectId: string, clientId: string): Promise<void> {
  const grants = sql`(SELECT id FROM oidc_grants WHERE project_id = ${projectId} AND client_id = ${clientId})`
  await tx.run(
    sql`DELETE FROM oidc_authorization_codes WHERE project_id = ${projectId} AND grant_id IN ${grants}`,
  )
  await tx.run(sql`DELETE FROM oidc_device_codes WHERE project_id = ${projectId} AND grant_id IN ${grants}`)
  await tx.run(
    sql`DELETE FROM oidc_backchannel_requests WHERE project_id = ${projectId} AND grant_id IN ${grants}`,
  )
  await tx.run(sql`DELETE FROM oidc_access_tokens WHERE project_id = ${projectId} AND grant_id IN ${grants}`)
  await tx.run(sql`DELETE FROM oidc_refresh_tokens WHERE project_id = ${projectId} AND grant_id IN ${grants}`)
  await tx.run(
    sql`DELETE FROM oidc_client_credentials_tokens WHERE project_id = ${projectId} AND client_id = ${clientId}`,
  )
  await tx.run(
    sql`DELETE FROM oidc_registration_tokens WHERE project_id = ${projectId} AND client_id = ${clientId}`,
  )
  await tx.run(sql`DELETE FROM oidc_grants WHERE project_id = ${projectId} AND client_id = ${clientId}`)
  await tx.run(sql`
    UPDATE oidc_sessions SET payload = payload #- ARRAY['authorizations', ${clientId}]
    WHERE project_id = ${projectId} AND payload->'authorizations' ? ${clientId}`)
}
