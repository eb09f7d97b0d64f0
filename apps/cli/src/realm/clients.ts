import { isVisible, limits, operations } from '@signet/contracts'
import { recordsIn, textOf, type Values } from '../users/mapped.ts'
import { addressesOf } from './client-addresses.ts'
import { type Authentication, authenticationOf } from './client-authentication.ts'
import { type Entries, isOn, isOwnClient, membersOf, type Report, textsIn } from './export.ts'
import { audienceOf } from './mappers.ts'
import { claimsOfMappers, type RealmScopes } from './scopes.ts'

const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'
const ciba = 'urn:openid:params:grant-type:ciba'

/** Attributes of a client with the same meaning as a field of an application. */
const fields = {
  'id.token.signed.response.alg': 'idTokenSignedResponseAlg',
  'authorization.signed.response.alg': 'authorizationSignedResponseAlg',
  'backchannel.logout.url': 'backchannelLogoutUri',
  policyUri: 'policyUri',
  tosUri: 'tosUri',
} as const

const switches = {
  'backchannel.logout.session.required': 'backchannelLogoutSessionRequired',
  'dpop.bound.access.tokens': 'dpopBoundAccessTokens',
  'require.pushed.authorization.requests': 'requirePushedAuthorizationRequests',
} as const

/** Values other than the default have no counterpart, for the reason. */
const without: Readonly<Record<string, string>> = {
  'access.token.lifespan': 'an access token has the lifetime of its API',
  'client.session.idle.timeout': 'sessions have the lifetimes of the instance',
  'client.session.max.lifespan': 'sessions have the lifetimes of the instance',
  'client.offline.session.idle.timeout': 'sessions have the lifetimes of the instance',
  'frontchannel.logout.url': 'applications get back-channel logout only',
  'standard.token.exchange.enabled': 'name the APIs whose tokens it may exchange (exchangeAudiences)',
  'tls.client.certificate.bound.access.tokens': 'access tokens are bound by DPoP',
  'id.token.encrypted.response.alg': 'ID tokens are not encrypted',
  'user.info.response.signature.alg': 'the response of UserInfo is not signed',
  'acr.loa.map': 'the classes of a sign-in are those of the instance',
  'default.acr.values': 'an application requests the class in each request',
  logoUri: 'upload the logo as a file',
}

export function convertClients(realm: Values, scopes: RealmScopes, report: Report): Entries {
  const applications = new Map<string, Record<string, unknown>>()
  for (const client of recordsIn(realm.clients)) {
    const id = String(client.clientId)
    if (isOwnClient(id) || client.bearerOnly === true) continue
    const path = `clients/${id}`
    const problem = problemOf(client)
    const application = problem === null ? toApplication(client, scopes, path, report) : null
    if (problem !== null) report(path, problem)
    if (application) applications.set(nameOf(client, applications), application)
  }
  return Object.fromEntries(applications)
}

/** Reason for which the client is left out as a whole. */
function problemOf({ clientId, protocol, enabled }: Values): string | null {
  if (protocol !== undefined && protocol !== 'openid-connect')
    return `the protocol ${protocol} has no counterpart`
  if (enabled === false) return 'a disabled client is left out'
  return operations.client_import.input.shape.clientId.safeParse(clientId).success
    ? null
    : 'the client id has a character that the client id of an application cannot have'
}

function nameOf({ clientId, name }: Values, applications: ReadonlyMap<string, object>): string {
  const own = textOf(name)
  const id = String(clientId).slice(0, limits.nameCharacters)
  if (own === undefined || own.length > limits.nameCharacters || !isVisible(own)) return id
  return applications.has(own) ? id : own
}

function toApplication(
  client: Values,
  scopes: RealmScopes,
  path: string,
  report: Report,
): Record<string, unknown> | null {
  const attributes = membersOf(client.attributes)
  const authentication = authenticationOf(client, path, report)
  if (!authentication) return null
  const addresses = addressesOf(client, path, report)
  const grantTypes = grantsOf(client, attributes, addresses.redirectUris.length > 0, path, report)
  if (grantTypes.length === 0) {
    report(path, 'the client has no grant with a counterpart, and is left out')
    return null
  }
  reportClient(client, attributes, path, report)
  return {
    clientId: client.clientId,
    ...authentication,
    ...addresses,
    grantTypes,
    ...protocolFields(client, attributes, authentication, path, report),
    ...(grantTypes.includes(ciba) ? { backchannelTokenDeliveryMode: 'poll' } : {}),
    scope: scopeOf(client, scopes),
    requireConsent: client.consentRequired === true,
    ...claimsField(client, scopes, path, report),
  }
}

function grantsOf(
  client: Values,
  attributes: Values,
  hasRedirect: boolean,
  path: string,
  report: Report,
): string[] {
  const isPublic = client.publicClient === true
  const codes = client.standardFlowEnabled !== false && hasRedirect
  if (client.standardFlowEnabled !== false && !hasRedirect)
    report(`${path}/redirectUris`, 'no redirect address has a counterpart, so users cannot sign in')
  const device = isOn(attributes['oauth2.device.authorization.grant.enabled'])
  const backchannel = isOn(attributes['oidc.ciba.grant.enabled'])
  const refreshes = (codes || device || backchannel) && attributes['use.refresh.tokens'] !== 'false'
  return [
    ...(codes ? ['authorization_code'] : []),
    ...(refreshes ? ['refresh_token'] : []),
    ...(client.serviceAccountsEnabled === true && !isPublic ? ['client_credentials'] : []),
    ...(device ? [deviceCode] : []),
    ...(backchannel ? [ciba] : []),
  ]
}

function protocolFields(
  client: Values,
  attributes: Values,
  { tokenEndpointAuthMethod }: Authentication,
  path: string,
  report: Report,
): Record<string, unknown> {
  const method = textOf(attributes['pkce.code.challenge.method'])
  const isPublic = tokenEndpointAuthMethod === 'none'
  if (client.standardFlowEnabled !== false && isPublic && method !== 'S256')
    report(`${path}/attributes/pkce.code.challenge.method`, 'a public application must use PKCE with S256')
  const texts = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = textOf(attributes[name])
    return value === undefined || value === 'any' ? [] : [[field, value]]
  })
  const flags = Object.entries(switches).flatMap(([name, field]): [string, unknown][] =>
    isOn(attributes[name]) ? [[field, true]] : [],
  )
  return {
    pkce: method === undefined && !isPublic ? 'optional' : 'required',
    ...Object.fromEntries([...texts, ...flags]),
  }
}

function scopeOf(client: Values, { requestable }: RealmScopes): string {
  const names = [...textsIn(client.defaultClientScopes), ...textsIn(client.optionalClientScopes)]
  return [...new Set(['openid', ...names.flatMap((name) => requestable(name) ?? [])])].join(' ')
}

function claimsField(client: Values, scopes: RealmScopes, path: string, report: Report): object {
  const mappers = recordsIn(client.protocolMappers)
  for (const mapper of mappers) {
    const audience = audienceOf(mapper)
    if (audience !== undefined && audience !== client.clientId)
      report(
        `${path}/protocolMappers/${mapper.name}`,
        `the application requests the API of ${audience} by its parameter resource`,
      )
  }
  const own = claimsOfMappers(mappers, path, report)
  const inherited = textsIn(client.defaultClientScopes).flatMap(scopes.claimsOf)
  const names = new Set(own.map(({ claim }) => claim))
  const declaredClaims = [...own, ...inherited.filter(({ claim }) => !names.has(claim))]
  return declaredClaims.length > 0 ? { declaredClaims } : {}
}

function reportClient(client: Values, attributes: Values, path: string, report: Report): void {
  if (client.implicitFlowEnabled === true)
    report(`${path}/implicitFlowEnabled`, 'the implicit flow has no counterpart')
  if (client.directAccessGrantsEnabled === true)
    report(`${path}/directAccessGrantsEnabled`, 'the password grant has no counterpart')
  if (client.authorizationServicesEnabled === true)
    report(`${path}/authorizationSettings`, 'authorization services have no counterpart')
  if (Object.keys(membersOf(client.authenticationFlowBindingOverrides)).length > 0)
    report(`${path}/authenticationFlowBindingOverrides`, 'authentication flows have no counterpart')
  for (const [name, reason] of Object.entries(without)) {
    const value = textOf(attributes[name])
    if (value !== undefined && !['false', 'any', '{}', '[]', '-1'].includes(value))
      report(`${path}/attributes/${name}`, reason)
  }
}
