import type Provider from 'oidc-provider'
import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { agentAccess } from '../agents/access.ts'
import { ownSettings } from '../clients/client-metadata.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { accessTokenSigning, plainHeader } from '../protocol/access-token-signing.ts'
import { type Apis, apisOf, isAgentEndpoint } from '../protocol/apis.ts'
import { checkAudience } from '../protocol/audiences.ts'
import { audienceOnly, mayAskFor, scopeTokens, serverScopes } from '../protocol/scopes.ts'

/** Default lifetime of a JWT. Seconds. */
const jwtTtl = 900

/** RFC 8707: the APIs of the project, and the agent endpoint at the administrators' project. */
export function resourceIndicators(context: OptionsContext) {
  const { settings } = context
  const apis = apisOf(context)
  return {
    enabled: settings['resourceIndicators.enabled'],
    defaultResource: async (ctx: KoaContextWithOIDC, _client: Client, oneOf?: readonly string[]) =>
      // Several granted audiences: the token request names one.
      oneOf ?? (await grantedResource(ctx)) ?? impliedApi(context, apis, ctx),
    useGrantedResource: (ctx: KoaContextWithOIDC, source: GrantedResource) => !isForUserInfo(ctx, source),
    getResourceServerInfo: async (ctx: KoaContextWithOIDC, identifier: string): Promise<ResourceServer> => {
      await checkAudience(context, ctx.oidc, identifier)
      const server = await resourceServer(context, apis, ctx, identifier)
      return { ...server, scope: allowedScope(ctx, scopeTokens(server.scope)) }
    },
  }
}

interface GrantedResource {
  readonly resource?: string | readonly string[] | undefined
}

/**
 * A refresh that names no granted scope of its API gets a token for UserInfo where `openid` is named: a token for the API would have no
 * scope. An API that was granted without scopes stays the audience.
 */
function isForUserInfo({ oidc }: KoaContextWithOIDC, { resource = [] }: GrantedResource): boolean {
  const { params, requestParamScopes, entities } = oidc
  if (params?.scope === undefined || params.authorization_details !== undefined) return false
  return [resource].flat().every((api) => {
    const granted = scopeTokens(entities.Grant?.getResourceScope(api)).filter((name) => name !== audienceOnly)
    return granted.length > 0 && !granted.some((name) => requestParamScopes.has(name))
  })
}

async function resourceServer(
  context: OptionsContext,
  apis: Apis,
  ctx: KoaContextWithOIDC,
  identifier: string,
): Promise<ResourceServer> {
  if (isAgentEndpoint(context, identifier)) return agentAccess(context, ctx, identifier)
  const row = await apis.find(identifier)
  if (!row) throw new errors.InvalidTarget('the resource is not known here')
  const scope = row.scopes.join(' ')
  const { identifier: audience, accessTokenTtl: ttl } = row
  if (row.tokenFormat === 'opaque')
    return { scope, audience, accessTokenFormat: 'opaque', ...(ttl ? { accessTokenTTL: ttl } : {}) }
  const sign = accessTokenSigning(context, row.accessTokenSigningAlg)
  const jwt = row.tokenProfile === 'plain' ? { sign, header: plainHeader } : { sign }
  return { scope, audience, accessTokenFormat: 'jwt', accessTokenTTL: ttl ?? jwtTtl, jwt }
}

/**
 * oidc-provider calls this for every token, so a narrowed registration also limits the next refresh.
 * @throws InvalidScope when the request names a scope outside the registration
 */
function allowedScope(
  { oidc: { client, requestParamScopes } }: KoaContextWithOIDC,
  declared: string[],
): string {
  if (!client) return declared.join(' ')
  const refused = declared.filter((scope) => requestParamScopes.has(scope) && !mayAskFor(client, scope))
  if (refused.length) throw new errors.InvalidScope('requested scope is not allowed', refused.join(' '))
  return declared.filter((scope) => mayAskFor(client, scope)).join(' ')
}

/**
 * A token request may narrow authorization details without repeating `resource` (RFC 9396 6). The code or token is read once per
 * request.
 */
async function grantedResource({ oidc }: KoaContextWithOIDC): Promise<string | undefined> {
  const { route, client, params, provider } = oidc
  if (route !== 'token' || params?.authorization_details === undefined) return undefined
  const find = sources[String(params.grant_type)]
  const source = await find?.(provider, params)
  if (source?.clientId !== client?.clientId) return undefined
  return typeof source?.resource === 'string' ? source.resource : undefined
}

const known = { ignoreExpiration: true }

type Params = NonNullable<KoaContextWithOIDC['oidc']['params']>

interface Source {
  readonly clientId?: string | undefined
  readonly resource?: string | string[] | undefined
}

const sources: Readonly<Record<string, (provider: Provider, params: Params) => Promise<Source | undefined>>> =
  {
    authorization_code: ({ AuthorizationCode }, { code }) => AuthorizationCode.find(String(code), known),
    refresh_token: ({ RefreshToken }, { refresh_token: token }) => RefreshToken.find(String(token), known),
    'urn:ietf:params:oauth:grant-type:device_code': ({ DeviceCode }, { device_code: code }) =>
      DeviceCode.find(String(code), known),
    'urn:openid:params:grant-type:ciba': ({ BackchannelAuthenticationRequest }, { auth_req_id: id }) =>
      BackchannelAuthenticationRequest.find(String(id), known),
  }

/** Returns the only API that declares the scopes of a request without `resource`. */
async function impliedApi(
  context: OptionsContext,
  apis: Apis,
  { oidc }: KoaContextWithOIDC,
): Promise<string | undefined> {
  const { client, requestParamScopes } = oidc
  if (!client || ownSettings(client).connectionId !== undefined) return undefined
  const own = serverScopes(context.settings)
  const declaring = await Promise.all(
    [...requestParamScopes].filter((scope) => !own.has(scope)).map((scope) => apis.declaring(scope)),
  )
  const [implied, ...others] = [...new Set(declaring.flat())]
  if (others.length)
    throw new errors.InvalidTarget(
      'the requested scopes belong to several APIs: name one with the resource parameter',
    )
  return implied
}
