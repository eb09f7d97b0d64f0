import { type Executor, raw, sql } from '@signet/db'

/** Tables of what an issuer issued; consents stay, because people gave them to applications and not to an address. */
const issuedTables = [
  'oidc_sessions',
  'oidc_interactions',
  'oidc_authorization_codes',
  'oidc_access_tokens',
  'oidc_refresh_tokens',
  'oidc_device_codes',
  'oidc_backchannel_requests',
  'oidc_client_credentials_tokens',
  'oidc_pushed_requests',
] as const

/** Ends every session and token of a project: its issuer is another one from now on. */
export async function endProject(tx: Executor, projectId: string): Promise<void> {
  for (const table of issuedTables)
    await tx.run(sql`DELETE FROM ${raw(table)} WHERE project_id = ${projectId}`)
}
