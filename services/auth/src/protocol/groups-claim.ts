import type { Settings } from '@signet/contracts'
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider'
import type { AccountRow } from '../artifacts/account-columns.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { groupsOf, loadAccount } from '../request/account-store.ts'
import { scopeTokens } from './scopes.ts'

interface ReleaseRequest {
  readonly scopes: readonly string[]
  readonly claims?: Readonly<Record<string, unknown>>
  readonly rejected?: readonly string[]
}

const releasesGroups = (
  { claims: map }: Settings,
  { scopes, claims = {}, rejected = [] }: ReleaseRequest,
): boolean =>
  !rejected.includes('groups') &&
  (Object.hasOwn(claims, 'groups') || scopes.some((scope) => map[scope]?.includes('groups')))

/**
 * Returns the names of the user's directory groups when a scope or claim releases them. A stored claim
 * `groups` is ignored.
 */
export async function groupsClaim(
  { deps, project, settings }: OptionsContext,
  account: AccountRow,
  released: ReleaseRequest,
): Promise<{ readonly groups?: readonly string[] }> {
  if (!releasesGroups(settings, released)) return {}
  return { groups: await groupsOf(deps.database, project.id, account) }
}

/** Returns the claims about the user in an access token and its introspection (RFC 9068 2.2.3.1). */
export async function accessTokenClaims(
  context: OptionsContext,
  { oidc }: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<{ readonly groups?: readonly string[] } | undefined> {
  const {
    Grant: grant,
    AuthorizationCode,
    RefreshToken,
    DeviceCode,
    BackchannelAuthenticationRequest,
  } = oidc.entities
  const source = RefreshToken ?? AuthorizationCode ?? DeviceCode ?? BackchannelAuthenticationRequest
  if (!('accountId' in token) || !grant || !source) return undefined
  const asked = scopeTokens(String(oidc.params?.scope ?? source.scope ?? ''))
  const scopes = scopeTokens(grant.getOIDCScopeFiltered(asked))
  const released = { scopes, rejected: grant.getRejectedOIDCClaims() }
  if (!releasesGroups(context.settings, released)) return undefined
  const account = await loadAccount(context.deps.database, context.project.id, String(token.accountId))
  return account ? groupsClaim(context, account, released) : undefined
}
