import type { Settings } from '@signet/contracts'
import type { Client } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'

/** Scopes of the server itself, about a person; every other one belongs to an API. */
export const serverScopes = ({ scopes, claims }: Settings): Set<string> =>
  new Set([...scopes, ...Object.keys(claims)])

/** Claims of the protocol, which tell about the sign-in and cannot be refused (OpenID Connect Core 2). */
export const protocolClaims = new Set(['sub', 'sid', 'auth_time', 'acr', 'amr', 'iss'])

export const scopeTokens = (scope: string | undefined): string[] => scope?.split(' ').filter(Boolean) ?? []

/** What an application may ask for, of the server and of APIs: everything where nothing was registered (decision 17). */
export function mayAskFor(client: Client, scope: string): boolean {
  const registered = scopeTokens(ownSettings(client).scope ?? client.scope)
  return registered.length === 0 || registered.includes(scope)
}

/** Stands in a grant for an audience that was allowed without any scope of it: a grant keeps no empty list. */
export const audienceOnly = 'openid'
