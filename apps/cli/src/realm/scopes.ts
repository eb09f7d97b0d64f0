import { type DeclaredClaim, limits } from '@signet/contracts'
import { recordsIn, textOf, type Values } from '../users/mapped.ts'
import { type Entries, isOwnClient, membersOf, type Report, textsIn } from './export.ts'
import { audienceOf, toDeclaredClaim } from './mappers.ts'

/** Every realm has these client scopes; null: no counterpart that an application could request. */
const builtIn: Readonly<Record<string, string | null>> = {
  profile: 'profile',
  email: 'email',
  address: 'address',
  phone: 'phone',
  offline_access: 'offline_access',
  // Roles are groups, and the scope groups releases them.
  roles: 'groups',
  'web-origins': null,
  acr: null,
  basic: null,
  'microprofile-jwt': null,
  organization: null,
  service_account: null,
}

export interface RealmScopes {
  readonly apis: Entries
  /** Undefined for a client scope without a counterpart. */
  requestable(name: string): string | undefined
  claimsOf(name: string): readonly DeclaredClaim[]
}

/** The API of an audience has an absolute URI (RFC 8707, section 2). */
const identifierOf = (audience: string): string =>
  URL.canParse(audience) && !audience.includes('#')
    ? audience
    : `urn:keycloak:${encodeURIComponent(audience)}`

/**
 * A client scope with an audience becomes a scope of the API of this audience; its mappers become claims of the applications that have
 * it. A client that only accepts tokens becomes an API without scopes.
 */
export function convertScopes(realm: Values, report: Report): RealmScopes {
  const apis: Record<string, { name: string; scopes: string[] }> = {}
  const claims = new Map<string, DeclaredClaim[]>()
  const requestable = new Map<string, string>()
  const addApi = (audience: string, path: string) => {
    const identifier = identifierOf(audience)
    if (identifier !== audience && !Object.hasOwn(apis, identifier))
      report(path, `the audience ${audience} of access tokens becomes ${identifier}`)
    apis[identifier] ??= { name: audience.slice(0, limits.nameCharacters), scopes: [] }
    return apis[identifier]
  }
  for (const scope of recordsIn(realm.clientScopes)) {
    const name = String(scope.name)
    if (scope.protocol !== 'openid-connect' || Object.hasOwn(builtIn, name)) continue
    const path = `clientScopes/${name}`
    const mappers = recordsIn(scope.protocolMappers)
    const audiences = mappers.flatMap((mapper) => audienceOf(mapper) ?? [])
    claims.set(name, claimsOfMappers(mappers, path, report))
    const [audience, ...others] = audiences
    if (audience === undefined) report(path, 'a scope belongs to an API, and this one adds no audience')
    else {
      addApi(audience, path).scopes.push(name)
      requestable.set(name, name)
    }
    for (const other of others) report(path, `a scope has one API, so the audience ${other} is left out`)
  }
  if (
    recordsIn(realm.clients).some(
      ({ clientId, defaultClientScopes: names }) =>
        !isOwnClient(String(clientId)) && textsIn(names).includes('roles'),
    )
  )
    report(
      'clientScopes/roles',
      'roles are in the claim groups of the scope groups, and not in realm_access and resource_access',
    )
  for (const { clientId, bearerOnly, name } of recordsIn(realm.clients)) {
    if (bearerOnly !== true || isOwnClient(String(clientId))) continue
    addApi(String(clientId), `clients/${clientId}`).name = (textOf(name) ?? String(clientId)).slice(
      0,
      limits.nameCharacters,
    )
  }
  return {
    apis,
    requestable: (name) => builtIn[name] ?? requestable.get(name),
    claimsOf: (name) => claims.get(name) ?? [],
  }
}

export const claimsOfMappers = (mappers: readonly Values[], path: string, report: Report): DeclaredClaim[] =>
  mappers
    .filter(({ protocolMapper }) => protocolMapper !== 'oidc-audience-mapper')
    .flatMap((mapper) => toDeclaredClaim(mapper, `${path}/protocolMappers/${mapper.name}`, report) ?? [])

/** Keycloak gives a client the scope only with these roles. */
export function reportScopeMappings(realm: Values, report: Report): void {
  for (const { clientScope, client } of recordsIn(realm.scopeMappings))
    if (clientScope !== 'offline_access')
      report(`scopeMappings/${clientScope ?? client}`, 'tokens have all groups of a user')
  for (const [name, list] of Object.entries(membersOf(realm.clientScopeMappings)))
    if (!isOwnClient(name) || recordsIn(list).some(({ client }) => !isOwnClient(String(client))))
      report(`clientScopeMappings/${name}`, 'tokens have all groups of a user')
}
