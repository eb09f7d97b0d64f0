import type { Client, PrintedStack } from '@signet/contracts'
import { proposedRedirectUri, proposedSignOutUri, redirectUriFor, signOutUriFor } from './fill.ts'

type Checked = Pick<Client, 'pkce' | 'idTokenClaims' | 'redirectUris' | 'postLogoutRedirectUris'>

export type ShortfallName = 'pkce' | 'idTokenClaims' | 'redirectUri' | 'signOutUri'

export interface Shortfall {
  readonly name: ShortfallName
  readonly change: Partial<Checked>
  readonly uri?: string
}

function redirectShortfalls(
  stack: PrintedStack,
  { redirectUris, postLogoutRedirectUris }: Checked,
): Shortfall[] {
  if (stack.redirectPath === undefined) return []
  const registered = redirectUriFor(stack, redirectUris)
  const uri = registered ?? proposedRedirectUri(stack, redirectUris)
  const signOutUri = proposedSignOutUri(stack, uri)
  const lacksSignOut =
    signOutUri !== undefined && signOutUriFor(stack, uri, postLogoutRedirectUris) === undefined
  return [
    ...(registered
      ? []
      : [{ name: 'redirectUri', uri, change: { redirectUris: [...redirectUris, uri] } } satisfies Shortfall]),
    ...(lacksSignOut
      ? [
          {
            name: 'signOutUri',
            uri: signOutUri,
            change: { postLogoutRedirectUris: [...postLogoutRedirectUris, signOutUri] },
          } satisfies Shortfall,
        ]
      : []),
  ]
}

/** Returns the fields that keep a library from working. An option that is null has the unknown default of the instance. */
export function shortfallsOf(stack: PrintedStack, client: Checked): Shortfall[] {
  const { pkce, idTokenClaims } = stack.options
  return [
    ...(pkce === 'optional' && client.pkce !== 'optional'
      ? [{ name: 'pkce', change: { pkce } } satisfies Shortfall]
      : []),
    ...(idTokenClaims && client.idTokenClaims !== true
      ? [{ name: 'idTokenClaims', change: { idTokenClaims } } satisfies Shortfall]
      : []),
    ...redirectShortfalls(stack, client),
  ]
}

export const correctionOf = (shortfalls: readonly Shortfall[]): Shortfall['change'] =>
  Object.assign({}, ...shortfalls.map(({ change }) => change))
