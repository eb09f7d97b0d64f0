import type { Settings } from '@signet/contracts'
import type { Client } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'

/** Scopes of the server are about the user. Every other scope belongs to an API. */
export const serverScopes = ({ scopes, claims }: Settings): Set<string> =>
  new Set([...scopes, ...Object.keys(claims)])

/** Claims about the authentication, which the user cannot refuse (OpenID Connect Core 2). */
export const protocolClaims = new Set(['sub', 'sid', 'auth_time', 'acr', 'amr', 'iss'])

export const scopeTokens = (scope: string | undefined): string[] => scope?.split(' ').filter(Boolean) ?? []

/** A client without registered scopes may request every scope. */
export function mayAskFor(client: Client, scope: string): boolean {
  const registered = scopeTokens(ownSettings(client).scope ?? client.scope)
  return registered.length === 0 || registered.includes(scope)
}

/** Placeholder in a grant for an audience without scopes: oidc-provider stores no empty list. */
export const audienceOnly = 'openid'
