import type Provider from 'oidc-provider'
import type {
  BackchannelAuthenticationRequest,
  Client,
  ClientCredentials,
  Grant,
  OIDCContext,
  RefreshToken,
} from 'oidc-provider'
import type { PresentedCredentials } from '../artifacts/sign-in-basis.ts'
import type { declared } from '../protocol/declared-claims.ts'
import type { ClientKeyStore } from './client-key-store.ts'
import type { OverrideContext } from './context.ts'

export type Find<Model> = (
  this: unknown,
  value: string,
  options?: { readonly ignoreExpiration?: boolean },
) => Promise<Model | undefined>

export type Save<Model> = (this: Model) => Promise<string>

export interface FoundToken {
  readonly aud?: unknown
}

/** `available` has all claims about a user, the declared ones under a symbol. */
export interface ClaimsMask {
  readonly available: { readonly [declared]?: object }
}

/** `exp` is undefined until the session is stored for the first time. */
export interface StoredSession {
  readonly exp?: number
  presented?: PresentedCredentials | undefined
}

export interface Members {
  readonly Client: { readonly find: (this: unknown, id: unknown) => Promise<Client | undefined> }
  readonly 'Client.prototype': {
    readonly backchannelLogout: (this: Client, sub: string, sid: string) => Promise<void>
    readonly backchannelPing: (this: Client, request: BackchannelAuthenticationRequest) => Promise<void>
    readonly compareClientSecret: (this: Client, presented: string) => boolean | Promise<boolean>
    readonly grantTypeAllowed: (this: Client, type: string) => boolean
    readonly includeSid: (this: Client) => boolean
    readonly redirectUriAllowed: (this: Client, uri: string) => boolean
    readonly responseTypeAllowed: (this: Client, type: string) => boolean
  }
  readonly ClientKeyStore: {
    readonly refresh: (this: ClientKeyStore) => Promise<void>
    readonly selectForVerify: (
      this: ClientKeyStore,
      wanted: { alg?: string; kid?: string },
    ) => readonly unknown[]
  }
  readonly 'Claims.prototype': { readonly result: (this: ClaimsMask) => Promise<object> }
  readonly AccessToken: { readonly find: Find<FoundToken> }
  readonly ClientCredentials: { readonly find: Find<FoundToken> }
  readonly RefreshToken: { readonly find: Find<FoundToken> }
  readonly 'RefreshToken.prototype': { readonly generateTokenId: (this: RefreshToken) => string }
  readonly ReplayDetection: {
    readonly unique: (this: unknown, issuer: string, jti: string, exp: number) => Promise<boolean>
  }
  readonly 'ClientCredentials.prototype': { readonly save: Save<ClientCredentials> }
  readonly 'Grant.prototype': { readonly save: Save<Grant> }
  readonly Session: { readonly IN_PAYLOAD: (this: unknown) => readonly string[] }
  readonly 'Session.prototype': {
    readonly loginAccount: (this: StoredSession, details: object) => void
    readonly persist: (this: StoredSession) => Promise<string>
  }
  readonly 'Provider.prototype': { readonly registerGrantType: Provider['registerGrantType'] }
  readonly 'OIDCContext.prototype': { readonly acr: (this: OIDCContext) => string | undefined }
}

/** Returns the replacement, or the original when the settings need none. */
export type Wrapper<Method> = (original: Method, context: OverrideContext) => Method

export interface Override {
  readonly of: keyof Members
  readonly member: string
  /** Section of a specification, or behavior of oidc-provider, that makes the override necessary. */
  readonly because: string
  /** A call passes them in this order; the last one calls oidc-provider. */
  readonly wrappers: readonly ((original: never, context: OverrideContext) => unknown)[]
}

export const override = <Of extends keyof Members, Name extends keyof Members[Of] & string>(
  of: Of,
  member: Name,
  because: string,
  ...wrappers: readonly Wrapper<Members[Of][Name]>[]
): Override => ({ of, member, because, wrappers })

/**
 * Replaces a member on the object itself and not on the class that it inherits from.
 * @throws Error when oidc-provider no longer has the member
 */
export function replaceMember(
  target: object,
  { of, member, wrappers }: Override,
  context: OverrideContext,
): void {
  const descriptor = descriptorOf(target, member)
  if (!descriptor) throw new Error(`oidc-provider no longer has ${of}.${member}.`)
  const kind = descriptor.get ? 'get' : 'value'
  const original: unknown = descriptor[kind]
  const replacement = wrappers.reduceRight((inner, wrap) => wrap(inner as never, context), original)
  if (replacement !== original) Object.defineProperty(target, member, { ...descriptor, [kind]: replacement })
}

/** The earlier client object has the same `jwks_uri`. */
export const shareKeyStore = (client: object, store: ClientKeyStore): void =>
  void Object.defineProperty(client, 'asymmetricKeyStore', { value: store })

function descriptorOf(target: object | null, member: string): PropertyDescriptor | undefined {
  if (target === null) return undefined
  return (
    Object.getOwnPropertyDescriptor(target, member) ?? descriptorOf(Object.getPrototypeOf(target), member)
  )
}
