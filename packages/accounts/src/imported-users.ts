import { accountNameRule, type ImportedUser, isAccountName } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { Refusal } from '@signet/runtime'
import { parseForeignHash } from '@signet/secrets'
import { checkClaims, checkEmail } from './account-rules.ts'
import { parseSeed } from './authenticators.ts'
import { normalizeKey } from './normalize.ts'
import { checkProfile } from './profile-rules.ts'

/** Returns why a user cannot be imported, without values of secrets; null for a valid user. */
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

/**
 * Returns the subjects that are ids of accounts or applications of the project, or of an administrator: a client id is the subject of
 * tokens of the application, and the audit lists entries of an administrator by the id, without the project.
 */
export async function readTakenIds(
  executor: Executor,
  projectId: string,
  users: readonly ImportedUser[],
): Promise<ReadonlySet<string>> {
  const subjects = users.flatMap(({ subject }) => (subject === undefined ? [] : [subject]))
  if (subjects.length === 0) return new Set()
  const rows = await executor.rows<{ id: string }>(sql`
    SELECT id FROM accounts WHERE project_id = ${projectId} AND id = ANY(${subjects})
    UNION SELECT id FROM clients WHERE project_id = ${projectId} AND id = ANY(${subjects})
    UNION SELECT id FROM administrators WHERE id = ANY(${subjects})`)
  return new Set(rows.map(({ id }) => id))
}

/** Omits groups that a directory manages. Keys are normalized names. */
export async function readGroupIds(
  executor: Executor,
  projectId: string,
  users: readonly ImportedUser[],
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(users.flatMap(({ groups = [] }) => groups.map(normalizeKey)))]
  if (keys.length === 0) return new Map()
  const rows = await executor.rows<{ id: string; key: string }>(sql`
    SELECT id, display_name_key AS key FROM groups
    WHERE project_id = ${projectId} AND display_name_key = ANY(${keys}) AND connection_id IS NULL`)
  return new Map(rows.map(({ id, key }) => [key, id]))
}
