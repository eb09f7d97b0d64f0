/** Names and addresses of what is part of the product itself. */
export const CONSOLE_CLIENT_ID = 'signet-console'
export const AGENT_CLIENT_ID = 'signet-agent'
export const FREE_PLAN_ID = 'free'
export const SYSTEM_TEAM_NAME = 'System'
export const SUPER_TEAM_NAME = 'Super administrators'

/** Where the console is sent back to, beneath the instance's address. */
export const consoleAddresses = (baseUrl: string) => ({
  redirectUris: [`${baseUrl}/admin/api/callback`],
  postLogoutRedirectUris: [`${baseUrl}/admin/`],
})

/** Native clients listen on a port of their own choosing, which the loopback rule ignores (RFC 8252 7.3). */
export const AGENT_REDIRECT_URI = 'http://127.0.0.1/callback'

/** Where the console client's secret is bound to; the administration API opens it to sign in. */
export const consoleSecretPlace = (projectId: string) => ({
  table: 'clients',
  row: `${projectId}/${CONSOLE_CLIENT_ID}`,
  column: 'secret_sealed',
})
