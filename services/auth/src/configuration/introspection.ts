import {
  type AccessToken,
  type Client,
  type ClientCredentials,
  errors,
  type KoaContextWithOIDC,
  type RefreshToken,
} from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { entitledAccount } from '../protocol/accounts.ts'

type Token = AccessToken | ClientCredentials | RefreshToken

/** A token is inactive when its account may not sign in or its application no longer exists. */
export const introspection = (context: OptionsContext) => ({
  enabled: context.settings['introspection.enabled'],
  allowedPolicy: async (ctx: KoaContextWithOIDC, client: Client, token: Token) => {
    const isAllowed =
      mayIntrospect(client, token) &&
      (await isStillKnown(ctx, token)) &&
      (!('accountId' in token) || (await entitledAccount(context, String(token.accountId))) !== undefined)
    // oidc-provider describes a token of an account only. A JWT without one names its client (RFC 9068 2.2).
    if (isAllowed && token.kind === 'ClientCredentials')
      Object.assign(Object(ctx.body), { sub: token.clientId })
    return isAllowed
  },
})

/**
 * Every application may introspect its own tokens, and a confidential application of the project also access tokens of other clients,
 * since it may serve an API; one that registered itself serves none. A refresh token is limited to its own client (RFC 7662 4).
 */
const mayIntrospect = (client: Client, token: Token): boolean =>
  token.clientId === client.clientId ||
  (client.tokenEndpointAuthMethod !== 'none' && servesApis(client) && token.kind !== 'RefreshToken')

function servesApis(client: Client): boolean {
  const { dynamic, connectionId } = ownSettings(client)
  return !dynamic && connectionId === undefined
}

/** A directory's client does not exist while its connection is disabled. */
async function isStillKnown({ oidc }: KoaContextWithOIDC, { clientId = '' }: Token): Promise<boolean> {
  if (clientId === oidc.client?.clientId) return true
  try {
    return (await oidc.provider.Client.find(clientId)) !== undefined
  } catch (error) {
    // The metadata document of the token's client cannot be fetched.
    if (error instanceof errors.OIDCProviderError) return false
    throw error
  }
}
