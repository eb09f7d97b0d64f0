import type Provider from 'oidc-provider'
import type { AccessToken, ResourceServerInstance, TokenEndpointGrantContext } from 'oidc-provider'
import { buildTokenResponse } from 'oidc-provider/lib/helpers/grants.js'
import { requireRequestState } from '../request/state.ts'
import { bindToSender, type Sender } from './sender.ts'

interface Order {
  readonly accountId: string
  readonly grantId: string
  /** Undefined for a token that ends with its grant. */
  readonly sid?: string | undefined
  readonly server: ResourceServerInstance
  readonly scopes: readonly string[]
  /** Longest lifetime. */
  readonly maxSeconds: number
  readonly sender: Sender
}

export async function makeAccessToken(
  provider: Provider,
  ctx: TokenEndpointGrantContext,
  { accountId, grantId, sid, server, scopes, maxSeconds, sender }: Order,
): Promise<AccessToken> {
  const { client, params } = ctx.oidc
  const token = new provider.AccessToken({ client, accountId, grantId, gty: params.grant_type, sid })
  token.resourceServer = server
  token.scope = scopes.join(' ')
  Object.assign(token, { expiresIn: Math.min(token.expiration, maxSeconds) })
  await bindToSender(provider, ctx, token, sender)
  return token
}

/** Locks the grant with the write: when it is revoked concurrently, nothing is issued. */
export async function sendAccessToken(
  provider: Provider,
  ctx: TokenEndpointGrantContext,
  token: AccessToken,
  issuedTokenType?: string,
): Promise<void> {
  ctx.oidc.entity('AccessToken', token)
  const accessToken = await token.save()
  ctx.body = buildTokenResponse(provider, {
    accessToken,
    expiresIn: token.expiration,
    issuedTokenType,
    scope: token.scope || undefined,
    tokenType: token.tokenType,
  })
}

/** Locks a stored grant with the writes of the request: of a concurrent revocation, one waits for the other. */
export const requireGrant = (id: string): void =>
  requireRequestState().writes.add({ do: 'require', model: 'Grant', id })
