import type { ImportedUser } from '@signet/contracts'
import {
  type ExportFacts,
  given,
  isValues,
  type MappedUser,
  profileOf,
  recordsIn,
  textOf,
  usernameOf,
  type Values,
} from './mapped.ts'

/** States in which a user may sign in, possibly after a new password. */
const activeStates = ['ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED', 'LOCKED_OUT', 'PROVISIONED', 'STAGED']

const bytes = (base64: unknown): Buffer => Buffer.from(String(base64 ?? ''), 'base64')

/** Reads the form in which Okta accepts a hash (`credentials.password.hash`); undefined for another form. */
function hashOf(hash: Values): string | undefined {
  const { algorithm, value, salt, workFactor, saltOrder, iterationCount, digestAlgorithm } = hash
  if (algorithm === 'BCRYPT') return `$2a$${String(workFactor).padStart(2, '0')}$${salt}${value}`
  if (algorithm === 'PBKDF2') {
    const digest = /^SHA(256|512)_HMAC$/.exec(String(digestAlgorithm))
    return digest ? `$pbkdf2-sha${digest[1]}$i=${iterationCount}$${salt}$${value}` : undefined
  }
  const digest = /^SHA-(1|256|512)$/.exec(String(algorithm))
  if (!digest || saltOrder !== 'POSTFIX') return undefined
  const scheme = digest[1] === '1' ? 'SSHA' : `SSHA${digest[1]}`
  return `{${scheme}}${Buffer.concat([bytes(value), bytes(salt)]).toString('base64')}`
}

/** A user of the users API. Okta returns no hashes; a file may add them in the form of its import. */
export function mapOkta(user: Values, _facts: ExportFacts): MappedUser {
  const profile = isValues(user.profile) ? user.profile : {}
  const credentials = isValues(user.credentials) ? user.credentials : {}
  const password = isValues(credentials.password) ? credentials.password : {}
  const provider = isValues(credentials.provider) ? credentials.provider : {}
  const email = textOf(profile.email)
  const leftOut: string[] = []
  const passwordHash = isValues(password.hash) ? hashOf(password.hash) : undefined
  if (isValues(password.hash) && passwordHash === undefined) leftOut.push('a password with another hash')
  else if (passwordHash === undefined && provider.type === 'OKTA')
    leftOut.push('the password, which Okta does not export')
  if (provider.type !== undefined && provider.type !== 'OKTA')
    leftOut.push(`the password at ${textOf(provider.name) ?? provider.type}`)
  const addresses = recordsIn(credentials.emails)
  return {
    user: given({
      email: email ?? '',
      subject: textOf(user.id),
      username: usernameOf(textOf(profile.login), email),
      emailVerified: addresses.some(({ value, status }) => value === email && status === 'VERIFIED'),
      active: user.status === undefined || activeStates.includes(String(user.status)),
      passwordHash,
      profile: profileOf({
        givenName: textOf(profile.firstName),
        familyName: textOf(profile.lastName),
        displayName: textOf(profile.displayName),
        locale: textOf(profile.locale)?.replace('_', '-'),
      }),
    }) as ImportedUser,
    leftOut,
  }
}
