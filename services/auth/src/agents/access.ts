import { type AgentScope, agentScopes } from '@signet/contracts'
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { accessTokenSigning } from '../protocol/access-token-signing.ts'
import { jwtBearer } from '../protocol/grant-types.ts'
import { requestState } from '../request/state.ts'
import { actAsMachine } from './acting.ts'
import { type AgentConnection, agentConnection } from './connection.ts'
import type { PermittedAgent } from './permitted.ts'

const tokenSeconds = 900

/** The request continues on a page, which shows that the client is not permitted. */
const leadsToPage = new Set(['authorization', 'pushed_authorization_request', 'resume'])

/**
 * A client without a permission gets no token: its authorization request ends on a page.
 * @throws InvalidTarget
 */
export async function agentAccess(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  identifier: string,
): Promise<ResourceServer> {
  const { client, params, route } = ctx.oidc
  const isToken = route === 'token'
  const connection = await agentConnection(
    context.deps.database,
    client?.clientId ?? '',
    isToken ? undefined : params?.redirect_uri,
  )
  if (!('agent' in connection) || (isToken && connection.kind === 'shared'))
    return withoutPermission(context, route, identifier)
  const { agent } = connection
  if (!isServed(context, agent)) throw new errors.InvalidTarget('agents are switched off here')
  requireKey(context, ctx, agent)
  await requireAdministrator(context, ctx.oidc, agent)
  const limit = requestState()?.actingAgent?.scopes
  return {
    scope: agent.scopes.filter((scope) => limit?.includes(scope) ?? true).join(' '),
    audience: identifier,
    accessTokenFormat: 'jwt',
    accessTokenTTL: Math.min(tokenSeconds, agent.secondsLeft ?? tokenSeconds),
    jwt: { sign: accessTokenSigning(context, null) },
  }
}

/** Lets an authorization request reach its pages; the consent prompt of the client is never fulfilled. */
function withoutPermission({ settings }: OptionsContext, route: string, identifier: string): ResourceServer {
  if (!settings['mcp.enabled']) throw new errors.InvalidTarget('agents are switched off here')
  if (!leadsToPage.has(route)) throw new errors.InvalidTarget('this client may not act as an agent')
  return { scope: agentScopes.join(' '), audience: identifier, accessTokenFormat: 'jwt' }
}

/** A machine calls the administration API directly, every other agent needs the agent endpoint. */
const isServed = ({ settings }: OptionsContext, { actsFor }: PermittedAgent): boolean =>
  settings['mcp.enabled'] || actsFor !== null

/** oidc-provider verifies the proof and binds the token to its key (RFC 9449 5). */
function requireKey(
  { settings }: OptionsContext,
  ctx: KoaContextWithOIDC,
  { keyProof }: PermittedAgent,
): void {
  const bound = settings['dpop.enabled'] && ctx.get('dpop') !== ''
  if (keyProof === 'dpop' && ctx.oidc.route === 'token' && !bound)
    throw new errors.InvalidTarget('this agent gets tokens bound to a key of its own only: send a DPoP proof')
}

/** Requires an administrator: the one who consented, or the one of the machine's entry. */
async function requireAdministrator(
  context: OptionsContext,
  request: KoaContextWithOIDC['oidc'],
  agent: PermittedAgent,
): Promise<void> {
  const { client, params, route } = request
  if (route !== 'token' || requestState()?.actingAgent) return
  if (params?.grant_type === jwtBearer)
    throw new errors.InvalidTarget('the assertion is for another resource')
  if (params?.grant_type !== 'client_credentials') return
  if (client?.clientAuthMethod === 'none')
    throw new errors.UnauthorizedClient('a machine authenticates with its own key')
  await actAsMachine(context, agent)
}

export const connectionOf = (
  { deps }: OptionsContext,
  { client_id: clientId, redirect_uri: redirectUri }: Readonly<Record<string, unknown>>,
): Promise<AgentConnection> => agentConnection(deps.database, String(clientId), redirectUri)

export async function scopesOfAgent(
  context: OptionsContext,
  params: Readonly<Record<string, unknown>>,
): Promise<readonly AgentScope[]> {
  const connection = await connectionOf(context, params)
  return 'agent' in connection ? connection.agent.scopes : []
}
