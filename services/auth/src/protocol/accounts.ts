import { claimsOf } from '@signet/accounts'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { loadAccount } from '../request/account-store.ts'
import { isForNobody } from './ciba.ts'
import { accessTokenClaims, groupsClaim } from './groups-claim.ts'
import { scopeTokens } from './scopes.ts'

/** The account, unless it may not sign in: then it is no account here, on whatever page (T13). */
export async function entitledAccount({ deps, project }: OptionsContext, accountId: string) {
  const account = await loadAccount(deps.database, project.id, accountId)
  return account?.active && !account.locked ? account : undefined
}

/**
 * Who a token or session speaks for. The account is read from the primary with the artifact that names it, and an
 * account that may not sign in is no account here: that one gate stands before every grant (T13).
 */
export const accounts = (context: OptionsContext): Configuration => ({
  async findAccount(ctx: KoaContextWithOIDC, accountId: string) {
    if (isForNobody(ctx, accountId)) return { accountId, claims: () => ({ sub: accountId }) }
    const account = await entitledAccount(context, accountId)
    return (
      account && {
        accountId,
        claims: async (_use, scope, claims, rejected) => ({
          sub: accountId,
          ...claimsOf(account),
          ...(await groupsClaim(context, account, { scopes: scopeTokens(scope), claims, rejected })),
        }),
      }
    )
  },
  extraTokenClaims: (ctx, token) => accessTokenClaims(context, ctx, token),
  // How the person signed in is always said (OpenID Connect Core 2); the rest is released by scope.
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
  conformIdTokenClaims: context.settings.conformIdTokenClaims,
})
