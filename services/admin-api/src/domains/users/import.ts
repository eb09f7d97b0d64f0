import {
  addGroupMembers,
  type ImportedAccount,
  importAccounts,
  importPasskeys,
  normalizeKey,
  parseSeed,
  sealSeed,
} from '@signet/accounts'
import { type ImportedUser, type ImportResult, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { recordAudit } from '@signet/events'
import { newId, refuse } from '@signet/runtime'
import { bumpProject, refusingDuplicates } from '@signet/tenancy'
import { toRecord } from '../../audit-record.ts'
import { type Context, implement, type Tx } from '../../implement.ts'
import { checkPasskeys, type PasskeyRules, readPasskeyRules, toCredentials } from './imported-passkeys.ts'
import { checkImported } from './imported-user.ts'

type ImportContext = Context<typeof operations.project_user_import>

/** Membership entries for the history of each account. */
const joining = { audit: { action: 'enduser.group.join', target: 'EndUser' } } as const

interface Line {
  readonly user: ImportedUser
  /** Id of the new account, or of the account that has one of the names. */
  readonly id: string
  readonly outcome: 'create' | 'skip' | 'refuse'
  readonly reason: string | null
}

const keysOf = ({ email, username }: ImportedUser): string[] =>
  [email, username].flatMap((name) => (name === undefined ? [] : [normalizeKey(name)]))

/**
 * Creates the accounts of users of another system. All users are checked before the first write. A user whose address
 * or user name an account has is skipped, so that a repeated import continues an interrupted one.
 */
export const project_user_import = implement(operations.project_user_import, {
  async prepare(context, { users, checkOnly }) {
    const { deps, project } = context
    if (project.reserved) refuse('forbidden', { detail: 'Administrators are not imported.' })
    const groups = await readGroupIds(deps.database, project.id, users)
    const owners = await readOwners(deps.database, project.id, users)
    const passkeys = await readPasskeyRules(deps.database, project.id, users)
    const lines = await planLines(users, owners, groups, passkeys)
    const created = lines.filter(({ outcome }) => outcome === 'create')
    return {
      lines,
      groups,
      target: { id: project.id, detail: { users: users.length } },
      targets: created.map(({ id, user }) => ({
        id,
        detail: {
          email: user.email,
          password: user.passwordHash !== undefined,
          passkeys: user.passkeys?.length ?? 0,
          groups: user.groups ?? [],
        },
      })),
      shows: { created: created.length, users: created.map(({ user }) => user.email).sort() },
      // A check runs the same statements and is rolled back.
      unchanged: checkOnly === true || created.length === 0,
    }
  },

  /** Refuses groups that were deleted, or that a directory took over, in the meantime. */
  async lock({ sql: tx }, { project }, _input, { groups }) {
    const ids = [...new Set(groups.values())]
    const locked = await tx.rows<object>(sql`
      SELECT 1 FROM groups WHERE project_id = ${project.id} AND id = ANY(${ids}) AND connection_id IS NULL
      ORDER BY id FOR SHARE`)
    if (locked.length < ids.length) refuse('not_found')
  },

  async apply(tx, context, _input, { lines, groups }) {
    const planned = lines.filter(({ outcome }) => outcome === 'create')
    const accounts = planned.map((line) => toAccount(context, line))
    const created = await importAccounts(tx.sql, context.project.id, accounts)
    const own = planned.filter(({ id }) => created.has(id))
    await storePasskeys(tx, context.project.id, own)
    await joinGroups(tx, context, own, groups)
    return { results: lines.map((line) => resultOf(line, created)) }
  },
})

async function planLines(
  users: readonly ImportedUser[],
  owners: ReadonlyMap<string, string>,
  groups: ReadonlyMap<string, string>,
  passkeys: PasskeyRules,
): Promise<Line[]> {
  const seen = new Set<string>()
  const ids = new Set(passkeys.ids)
  const handles = new Set(passkeys.handles)
  const lines: Line[] = []
  for (const user of users) {
    const keys = keysOf(user)
    const owner = keys.map((key) => owners.get(key)).find((id) => id !== undefined)
    const isRepeated = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    const problem = isRepeated
      ? 'the request has another user with this name'
      : ((await checkImported(user, groups)) ??
        (owner === undefined ? checkPasskeys(user, { ...passkeys, ids, handles }) : null))
    for (const { credentialId, userHandle } of user.passkeys ?? []) {
      ids.add(credentialId)
      handles.add(userHandle)
    }
    if (problem !== null) lines.push({ user, id: '', outcome: 'refuse', reason: problem })
    else if (owner !== undefined) lines.push({ user, id: owner, outcome: 'skip', reason: 'exists' })
    else lines.push({ user, id: newId('account'), outcome: 'create', reason: null })
  }
  return lines
}

const toAccount = (
  { deps, project }: ImportContext,
  {
    user: { email, username, emailVerified, passwordHash, totpSeed, active, claims = {}, profile = {} },
    id,
  }: Line,
): ImportedAccount => {
  const seed = totpSeed === undefined ? null : parseSeed(totpSeed)
  return {
    id,
    email,
    username: username ?? null,
    emailVerified: emailVerified ?? false,
    passwordHash: passwordHash ?? null,
    totpSealed: seed === null ? null : sealSeed(deps.vault, { projectId: project.id, accountId: id }, seed),
    active: active ?? true,
    claims,
    profile,
  }
}

function resultOf(
  { user: { email }, id, outcome, reason }: Line,
  created: ReadonlySet<string>,
): ImportResult {
  if (outcome === 'refuse') return { email, result: 'refused', userId: null, reason }
  if (outcome === 'skip') return { email, result: 'skipped', userId: id, reason }
  // A concurrent request created an account with one of the names.
  if (!created.has(id)) return { email, result: 'skipped', userId: null, reason: 'exists' }
  return { email, result: 'created', userId: id, reason: null }
}

/** Stores the passkeys of the created accounts. The issuer caches which former hosts have any, so its version changes. */
async function storePasskeys({ sql: tx }: Tx, projectId: string, lines: readonly Line[]): Promise<void> {
  const passkeys = lines.flatMap(({ user, id }) => toCredentials(user, id))
  if (passkeys.length === 0) return
  await refusingDuplicates(
    importPasskeys(tx, projectId, passkeys),
    'Another user has a passkey of this import, or its user handle. Repeat the import.',
  )
  await bumpProject(tx, projectId)
}

/** Adds the created accounts to the groups that their users name. */
async function joinGroups(
  tx: Tx,
  context: ImportContext,
  lines: readonly Line[],
  groups: ReadonlyMap<string, string>,
): Promise<void> {
  const members = new Map<string, { readonly name: string; readonly ids: string[] }>()
  for (const { id, user } of lines)
    for (const name of user.groups ?? []) {
      const groupId = groups.get(normalizeKey(name))
      if (groupId === undefined) continue
      const group = members.get(groupId) ?? { name, ids: [] }
      members.set(groupId, { name, ids: [...new Set([...group.ids, id])] })
    }
  for (const [id, { name, ids }] of [...members].toSorted()) await join(tx, context, { id, name }, ids)
}

async function join(
  { sql: tx }: Tx,
  { caller, project }: ImportContext,
  group: { readonly id: string; readonly name: string },
  accountIds: readonly string[],
): Promise<void> {
  const { joined } = await addGroupMembers(tx, project.id, group.id, [...accountIds])
  const detail = { groupId: group.id, group: group.name }
  await recordAudit(tx, ...joined.map((id) => toRecord(joining, caller, project, { id, detail })))
}

/** Returns the groups that the users name, without those that a directory manages, by the key of their name. */
async function readGroupIds(
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

/** Returns the accounts that have one of the names, by the key of the name. */
async function readOwners(
  executor: Executor,
  projectId: string,
  users: readonly ImportedUser[],
): Promise<ReadonlyMap<string, string>> {
  const keys = users.flatMap(keysOf)
  const rows = await executor.rows<{ id: string; keys: (string | null)[] }>(sql`
    SELECT id, ARRAY[email_key, username_key] AS keys FROM accounts
    WHERE project_id = ${projectId} AND (email_key = ANY(${keys}) OR username_key = ANY(${keys}))`)
  return new Map(
    rows.flatMap(({ id, keys: own }) => own.flatMap((key): [string, string][] => (key ? [[key, id]] : []))),
  )
}
