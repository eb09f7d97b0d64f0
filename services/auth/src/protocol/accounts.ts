import { claimsOf } from '@signet/accounts'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { loadAccount } from '../request/account-store.ts'
import { isForPlaceholder } from './ciba.ts'
import { withExchange } from './exchange-claims.ts'
import { accessTokenClaims, groupsClaim } from './groups-claim.ts'
import { scopeTokens } from './scopes.ts'

/** Returns the account unless it may not sign in. Pages treat such an account as missing. */
export async function entitledAccount({ deps, project }: OptionsContext, accountId: string) {
  const account = await loadAccount(deps.database, project.id, accountId)
  return account?.active && !account.locked ? account : undefined
}

/**
 * Resolves the account of a token or session. Reads it from the primary together with the artifact. Every
 * grant passes `findAccount`, so an account that may not sign in gets no token.
 */
export const accounts = (context: OptionsContext): Configuration => ({
  async findAccount(ctx: KoaContextWithOIDC, accountId: string) {
    if (isForPlaceholder(ctx, accountId)) return { accountId, claims: () => ({ sub: accountId }) }
    const account = await entitledAccount(context, accountId)
    return (
      account && {
        accountId,
        claims: async (use, scope, claims, rejected) => {
          const available = {
            sub: accountId,
            ...claimsOf(account),
            ...(await groupsClaim(context, account, { scopes: scopeTokens(scope), claims, rejected })),
          }
          return use === 'id_token' && !hasClaimsOfScopes(context, ctx)
            ? onlyNamed(context, available, claims)
            : available
        },
      }
    )
  },
  extraTokenClaims: (ctx, token) => withExchange(accessTokenClaims(context, ctx, token)),
  // The ID token always contains the authentication methods (OpenID Connect Core 2); scopes release the other
  // claims.
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

/**
 * Returns whether an ID token contains the claims of the granted scopes: UserInfo cannot deliver them (OpenID Connect
 * Core 5.4), or the application or the setting says so.
 */
function hasClaimsOfScopes({ settings }: OptionsContext, { oidc }: KoaContextWithOIDC): boolean {
  const { client, entities } = oidc
  const isDelivered = settings['userinfo.enabled'] && !entities.AccessToken?.aud
  return !isDelivered || ((client && ownSettings(client).idTokenClaims) ?? !settings.conformIdTokenClaims)
}

/** Returns the claims of the scope `openid` and those that the `claims` parameter names. */
const onlyNamed = (
  { settings }: OptionsContext,
  available: Readonly<Record<string, unknown>> & { readonly sub: string },
  claims: Readonly<Record<string, unknown>> | undefined,
) => {
  const names = new Set(['sub', ...(settings.claims.openid ?? []), ...Object.keys(claims ?? {})])
  const named = Object.entries(available).filter(([name]) => names.has(name))
  return { ...Object.fromEntries(named), sub: available.sub }
}
