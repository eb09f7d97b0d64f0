import { claimsOfAccessToken, valuesOf } from '@signet/accounts'
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { loadAccount } from '../request/account-store.ts'
import { requestState } from '../request/state.ts'
import { groupsFor, listsFor, signInOf, sourceOf } from './declared-claims.ts'
import { groupsClaim, releasesGroups } from './groups-claim.ts'
import { scopeTokens } from './scopes.ts'

/** RFC 9068 2.2.3.1, for access tokens and their introspection. */
export async function accessTokenClaims(
  context: OptionsContext,
  { oidc }: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const exchanged = requestState()?.exchangedSignIn
  const grant = exchanged?.grant ?? oidc.entities.Grant
  const lists = await listsFor(context, oidc.client, token.aud)
  const accountId = 'accountId' in token ? token.accountId : undefined
  const isOfUser = accountId !== undefined && grant !== undefined
  if (!lists && !isOfUser) return undefined
  const source = sourceOf(oidc)
  // The scopes of a request for an exchange are those of the API.
  const asked = exchanged
    ? scopeTokens(grant?.getOIDCScope())
    : scopeTokens(String(oidc.params?.scope ?? source?.scope ?? token.scope ?? ''))
  const scopes = isOfUser ? scopeTokens(grant.getOIDCScopeFiltered(asked)) : []
  const released = { scopes, rejected: isOfUser ? grant.getRejectedOIDCClaims() : [] }
  const mayHaveGroups = exchanged ? exchanged.hasGroups : source !== undefined
  const hasGroups = isOfUser && mayHaveGroups && releasesGroups(context.settings, released)
  if (!lists && !hasGroups) return undefined
  // A token that is issued for an assertion has an account and no grant of its own application.
  const account = accountId
    ? ((await loadAccount(context.deps.database, context.project.id, accountId)) ?? undefined)
    : undefined
  const { released: groups, issued } = claimsOfAccessToken({
    lists,
    facts: {
      account,
      groups: lists && account && (await groupsFor(context, lists, 'access_token', account.id)),
      scopes: new Set([...scopes, ...scopeTokens(token.scope)]),
      rejected: released.rejected,
      ...(lists ? (exchanged ? { acr: exchanged.acr, amr: exchanged.amr } : signInOf(oidc)) : {}),
    },
    groups: hasGroups && account ? (await groupsClaim(context, account, released)).groups : undefined,
  })
  return valuesOf([...groups, ...issued])
}
