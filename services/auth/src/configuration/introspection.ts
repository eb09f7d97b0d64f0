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

/**
 * Decides which client may introspect a token. A token is inactive when its account or application may not have one any more
 * (T13).
 */
export const introspection = (context: OptionsContext) => ({
  enabled: context.settings['introspection.enabled'],
  allowedPolicy: async (ctx: KoaContextWithOIDC, client: Client, token: Token) => {
    const isAllowed =
      mayLearnOf(client, token) &&
      (await isStillKnown(ctx, token)) &&
      (!('accountId' in token) || (await entitledAccount(context, String(token.accountId))) !== undefined)
    // oidc-provider describes a token of an account only. A JWT without one names its client (RFC 9068 2.2).
    if (isAllowed && token.kind === 'ClientCredentials')
      Object.assign(Object(ctx.body), { sub: token.clientId })
    return isAllowed
  },
})

/**
 * Every application learns of its own tokens. The project's own applications serve its APIs, so one that proves who it
 * is learns of everybody's access tokens; what registered itself serves none, and a refresh token is nobody's business
 * but its holder's (RFC 7662 4).
 */
const mayLearnOf = (client: Client, token: Token): boolean =>
  token.clientId === client.clientId ||
  (client.tokenEndpointAuthMethod !== 'none' && servesApis(client) && token.kind !== 'RefreshToken')

function servesApis(client: Client): boolean {
  const { dynamic, connectionId } = ownSettings(client)
  return !dynamic && connectionId === undefined
}

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
