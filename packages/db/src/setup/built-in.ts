import { sealedPlace } from '../sealed.ts'

export const CONSOLE_CLIENT_ID = 'signet-console'
export const AGENT_CLIENT_ID = 'signet-agent'
export const FREE_PLAN_ID = 'free'
export const SYSTEM_TEAM_NAME = 'System'
export const SUPER_TEAM_NAME = 'Super administrators'

export const consoleAddresses = (baseUrl: string) => ({
  redirectUris: [`${baseUrl}/admin/api/callback`],
  postLogoutRedirectUris: [`${baseUrl}/admin/`],
})

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']
/** Claude Code and Codex; mcp-remote, Gemini CLI and the Inspector; its debugger; VS Code, with and without a slash. */
const loopbackPaths = ['/callback', '/oauth/callback', '/oauth/callback/debug', '/', '']

/**
 * Well-known agents. On loopback the port is ignored, because each agent listens on its own (RFC 8252 7.3). For a hosted agent the
 * administrator enters the address.
 */
export const AGENT_REDIRECT_URIS: readonly string[] = [
  ...loopbackHosts.flatMap((host) => loopbackPaths.map((path) => `http://${host}${path}`)),
  // Redirects to the editor on the same machine.
  'https://vscode.dev/redirect',
  'cursor://anysphere.cursor-mcp/oauth/callback',
]

/** The administration API decrypts the secret to sign in. */
export const consoleSecretPlace = (projectId: string) =>
  sealedPlace('clientSecret', projectId, CONSOLE_CLIENT_ID)
