import { checkProfile, normalizeKey, parseSeed } from '@signet/accounts'
import { accountNameRule, type ImportedUser, isAccountName } from '@signet/contracts'
import { Refusal } from '@signet/runtime'
import { parseForeignHash } from '@signet/secrets'
import { checkClaims, checkEmail } from './user-rules.ts'

/** Returns why a user cannot be imported; null for a valid user. The reason never has a value of a secret. */
export async function checkImported(
  { email, username, passwordHash, totpSeed, claims, profile, groups = [] }: ImportedUser,
  known: ReadonlyMap<string, string>,
): Promise<string | null> {
  const unknown = groups.find((name) => !known.has(normalizeKey(name)))
  if (unknown !== undefined) return `groups: the project has no group ${unknown} that administrators manage`
  if (username !== undefined && !isAccountName(username)) return `username ${accountNameRule}`
  if (passwordHash !== undefined && parseForeignHash(passwordHash) === null)
    return 'passwordHash has an unknown form, or a cost beyond the bounds'
  if (totpSeed !== undefined && parseSeed(totpSeed) === null) return 'totpSeed is no base32 of 80 to 512 bits'
  try {
    checkEmail(email)
    if (claims) await checkClaims(claims)
    if (profile) await checkProfile(profile, 'profile.')
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
