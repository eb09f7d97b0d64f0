import { ImportedUser } from '@signet/contracts'
import { fail } from '../failure.ts'
import { mapAuth0 } from './auth0.ts'
import { mapCognito } from './cognito.ts'
import { parseCsv } from './csv.ts'
import { mapFirebase } from './firebase.ts'
import { mapKeycloak } from './keycloak.ts'
import { mapLogto } from './logto.ts'
import {
  type ExportFacts,
  given,
  isValues,
  type MappedUser,
  profileOf,
  recordsIn,
  textOf,
  type Values,
} from './mapped.ts'
import { mapOkta } from './okta.ts'
import { mapSupabase } from './supabase.ts'
import { mapZitadel } from './zitadel.ts'

/** `member` has the list of users when the file is an object. */
const lists = {
  auth0: { map: mapAuth0, member: 'users' },
  cognito: { map: mapCognito, member: 'Users' },
  firebase: { map: mapFirebase, member: 'users' },
  logto: { map: mapLogto, member: 'users' },
  okta: { map: mapOkta, member: 'users' },
  supabase: { map: mapSupabase, member: 'users' },
} as const

export const sources = [
  ...['keycloak', 'auth0', 'firebase', 'cognito', 'okta', 'zitadel', 'logto', 'supabase'],
  ...['csv', 'ndjson'],
] as const satisfies string[]
export type Source = 'keycloak' | 'zitadel' | 'csv' | 'ndjson' | keyof typeof lists

/** Undefined for a system whose export is no list. */
export const listMember = (source: Source): string | undefined =>
  Object.hasOwn(lists, source) ? lists[source as keyof typeof lists].member : undefined

export function readUsers(source: Source, text: string, facts: ExportFacts): MappedUser[] {
  switch (source) {
    case 'keycloak':
      return mapKeycloak(parseJson(text), facts)
    case 'zitadel':
      return mapZitadel(parseJson(text), facts)
    case 'csv':
      return parseCsv(text).map(mapCsv)
    case 'ndjson':
      return lines(text).map((user) => ({ user: user as unknown as ImportedUser, leftOut: [] }))
    default: {
      const { map, member } = lists[source]
      return listed(text, member).map((user) => map(user, facts))
    }
  }
}

/** One JSON object in each line, an array, or an object with an array. */
function listed(text: string, member: string): Values[] {
  const file = whole(text)
  if (file === undefined) return lines(text)
  return recordsIn(
    isValues(file) && Array.isArray(file[member]) ? file[member] : isValues(file) ? [file] : file,
  )
}

/** Undefined for a file that is not one JSON value. */
function whole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return fail(`The file is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const lines = (text: string): Values[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const value = parseJson(line)
    return isValues(value) ? [value] : fail(`Line ${index + 1} is no JSON object.`)
  })

const columns = [
  'email',
  'subject',
  'username',
  'emailVerified',
  'active',
  'passwordHash',
  'totpSeed',
  'groups',
] as const

export function mapCsv(row: Readonly<Record<string, string>>): MappedUser {
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
      subject: textOf(row.subject),
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

/** Null for a user in the form of the API. */
export function problemOf({ user }: MappedUser): string | null {
  const issue = ImportedUser.safeParse(user).error?.issues[0]
  return issue ? `${issue.path.join('.') || 'the user'}: ${issue.message}` : null
}
