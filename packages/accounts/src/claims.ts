import { isClaimName, isTimeZone } from '@signet/contracts'

export interface ClaimAccount {
  readonly email: string | null
  readonly emailVerified: boolean
  readonly username: string | null
  readonly claims: Readonly<Record<string, unknown>>
  readonly profile: Readonly<Record<string, unknown>>
}

export interface StoredProfile {
  readonly name?: {
    readonly formatted?: string
    readonly familyName?: string
    readonly givenName?: string
    readonly middleName?: string
  }
  readonly displayName?: string
  readonly nickName?: string
  readonly locale?: string
  readonly timezone?: string
  readonly title?: string
  readonly userType?: string
  readonly profileUrl?: string
  readonly preferredLanguage?: string
  readonly roles?: readonly { readonly value: string }[]
  readonly enterprise?: {
    readonly employeeNumber?: string
    readonly costCenter?: string
    readonly organization?: string
    readonly division?: string
    readonly department?: string
    readonly manager?: { readonly value?: string }
  }
  readonly phoneNumbers?: readonly { readonly value: string; readonly primary?: boolean }[]
}

/**
 * All claims, named by OpenID Connect Core 5.1; scopes decide which an application receives. The profile overrides a stored claim of
 * the same name.
 */
export function claimsOf(account: ClaimAccount): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(account.claims).filter(([name]) => isClaimName(name))),
    ...(account.username ? { preferred_username: account.username } : {}),
    ...profileClaims(account.profile as StoredProfile),
    ...(account.email ? { email: account.email, email_verified: account.emailVerified } : {}),
  }
}

/**
 * A directory may store values that OpenID Connect Core 5.1 does not allow (en_US, a telephone extension): those remain in the profile
 * and are not sent to applications.
 */
export function profileClaims(profile: StoredProfile): Record<string, unknown> {
  const phones = profile.phoneNumbers ?? []
  const phone = phones.find(({ primary }) => primary) ?? phones[0]
  const claims = {
    given_name: profile.name?.givenName,
    family_name: profile.name?.familyName,
    middle_name: profile.name?.middleName,
    name: profile.name?.formatted ?? profile.displayName,
    nickname: profile.nickName,
    locale: languageTag(profile.locale),
    zoneinfo: profile.timezone && isTimeZone(profile.timezone) ? profile.timezone : undefined,
    phone_number: phone?.value.startsWith('+') ? phone.value : undefined,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

function languageTag(locale: string | undefined): string | undefined {
  try {
    return locale && Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
