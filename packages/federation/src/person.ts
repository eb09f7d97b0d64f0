import { isAccountName, problemOfClaim } from '@signet/contracts'

/** Claims of a provider about a person that an account keeps (OpenID Connect Core 5.1), and the length each may have. */
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

/** The domain of an e-mail address in lower case; null for what is none. */
export function domainOf(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = at > 0 ? address.slice(at + 1).toLowerCase() : ''
  return domain === '' ? null : domain
}

interface Asserting {
  /** As recognised; null for a provider of no recognised kind. */
  readonly kind: string | null
  readonly emailTrusted: boolean
  readonly emailClaim: string | null
}

/** A person as a provider describes them. */
export interface Person {
  /** Of the ID token. For a provider of many tenants it has the tenant in it. */
  readonly issuer: string
  readonly subject: string
  /** The provider's own session, for signing out (OpenID Connect Back-Channel Logout 2.1). */
  readonly sid: string | null
  /** When the provider authenticated the user, in seconds; null when it does not state it. */
  readonly authTime: number | null
  readonly email: string | null
  /** The provider is trusted to know that the address is the person's, and says that it does. */
  readonly emailProven: boolean
  /** Claims of the signed ID token: only these decide whose account it is. */
  readonly signed: Readonly<Record<string, unknown>>
  /** What an account keeps of it. */
  readonly claims: Readonly<Record<string, string>>
}

type Claims = Readonly<Record<string, unknown>>

/** The claims about a person, by where they came from. */
export interface Assertion {
  /** Claims of the signed ID token. */
  readonly signed: Claims & { readonly iss: string; readonly sub: string }
  /** Claims of the provider's UserInfo endpoint, when the ID token has no address. */
  readonly userInfo?: Claims
  /** Of the browser, which may have changed them: never used to find an account. */
  readonly posted?: Claims
}

/** Merges the claims for display; the ID token takes precedence. */
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
 * Microsoft's own issuer for everybody lets each tenant write any address into its claims, so no trust of an
 * administrator makes one proven unless Microsoft has verified the domain's owner (`xms_edov`). Apple writes booleans as
 * text.
 */
function isProven({ kind, emailTrusted, emailClaim }: Asserting, asserted: Claims): boolean {
  if (!emailTrusted) return false
  if (kind === 'microsoft') return yes(asserted.xms_edov)
  const says = emailClaim === null || emailClaim === 'email' ? asserted.email_verified : undefined
  return says === undefined || yes(says)
}

const yes = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** Returns whether the provider states that the address is unverified; at Microsoft's common endpoint, unless it vouches. */
export function isStatedUnproven(kind: string | null, signed: Claims): boolean {
  if (kind === 'microsoft') return !yes(signed.xms_edov)
  return signed.email_verified !== undefined && !yes(signed.email_verified)
}

/**
 * Returns the claims that an account keeps. A claim that is not in the form of OpenID Connect Core 5.1 is left out: the user can
 * correct it at the provider only, and would not be signed in.
 */
const pick = (asserted: Claims): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keptClaims).flatMap(([name, maxCharacters]): [string, string][] => {
      const given = asserted[name]
      // Some providers separate a language and its region by an underscore, which Core 5.1 mentions.
      const value = name === 'locale' && typeof given === 'string' ? given.replaceAll('_', '-') : given
      const isText = typeof value === 'string' && value !== '' && value.length <= maxCharacters
      return isText && !value.includes('\0') && !problemOfClaim(name, value) ? [[name, value]] : []
    }),
  )
