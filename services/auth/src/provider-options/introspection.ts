import {
  type AccessToken,
  type Client,
  type ClientCredentials,
  errors,
  type KoaContextWithOIDC,
  type RefreshToken,
} from 'oidc-provider'
import { entitledAccount } from './accounts.ts'
import type { OptionsContext } from './context.ts'

type Token = AccessToken | ClientCredentials | RefreshToken

/**
 * Who learns of a token that it is active: an application that proves who it is, or the one it was issued to. A token
 * of somebody who may not have one any more is inactive, whether person or application (T13).
 */
export const introspection = (context: OptionsContext) => ({
  enabled: context.settings['introspection.enabled'],
  allowedPolicy: async (ctx: KoaContextWithOIDC, client: Client, token: Token) =>
    (client.tokenEndpointAuthMethod !== 'none' || token.clientId === client.clientId) &&
    (await isStillKnown(ctx, token)) &&
    (!('accountId' in token) || (await entitledAccount(context, String(token.accountId))) !== undefined),
})

/** A directory's client is gone while its connection is disabled, and its tokens with it. Clients are held in memory. */
async function isStillKnown({ oidc }: KoaContextWithOIDC, { clientId = '' }: Token): Promise<boolean> {
  if (clientId === oidc.client?.clientId) return true
  try {
    return (await oidc.provider.Client.find(clientId)) !== undefined
  } catch (error) {
    // An application known by a document that cannot be had: the caller's own question was right.
    if (error instanceof errors.OIDCProviderError) return false
    throw error
  }
}
