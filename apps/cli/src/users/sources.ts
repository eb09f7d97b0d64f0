import { ImportedUser } from '@signet/contracts'
import { fail } from '../failure.ts'
import { parseCsv } from './csv.ts'
import { mapKeycloak } from './keycloak.ts'
import { given, isValues, type MappedUser, profileOf, recordsIn, textOf, type Values } from './mapped.ts'

/** Parameters of the password hashes of a Firebase project (Authentication, Users, Password hash parameters). */
export interface FirebaseParameters {
  readonly signerKey?: string | undefined
  readonly saltSeparator: string
  readonly rounds: number
  readonly memoryCost: number
}

export const sources = ['keycloak', 'auth0', 'firebase', 'csv', 'ndjson'] as const
export type Source = (typeof sources)[number]

/** Facts that exports do not have. */
export interface ExportFacts {
  readonly firebase: FirebaseParameters
  /** Host of the passkeys. */
  readonly rpId?: string | undefined
}

/** Reads the users of an export. */
export function readUsers(source: Source, text: string, { firebase, rpId }: ExportFacts): MappedUser[] {
  switch (source) {
    case 'keycloak':
      return mapKeycloak(parseJson(text), rpId)
    case 'auth0':
      return lines(text).map(mapAuth0)
    case 'firebase': {
      const file = parseJson(text)
      return recordsIn(isValues(file) ? file.users : file).map((user) => mapFirebase(user, firebase))
    }
    case 'csv':
      return parseCsv(text).map(mapCsv)
    case 'ndjson':
      return lines(text).map((user) => ({ user: user as unknown as ImportedUser, leftOut: [] }))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return fail(`The file is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Parses one JSON object in each line. */
const lines = (text: string): Values[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const value = parseJson(line)
    return isValues(value) ? [value] : fail(`Line ${index + 1} is no JSON object.`)
  })

/** Maps a line of an export of Auth0 with password hashes. */
function mapAuth0(user: Values): MappedUser {
  const identities = recordsIn(user.identities).filter(({ provider }) => provider !== 'auth0')
  const passwordHash = textOf(user.passwordHash) ?? textOf(user.password_hash)
  return {
    user: given({
      email: textOf(user.email) ?? '',
      username: textOf(user.username),
      emailVerified: user.email_verified === true,
      active: user.blocked !== true,
      passwordHash,
      profile: profileOf({
        givenName: textOf(user.given_name),
        familyName: textOf(user.family_name),
        displayName: textOf(user.name) === textOf(user.email) ? undefined : textOf(user.name),
      }),
    }) as ImportedUser,
    leftOut: identities.map(({ provider }) => `the identity at ${provider}`),
  }
}

/** Maps a user of `firebase auth:export`. Its base64 is URL-safe. */
function mapFirebase(
  user: Values,
  { signerKey, saltSeparator, rounds, memoryCost }: FirebaseParameters,
): MappedUser {
  const [hash, salt] = [textOf(user.passwordHash), textOf(user.salt)]
  if (hash && !signerKey)
    fail('Hashes of Firebase need --signer-key, and the other password hash parameters.')
  const providers = recordsIn(user.providerUserInfo).filter(({ providerId }) => providerId !== 'password')
  return {
    user: given({
      email: textOf(user.email) ?? '',
      emailVerified: user.emailVerified === true,
      active: user.disabled !== true,
      passwordHash:
        hash && salt
          ? `$firebase-scrypt$m=${memoryCost},r=${rounds}$${salt}$${saltSeparator}$${signerKey}$${hash}`
          : undefined,
      profile: profileOf({ displayName: textOf(user.displayName) }),
    }) as ImportedUser,
    leftOut: [
      ...providers.map(({ providerId }) => `the link to ${providerId}`),
      ...(user.mfaInfo === undefined ? [] : ['the second factor']),
    ],
  }
}

/** Columns of a CSV file with their fields. */
const columns = [
  'email',
  'username',
  'emailVerified',
  'active',
  'passwordHash',
  'totpSeed',
  'groups',
] as const

function mapCsv(row: Readonly<Record<string, string>>): MappedUser {
  const isTrue = (name: string) => (row[name] ? /^(true|yes|1)$/i.test(row[name]) : undefined)
  const groups = textOf(row.groups)
    ?.split(';')
    .map((name) => name.trim())
  const named = ['givenName', 'familyName', 'displayName', 'locale']
  const unknown = Object.keys(row).filter(
    (name) => !named.includes(name) && !columns.some((one) => one === name),
  )
  return {
    user: given({
      email: textOf(row.email) ?? '',
      username: textOf(row.username),
      emailVerified: isTrue('emailVerified'),
      active: isTrue('active'),
      passwordHash: textOf(row.passwordHash),
      totpSeed: textOf(row.totpSeed),
      groups,
      profile: profileOf({
        givenName: textOf(row.givenName),
        familyName: textOf(row.familyName),
        displayName: textOf(row.displayName),
        locale: textOf(row.locale),
      }),
    }) as ImportedUser,
    leftOut: unknown.map((name) => `the column ${name}`),
  }
}

/** Returns why a mapped user has not the form of the API; null for a valid one. */
export function problemOf({ user }: MappedUser): string | null {
  const issue = ImportedUser.safeParse(user).error?.issues[0]
  return issue ? `${issue.path.join('.') || 'the user'}: ${issue.message}` : null
}
