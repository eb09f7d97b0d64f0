import { fail } from '../failure.ts'
import { isValues, recordsIn, textOf, type Values } from '../users/mapped.ts'

/** The fact has no counterpart, or one that needs an action. */
export interface Finding {
  /** Names from the root of the export, joined by slashes. */
  readonly path: string
  readonly reason: string
}

export type Report = (path: string, reason: string) => void

export type Entries = Record<string, Record<string, unknown>>

/** Every realm has these clients for Keycloak itself. */
const ownClients = new Set([
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'security-admin-console',
])

export const isOwnClient = (id: string): boolean => ownClients.has(id)

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((member) => typeof member === 'string') : []

export const membersOf = (value: unknown): Values => (isValues(value) ? value : {})

export const isOn = (value: unknown): boolean => value === true || value === 'true'

/** Keycloak replaces secrets by asterisks in exports of its console. */
export const secretOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text !== undefined && /^\*+$/.test(text) ? undefined : text
}

/**
 * Reads the realm, and the further files with users that `kc.sh export --dir` writes.
 * @param files names and texts
 */
export function readRealm(files: ReadonlyMap<string, string>): Values {
  const parsed = [...files].map(([name, text]) => parseFile(name, text))
  const [realm, another] = parsed.filter((file) => file.clients !== undefined || file.roles !== undefined)
  if (!realm) return fail('None of the files is a realm export with clients or roles.')
  if (another) return fail('Two files are realm exports. Import one realm after the other.')
  return { ...realm, users: parsed.flatMap(({ users }) => recordsIn(users)) }
}

function parseFile(name: string, text: string): Values {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return fail(`${name} has several realms. Export one realm (--realm).`)
    return isValues(value) ? value : fail(`${name} is no realm export.`)
  } catch (error) {
    if (error instanceof SyntaxError) return fail(`${name} is no JSON: ${error.message}`)
    throw error
  }
}
