import type { AccessToken, Grant } from 'oidc-provider'

/** Applications that act for the subject of a token (RFC 8693 4.1): the last one, and within it the earlier ones. */
export interface Actor {
  readonly sub: string
  readonly act?: Actor
}

export interface PassedToken {
  readonly aud: string
  readonly scope: string
}

export interface Exchange {
  readonly act: Actor
  /** The earlier tokens, the first one first. They limit each later exchange. */
  readonly via: readonly PassedToken[]
}

/** Sign-in of the exchanged token, from which the same claims follow. */
export interface ExchangedSignIn {
  readonly grant: Grant
  readonly hasGroups: boolean
  readonly acr?: string | undefined
  readonly amr?: readonly string[] | undefined
}

/**
 * The grant and the client of an exchanged token belong to different applications, which oidc-provider rejects: `sourceGrantId` has the
 * grant of the sign-in, and `grantId` is undefined.
 */
export type FoundAccessToken = AccessToken & { readonly sourceGrantId?: string }

/** @returns undefined for a token that was not exchanged */
export function exchangeOf(claims: unknown): Exchange | undefined {
  const { act, via } = Object(claims) as { act?: unknown; via?: unknown }
  return isActor(act) && Array.isArray(via) ? { act, via: via as PassedToken[] } : undefined
}

const isActor = (value: unknown): value is Actor =>
  typeof value === 'object' && value !== null && 'sub' in value && typeof value.sub === 'string'

export const exchangesOf = (actor: Actor | undefined): number => (actor ? 1 + exchangesOf(actor.act) : 0)
