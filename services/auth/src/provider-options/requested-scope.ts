import { agentScopes } from '@signet/contracts'
import type Provider from 'oidc-provider'
import { type Client, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { isAgentEndpoint } from './apis.ts'
import type { OptionsContext } from './context.ts'
import { mayAskFor, scopeTokens } from './scopes.ts'

type Request = KoaContextWithOIDC['oidc']

/** Routes where requests arrive; afterwards they are as they were stored. */
const arrivals = new Set([
  'authorization',
  'pushed_authorization_request',
  'device_authorization',
  'backchannel_authentication',
])

/** Requests that were completed, and whether each asked for offline access. */
const completed = new WeakMap<Request, boolean>()

/**
 * Completes the scope of a request before the provider decides anything about it: one without a scope gets `openid`,
 * and an agent's the scope to read, where the application may have it. The provider reads `prompts` first thing when it checks scopes, after pushed
 * requests and request objects are read, and has no option at that point.
 */
export function completeScope(provider: Provider, context: OptionsContext): void {
  const { prototype } = provider.OIDCContext
  const prompts = Object.getOwnPropertyDescriptor(prototype, 'prompts')?.get
  if (!prompts) throw new Error('oidc-provider no longer derives prompts from its context.')
  Object.defineProperty(prototype, 'prompts', {
    configurable: true,
    get(this: Request) {
      if (arrivals.has(this.route) && !completed.has(this)) complete(context, this)
      return prompts.call(this) as Set<string>
    },
  })
}

function complete(context: OptionsContext, request: Request): void {
  const { client, params } = request
  if (!client || !params) return
  const smallest = [params.resource].flat().some((one) => isAgentEndpoint(context, String(one)))
    ? agentScopes[0]
    : 'openid'
  if (params.scope === undefined && mayAskFor(client, smallest)) params.scope = smallest
  completed.set(request, scopeTokens(params.scope as string | undefined).includes('offline_access'))
}

/** The last look at the scope of a request before anybody is asked about it. */
export const requestedScope = ({ settings }: OptionsContext): Configuration => ({
  extraParams: {
    scope({ oidc }, _scope, client) {
      if (settings.scopes.includes('offline_access')) keepOfflineAccess(oidc, client)
      refuseUnknown(oidc)
    },
  },
})

/**
 * The provider drops offline access unless the person is asked again (OpenID Connect Core 11). Here consent decides, as
 * about every scope: given before, given now, or not needed.
 */
function keepOfflineAccess(request: Request, client: Client): void {
  const { params, requestParamScopes } = request
  const isAsked = completed.get(request) === true && client.grantTypeAllowed('refresh_token')
  if (!params || !isAsked || requestParamScopes.has('offline_access')) return
  if (!mayAskFor(client, 'offline_access'))
    throw new errors.InvalidScope('requested scope is not allowed', 'offline_access')
  params.scope = [...requestParamScopes, 'offline_access'].join(' ')
}

/** A scope that nobody declares is ignored (OpenID Connect Core 3.1.2.1); a request of nothing else is refused at once. */
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
