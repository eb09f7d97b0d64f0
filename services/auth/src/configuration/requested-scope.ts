import { agentScopes } from '@signet/contracts'
import { type Client, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { agentEndpoint, isAgentEndpoint } from '../protocol/apis.ts'
import { isSelfDescribed } from '../protocol/audiences.ts'
import { mayAskFor, scopeTokens } from '../protocol/scopes.ts'
import { requestState, requireRequestState } from '../request/state.ts'

type Request = KoaContextWithOIDC['oidc']

/**
 * Sets a missing scope before oidc-provider checks it: `openid`, or for the agent endpoint the scope to read, if the client may have
 * it.
 */
export function completeScope(context: OptionsContext, { oidc }: KoaContextWithOIDC): void {
  const { client, params } = oidc
  if (!client || !params) return
  if (isSelfDescribed(context, client)) completeResource(context, params)
  const smallest = [params.resource].flat().some((one) => isAgentEndpoint(context, String(one)))
    ? agentScopes[0]
    : 'openid'
  if (params.scope === undefined && mayAskFor(client, smallest)) params.scope = smallest
  requireRequestState().asksOfflineAccess = scopeTokens(params.scope as string | undefined).includes(
    'offline_access',
  )
}

/**
 * Sets the agent endpoint as the only resource of an agent by registration: no administrator decided that it may have an ID token or
 * access to another API.
 */
function completeResource(context: OptionsContext, params: NonNullable<Request['params']>): void {
  params.resource ??= agentEndpoint(context)
  if ([params.resource].flat().every((one) => isAgentEndpoint(context, String(one)))) return
  throw new errors.InvalidTarget('this client is an agent and gets tokens for the agent endpoint only')
}

export const requestedScope = ({ settings }: OptionsContext): Configuration => ({
  extraParams: {
    scope({ oidc }, _scope, client) {
      if (settings.scopes.includes('offline_access') && requestState()?.asksOfflineAccess)
        keepOfflineAccess(oidc, client)
      refuseUnknown(oidc)
    },
  },
})

/**
 * Restores offline access, which oidc-provider removes unless the request requires consent (OpenID Connect Core 11). In Signet consent
 * decides about it, as about every scope.
 */
function keepOfflineAccess(request: Request, client: Client): void {
  const { params, requestParamScopes } = request
  if (!params || !client.grantTypeAllowed('refresh_token') || requestParamScopes.has('offline_access')) return
  if (!mayAskFor(client, 'offline_access'))
    throw new errors.InvalidScope('requested scope is not allowed', 'offline_access')
  params.scope = [...requestParamScopes, 'offline_access'].join(' ')
}

/** Rejects a request of which no scope is known; a single unknown scope is ignored (OpenID Connect Core 3.1.2.1). */
function refuseUnknown({
  params,
  requestParamScopes,
  requestParamOIDCScopes,
  resourceServers,
}: Request): void {
  const ofApis = Object.values(resourceServers ?? {}).flatMap(({ scopes }) => [...scopes])
  const isKnown = requestParamOIDCScopes.size > 0 || ofApis.some((scope) => requestParamScopes.has(scope))
  if (isKnown || params?.authorization_details !== undefined) return
  throw new errors.InvalidScope(
    params?.scope === undefined ? 'scope must be given' : 'none of the requested scopes is known here',
    String(params?.scope ?? ''),
  )
}
