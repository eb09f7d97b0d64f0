import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { type Apis, apisOf, isAgentEndpoint } from './apis.ts'

/** Time after a sign-in in which an agent may refresh without offline access. */
const signInSeconds = 8 * 3600

/** A code, a device code or the previous refresh token. */
interface Source {
  readonly resource?: string | readonly string[] | undefined
  readonly scopes: ReadonlySet<string>
  /** 0 when the identity provider did not send the time of the sign-in. */
  readonly authTime?: number | undefined
  /** Issue time of the first token of the family. */
  readonly iiat?: number | undefined
}

const isAgents = (context: OptionsContext, { resource = [] }: Source): boolean =>
  [resource].flat().some((one) => isAgentEndpoint(context, String(one)))

/**
 * Agents and clients of an MCP server request only the scopes that the server advertises, without `offline_access`, and still expect to
 * refresh. Their refresh tokens end with the session, those of agents at the latest eight hours after the administrator's sign-in.
 */
export function agentRefresh(context: OptionsContext): Configuration {
  const { project, settings } = context
  const isForClients = project.reserved === 'administrators' || project.hasMcpServer
  if (!isForClients || !settings.scopes.includes('offline_access')) return {}
  const apis = apisOf(context)
  return {
    issueRefreshToken: async (_ctx: KoaContextWithOIDC, client: Client, source: Source) =>
      client.grantTypeAllowed('refresh_token') &&
      (source.scopes.has('offline_access') ||
        isAgents(context, source) ||
        (await isForMcpServer(apis, source))),
  }
}

async function isForMcpServer(apis: Apis, { resource = [] }: Source): Promise<boolean> {
  const found = await Promise.all([resource].flat().map((one) => apis.find(String(one))))
  return found.some((api) => api?.mcpServer === true)
}

/** Returns the remaining seconds; null when the usual lifetime applies. */
export function agentRefreshTtl(context: OptionsContext, token: Source): number | null {
  if (token.scopes.has('offline_access') || !isAgents(context, token)) return null
  const left = (token.authTime || token.iiat || 0) + signInSeconds - Math.floor(Date.now() / 1000)
  return Math.max(left, 1)
}
