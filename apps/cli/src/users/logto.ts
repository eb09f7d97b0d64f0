import type { ImportedUser } from '@signet/contracts'
import {
  type ExportFacts,
  given,
  isValues,
  linksOf,
  type MappedUser,
  profileOf,
  textOf,
  type Values,
} from './mapped.ts'

/** The other hashes of Logto are unsalted digests, which are refused. */
const usualMethods = ['Argon2i', 'Argon2d', 'Argon2id', 'Bcrypt']

function passwordOf(user: Values, leftOut: string[]): string | undefined {
  const hash = textOf(user.passwordEncrypted) ?? textOf(user.passwordDigest)
  const method = textOf(user.passwordEncryptionMethod) ?? textOf(user.passwordAlgorithm)
  if (hash === undefined) {
    if (user.hasPassword === true) leftOut.push('the password, which the API of Logto does not return')
    return undefined
  }
  if (method === undefined || usualMethods.includes(method)) return hash
  leftOut.push(`the password with the method ${method}`)
  return undefined
}

/** A user of the management API, possibly with the hash of the table `users`. */
export function mapLogto(user: Values, facts: ExportFacts): MappedUser {
  const leftOut: string[] = []
  const identities = Object.entries(isValues(user.identities) ? user.identities : {})
  const links = identities.map(([provider, identity]) => ({
    provider,
    subject: isValues(identity) ? identity.userId : undefined,
  }))
  const profile = isValues(user.profile) ? user.profile : {}
  const email = textOf(user.primaryEmail)
  if (Array.isArray(user.mfaVerifications) && user.mfaVerifications.length > 0)
    leftOut.push('the second factor')
  return {
    user: given({
      email: email ?? '',
      subject: textOf(user.id),
      username: textOf(user.username),
      // Logto stores an address only after its verification.
      emailVerified: email !== undefined,
      active: user.isSuspended !== true,
      passwordHash: passwordOf(user, leftOut),
      links: linksOf(links, facts, leftOut),
      profile: profileOf({
        givenName: textOf(profile.givenName),
        familyName: textOf(profile.familyName),
        displayName: textOf(user.name),
        locale: textOf(profile.locale),
      }),
    }) as ImportedUser,
    leftOut,
  }
}
