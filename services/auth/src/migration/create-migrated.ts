import {
  addGroupMembers,
  importAccounts,
  normalizeKey,
  parseSeed,
  readTakenIds,
  sealSeed,
} from '@signet/accounts'
import type { AskedHook } from '@signet/accounts/migration-hook'
import type { MigratedUser } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { auditOutcome, type EndUser, ownAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * Creates the account by the rules of an import: with its subject when no other account has it, and in those groups that exist. The
 * user presented the password, so the first proof of an unverified address removes it.
 * @returns null when an account has one of the names
 */
export const createMigrated = (
  context: OptionsContext,
  { url }: AskedHook,
  user: MigratedUser,
  passwordHash: string,
): Promise<string | null> =>
  context.deps.database.transaction(async (tx) => {
    const { project, deps } = context
    const id = await idFor(tx, project.id, user)
    const owner = { projectId: project.id, accountId: id }
    const seed = user.totpSeed === undefined ? null : parseSeed(user.totpSeed)
    const account = {
      id,
      email: user.email,
      username: user.username ?? null,
      emailVerified: user.emailVerified ?? false,
      passwordHash,
      passwordGiven: false,
      active: true,
      totpSealed: seed === null ? null : sealSeed(deps.vault, owner, seed),
      claims: user.claims ?? {},
      profile: user.profile ?? {},
    }
    const isCreated = await auditOutcome(
      tx,
      owner,
      async (audited) => (await importAccounts(audited, project.id, [account])).has(id),
      (created) => (created ? ownAct(owner, 'enduser.create', { migrationHook: new URL(url).host }) : null),
    )
    if (!isCreated) return null
    await joinGroups(tx, owner, user.groups ?? [])
    return id
  })

async function idFor(tx: Executor, projectId: string, user: MigratedUser): Promise<string> {
  const taken = await readTakenIds(tx, projectId, [user])
  return user.subject === undefined || taken.has(user.subject) ? newId('account') : user.subject
}

/** Joins the named groups that administrators manage. Locks them by id. */
async function joinGroups(tx: Executor, owner: EndUser, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const groups = await tx.rows<{ id: string; name: string }>(sql`
    SELECT id, display_name AS name FROM groups
    WHERE project_id = ${owner.projectId} AND display_name_key = ANY(${names.map(normalizeKey)}) AND connection_id IS NULL
    ORDER BY id FOR SHARE`)
  for (const { id, name } of groups)
    await auditOutcome(
      tx,
      owner,
      (audited) => addGroupMembers(audited, owner.projectId, id, [owner.accountId]),
      ({ joined }) =>
        joined.length > 0 ? ownAct(owner, 'enduser.group.join', { groupId: id, group: name }) : null,
    )
}
