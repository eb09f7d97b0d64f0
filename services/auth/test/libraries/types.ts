import type { CryptoKey } from 'jose'
import type { ClientCredentials } from '../support/journey.ts'

export const methods = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
] as const

export interface LibraryClient extends ClientCredentials {
  readonly issuer: string
  readonly method: (typeof methods)[number]
  readonly key: CryptoKey
  readonly kid: string
  /** Binds the tokens to a key that the library generates. */
  readonly dpop?: boolean
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly type: string
  /** Subject of the ID token, whose signature was validated. */
  readonly sub: string | undefined
}

type Parameters = Readonly<Record<string, string>>

export interface Library {
  /** Pushes the authorization request when `pushed` is set, and redeems the response. */
  begin(
    parameters: Parameters,
    how?: { readonly pushed: boolean },
  ): Promise<{ url: URL; redeem(answer: URL): Promise<Tokens> }>
  refresh(refreshToken: string): Promise<Tokens>
  machine(parameters?: Parameters): Promise<Tokens>
  device(parameters: Parameters): Promise<{ complete: string; redeem(): Promise<Tokens> }>
  backchannel(parameters: Parameters): Promise<{ redeem(): Promise<Tokens> }>
  userinfo(accessToken: string, sub: string): Promise<Readonly<Record<string, unknown>>>
  introspect(token: string): Promise<{ readonly active: boolean }>
  revoke(token: string): Promise<void>
}
