import { isAccountName, problemOfClaim } from '@signet/contracts'

/** Maximum lengths of the stored claims (OpenID Connect Core 5.1). */
const keptClaims: Readonly<Record<string, number>> = {
  name: 256,
  given_name: 256,
  family_name: 256,
  middle_name: 256,
  nickname: 256,
  profile: 2_048,
  picture: 2_048,
  website: 2_048,
  gender: 64,
  birthdate: 10,
  zoneinfo: 64,
  locale: 35,
}

const maxAddress = 254

/** Lower case; null for an invalid address. */
export function domainOf(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = at > 0 ? address.slice(at + 1).toLowerCase() : ''
  return domain === '' ? null : domain
}

interface Asserting {
  /** Null for a provider that is not recognised. */
  readonly kind: string | null
  readonly emailTrusted: boolean
  readonly emailClaim: string | null
}

export interface Person {
  /** Issuer of the ID token, with the tenant for a provider with many tenants. */
  readonly issuer: string
  readonly subject: string
  /** The provider's own session (OpenID Connect Back-Channel Logout 2.1). */
  readonly sid: string | null
  /** Seconds; null when the provider does not state it. */
  readonly authTime: number | null
  readonly email: string | null
  /** The provider is trusted to verify addresses, and states that this one is verified. */
  readonly emailProven: boolean
  /** Claims of the signed ID token; only these determine the account. */
  readonly signed: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, string>>
}

type Claims = Readonly<Record<string, unknown>>

export interface Assertion {
  readonly signed: Claims & { readonly iss: string; readonly sub: string }
  /** Read when the ID token has no address. */
  readonly userInfo?: Claims
  /** Claims from the browser, which may have changed them: never used to find an account. */
  readonly posted?: Claims
  /** True when claims are missing because the UserInfo endpoint was down. */
  readonly isPartial?: boolean
}

/** Used for display; the ID token takes precedence. */
export const allClaims = ({ signed, userInfo, posted }: Assertion): Claims => ({
  ...userInfo,
  ...posted,
  ...signed,
})

export function personOf(provider: Asserting, assertion: Assertion): Person {
  const { signed, userInfo } = assertion
  const fromProvider = { ...userInfo, ...signed }
  const email = addressOf(fromProvider[provider.emailClaim ?? 'email'])
  return {
    issuer: signed.iss,
    subject: signed.sub,
    authTime: typeof signed.auth_time === 'number' ? signed.auth_time : null,
    sid: typeof signed.sid === 'string' ? signed.sid : null,
    email,
    emailProven: email !== null && isProven(provider, fromProvider),
    signed,
    claims: pick(allClaims(assertion)),
  }
}

const addressOf = (value: unknown): string | null =>
  typeof value === 'string' &&
  value.length <= maxAddress &&
  isAccountName(value) &&
  /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value)
    ? value
    : null

/**
 * Each tenant of Microsoft's common issuer can write any address into its claims, so that only a domain verified by Microsoft
 * (`xms_edov`) counts, regardless of the administrator's trust. Apple writes booleans as text.
 */
function isProven({ kind, emailTrusted, emailClaim }: Asserting, asserted: Claims): boolean {
  if (!emailTrusted) return false
  if (kind === 'microsoft') return yes(asserted.xms_edov)
  const says = emailClaim === null || emailClaim === 'email' ? asserted.email_verified : undefined
  return says === undefined || yes(says)
}

const yes = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** Microsoft's common endpoint states it unless Microsoft has verified the domain. */
export function isStatedUnproven(kind: string | null, signed: Claims): boolean {
  if (kind === 'microsoft') return !yes(signed.xms_edov)
  return signed.email_verified !== undefined && !yes(signed.email_verified)
}

/**
 * Claims that an account stores. A claim with another form than OpenID Connect Core 5.1 is omitted instead of failing the sign-in,
 * because the user can correct it only at the provider.
 */
const pick = (asserted: Claims): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keptClaims).flatMap(([name, maxCharacters]): [string, string][] => {
      const given = asserted[name]
      // Some providers separate language and region by an underscore, which Core 5.1 mentions.
      const value = name === 'locale' && typeof given === 'string' ? given.replaceAll('_', '-') : given
      const isText = typeof value === 'string' && value !== '' && value.length <= maxCharacters
      return isText && !value.includes('\0') && !problemOfClaim(name, value) ? [[name, value]] : []
    }),
  )
