import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isAgentEndpoint } from './apis.ts'

/** How long after a sign-in an agent may refresh its tokens without having asked for offline access. Seconds. */
const signInSeconds = 8 * 3600

/** What a refresh token is made from: a code, a device code or the token before it. */
interface Source {
  readonly resource?: string | readonly string[] | undefined
  readonly scopes: ReadonlySet<string>
  /** 0 when the user came through a provider that does not state it. */
  readonly authTime?: number | undefined
  /** When the first token of the family was issued. */
  readonly iiat?: number | undefined
}

const isAgents = (context: OptionsContext, { resource = [] }: Source): boolean =>
  [resource].flat().some((one) => isAgentEndpoint(context, String(one)))

/**
 * Agents ask for the scopes that the endpoint names and for no offline access, and expect to refresh all the same. They
 * may, until eight hours after the administrator's sign-in; signing out ends it earlier.
 */
export function agentRefresh(context: OptionsContext): Configuration {
  const { project, settings } = context
  if (project.reserved !== 'administrators' || !settings.scopes.includes('offline_access')) return {}
  return {
    issueRefreshToken: (_ctx: KoaContextWithOIDC, client: Client, source: Source) =>
      client.grantTypeAllowed('refresh_token') &&
      (source.scopes.has('offline_access') || isAgents(context, source)),
  }
}

/** Seconds left of the sign-in behind an agent's refresh token; null where nothing but the usual lifetime bounds it. */
export function agentRefreshTtl(context: OptionsContext, token: Source): number | null {
  if (token.scopes.has('offline_access') || !isAgents(context, token)) return null
  const left = (token.authTime || token.iiat || 0) + signInSeconds - Math.floor(Date.now() / 1000)
  return Math.max(left, 1)
}
