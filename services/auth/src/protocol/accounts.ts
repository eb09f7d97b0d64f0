import { claimsAboutUser, idTokenHasClaimsOfScopes, valuesOf } from '@signet/accounts'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { AccountRow } from '../artifacts/account-columns.ts'
import { ownSettings } from '../clients/client-metadata.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { loadAccount } from '../request/account-store.ts'
import { requestState } from '../request/state.ts'
import { accessTokenClaims } from './access-token-claims.ts'
import { isForPlaceholder } from './ciba.ts'
import { declared, groupsFor, listsFor, signInOf } from './declared-claims.ts'
import { groupsClaim } from './groups-claim.ts'
import { scopeTokens } from './scopes.ts'

/** Pages treat an account that may not sign in as missing. */
export async function entitledAccount({ deps, project }: OptionsContext, accountId: string) {
  const account = await loadAccount(deps.database, project.id, accountId)
  return account?.active && !account.locked ? account : undefined
}

/**
 * Reads the account from the primary together with the artifact. Every grant passes `findAccount`, so an account that may not sign in
 * gets no token.
 */
export const accounts = (context: OptionsContext): Configuration => ({
  async findAccount(ctx: KoaContextWithOIDC, accountId: string) {
    if (isForPlaceholder(ctx, accountId)) return { accountId, claims: () => ({ sub: accountId }) }
    const account = await entitledAccount(context, accountId)
    return (
      account && {
        accountId,
        claims: (use, scope, named = {}, rejected = []) =>
          claimsFor(context, ctx, account, { use: use as Use, scope, named, rejected }),
      }
    )
  },
  extraTokenClaims: (ctx, token) => withExchange(accessTokenClaims(context, ctx, token)),
  // ID tokens always contain the authentication methods (OpenID Connect Core 2); scopes release the other claims.
  claims: {
    ...context.settings.claims,
    openid: [...(context.settings.claims.openid ?? ['sub']), 'amr'],
    acr: null,
    auth_time: null,
    iss: null,
    sid: null,
  },
  scopes: [...context.settings.scopes],
  acrValues: Object.keys(context.settings.acrValues),
  // `findAccount` selects the claims of an ID token, because each application can have its own choice.
  conformIdTokenClaims: false,
})

type Use = 'id_token' | 'userinfo'

interface Asked {
  readonly use: Use
  readonly scope: string
  /** Members of the `claims` parameter for this use. */
  readonly named: Readonly<Record<string, unknown>>
  readonly rejected: readonly string[]
}

/** oidc-provider selects among the released claims again; the declared ones are apart. */
async function claimsFor(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  account: AccountRow,
  { use, scope, named, rejected }: Asked,
) {
  const { oidc } = ctx
  const scopes = scopeTokens(oidc.entities.Grant?.getOIDCScopeFiltered(scopeTokens(scope)) ?? scope)
  const lists = await listsFor(context, oidc.client)
  const { groups } = await groupsClaim(context, account, { scopes, claims: named, rejected })
  const { released, issued } = claimsAboutUser({
    output: use,
    lists,
    facts: {
      account,
      groups: lists && (await groupsFor(context, lists, use, account.id)),
      scopes: new Set(scopes),
      rejected,
      ...(lists && use === 'id_token' ? signInOf(oidc) : {}),
    },
    groups,
    byScope: context.settings.claims,
    named: Object.keys(named),
    hasClaimsOfScopes: use === 'userinfo' || hasClaimsOfScopes(context, ctx),
  })
  const claims: Record<string, unknown> = {}
  for (const { claim, value } of released) claims[claim] = value
  return { ...claims, sub: account.id, ...(lists ? { [declared]: valuesOf(issued) } : {}) }
}

const hasClaimsOfScopes = ({ settings }: OptionsContext, { oidc }: KoaContextWithOIDC): boolean => {
  const { client, entities } = oidc
  return idTokenHasClaimsOfScopes(
    settings,
    client && ownSettings(client).idTokenClaims,
    entities.AccessToken?.aud,
  )
}

type Claims = Record<string, unknown> | undefined

/** Adds the claims of an exchanged token, which no other claim replaces. */
function withExchange(claims: Promise<object | undefined>): Promise<Claims> {
  const exchange = requestState()?.exchange
  return exchange ? claims.then((others) => ({ ...others, ...exchange })) : (claims as Promise<Claims>)
}
