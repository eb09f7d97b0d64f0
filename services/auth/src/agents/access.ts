import type { AgentScope } from '@signet/contracts'
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { accessTokenSigning } from '../protocol/access-token-signing.ts'
import { requestState } from '../request/state.ts'
import { actAsMachine } from './acting.ts'
import { jwtBearer } from './assertion-grant.ts'
import { findPermitted, type PermittedAgent } from './permitted.ts'

/** Longest life of a token for the agent endpoint: seconds. */
const tokenSeconds = 900

/** Returns the agent endpoint as a resource server. Rejects clients that are no permitted agents. */
export async function agentAccess(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  identifier: string,
): Promise<ResourceServer> {
  const { oidc } = ctx
  const agent = await findPermitted(context.deps.database, oidc.client?.clientId ?? '')
  if (!agent || !isServed(context, agent))
    throw new errors.InvalidTarget('this client may not act as an agent')
  requireKey(context, ctx, agent)
  await requireAdministrator(context, oidc, agent)
  const limit = requestState()?.actingAgent?.scopes
  return {
    scope: agent.scopes.filter((scope) => limit?.includes(scope) ?? true).join(' '),
    audience: identifier,
    accessTokenFormat: 'jwt',
    accessTokenTTL: Math.min(tokenSeconds, agent.secondsLeft ?? tokenSeconds),
    jwt: { sign: accessTokenSigning(context, null) },
  }
}

/**
 * Returns whether the agent can use a token: a machine calls the administration API directly, every other
 * agent needs the agent endpoint.
 */
const isServed = ({ settings }: OptionsContext, { actsFor }: PermittedAgent): boolean =>
  settings['mcp.enabled'] || actsFor !== null

/**
 * Requires a DPoP proof when the agent's entry does. oidc-provider verifies the proof and binds the token to
 * its key (RFC 9449 5).
 */
function requireKey(
  { settings }: OptionsContext,
  ctx: KoaContextWithOIDC,
  { keyProof }: PermittedAgent,
): void {
  const bound = settings['dpop.enabled'] && ctx.get('dpop') !== ''
  if (keyProof === 'dpop' && ctx.oidc.route === 'token' && !bound)
    throw new errors.InvalidTarget('this agent gets tokens bound to a key of its own only: send a DPoP proof')
}

/**
 * Requires that the token acts for an administrator: the one who consented, or the one that the machine's
 * entry names.
 */
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

export const scopesOfAgent = async (
  { deps }: OptionsContext,
  clientId: string,
): Promise<readonly AgentScope[]> => (await findPermitted(deps.database, clientId))?.scopes ?? []
