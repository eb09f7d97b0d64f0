import { sealedPlace } from '../sealed.ts'

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

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']
/** Claude Code and Codex; mcp-remote, Gemini CLI and the Inspector; its debugger; VS Code, with and without a slash. */
const loopbackPaths = ['/callback', '/oauth/callback', '/oauth/callback/debug', '/', '']

/**
 * Where well-known agents wait for the answer to an authorization request. On loopback each listens on a port of its own
 * choosing, which is ignored (RFC 8252 7.3). No address of a hosted agent is among them: whoever permits one names it.
 */
export const AGENT_REDIRECT_URIS: readonly string[] = [
  ...loopbackHosts.flatMap((host) => loopbackPaths.map((path) => `http://${host}${path}`)),
  // Leads back to the editor on the same machine.
  'https://vscode.dev/redirect',
  'cursor://anysphere.cursor-mcp/oauth/callback',
]

/** Where the console client's secret is bound to; the administration API opens it to sign in. */
export const consoleSecretPlace = (projectId: string) =>
  sealedPlace('clientSecret', projectId, CONSOLE_CLIENT_ID)
