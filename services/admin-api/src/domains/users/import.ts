import {
  addGroupMembers,
  type ImportedAccount,
  importAccounts,
  importIdentities,
  importPasskeys,
  normalizeKey,
  parseSeed,
  sealSeed,
} from '@signet/accounts'
import { type ImportResult, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { recordAudit } from '@signet/events'
import { refuse } from '@signet/runtime'
import { bumpProject, refusingDuplicates } from '@signet/tenancy'
import { toRecord } from '../../audit-record.ts'
import { type Context, implement, type Tx } from '../../implement.ts'
import { type ImportLine, planImport } from './import-plan.ts'
import { toIdentities } from './imported-links.ts'
import { toCredentials } from './imported-passkeys.ts'
import { lockUpdated, storeChange } from './imported-update.ts'

type ImportContext = Context<typeof operations.project_user_import>

const joining = { audit: { action: 'enduser.group.join', target: 'EndUser' } } as const

/**
 * All users are checked before the first write. A user whose address or user name an account has is skipped or updated, so that a
 * repeated import continues an interrupted one.
 */
export const project_user_import = implement(operations.project_user_import, {
  async prepare(context, { users, checkOnly, updateExisting = false }) {
    const { deps, project } = context
    if (project.reserved) refuse('forbidden', { detail: 'Administrators are not imported.' })
    await deps.importPace.wait()
    const { lines, groups, links } = await planImport(deps.database, project.id, users, updateExisting)
    const changed = lines.filter(({ outcome }) => outcome === 'create' || outcome === 'update')
    return {
      lines,
      groups,
      links,
      target: { id: project.id, detail: { users: users.length } },
      targets: changed.map((line) => ({ id: line.id, detail: detailOf(line) })),
      shows: {
        created: changed.filter(({ outcome }) => outcome === 'create').length,
        users: changed.map(({ user }) => user.email).sort(),
      },
      // A check runs the same statements and is rolled back.
      unchanged: checkOnly === true || changed.length === 0,
    }
  },

  /** Refuses groups and updated accounts that were deleted, or that a directory took over, in the meantime. */
  async lock({ sql: tx }, { project }, _input, { groups, lines }) {
    const ids = [...new Set(groups.values())]
    const locked = await tx.rows<object>(sql`
      SELECT 1 FROM groups WHERE project_id = ${project.id} AND id = ANY(${ids}) AND connection_id IS NULL
      ORDER BY id FOR SHARE`)
    if (locked.length < ids.length) refuse('not_found')
    const updated = lines.filter(({ outcome }) => outcome === 'update').map(({ id }) => id)
    await lockUpdated(tx, project.id, updated)
  },

  async apply(tx, context, _input, { lines, groups, links }) {
    const planned = lines.filter(({ outcome }) => outcome === 'create')
    const accounts = planned.map((line) => toAccount(context, line))
    const created = await importAccounts(tx.sql, context.project.id, accounts)
    const own = planned.filter(({ id }) => created.has(id))
    await storePasskeys(tx, context.project.id, own)
    const identities = own.flatMap(({ user, id }) => toIdentities(user, id, links))
    await refusingDuplicates(
      importIdentities(tx.sql, context.project.id, identities),
      'Another user has a link of this import. Repeat the import.',
    )
    const updated = lines.filter(({ outcome }) => outcome === 'update')
    for (const { id, change } of updated)
      if (change) await storeChange(tx.sql, context.project.id, id, change)
    await joinGroups(tx, context, [...own, ...updated], groups)
    return { results: lines.map((line) => resultOf(line, created)) }
  },
})

/** Names the kinds of data that the account gets, without secrets. */
const detailOf = ({ user, change }: ImportLine): Readonly<Record<string, unknown>> =>
  change
    ? {
        email: user.email,
        updated: Object.keys(change).filter((name) => name !== 'groups'),
        groups: change.groups,
      }
    : {
        email: user.email,
        password: user.passwordHash !== undefined,
        passkeys: user.passkeys?.length ?? 0,
        links: (user.links ?? []).map(({ providerId }) => providerId),
        groups: user.groups ?? [],
      }

const toAccount = (
  { deps, project }: ImportContext,
  {
    user: { email, username, emailVerified, passwordHash, totpSeed, active, claims = {}, profile = {} },
    id,
  }: ImportLine,
): ImportedAccount => {
  const seed = totpSeed === undefined ? null : parseSeed(totpSeed)
  return {
    id,
    email,
    username: username ?? null,
    emailVerified: emailVerified ?? false,
    passwordHash: passwordHash ?? null,
    passwordGiven: passwordHash !== undefined,
    totpSealed: seed === null ? null : sealSeed(deps.vault, { projectId: project.id, accountId: id }, seed),
    active: active ?? true,
    claims,
    profile,
  }
}

function resultOf(
  { user: { email }, id, outcome, reason }: ImportLine,
  created: ReadonlySet<string>,
): ImportResult {
  if (outcome === 'refuse') return { email, result: 'refused', userId: null, reason }
  if (outcome === 'update') return { email, result: 'updated', userId: id, reason }
  if (outcome === 'skip') return { email, result: 'skipped', userId: id, reason }
  // A concurrent request created an account with one of the names.
  if (!created.has(id)) return { email, result: 'skipped', userId: null, reason: 'exists' }
  return { email, result: 'created', userId: id, reason }
}

/** The issuer caches which former hosts have passkeys, so its version changes. */
async function storePasskeys(
  { sql: tx }: Tx,
  projectId: string,
  lines: readonly ImportLine[],
): Promise<void> {
  const passkeys = lines.flatMap(({ user, id }) => toCredentials(user, id))
  if (passkeys.length === 0) return
  await refusingDuplicates(
    importPasskeys(tx, projectId, passkeys),
    'Another user has a passkey of this import, or its user handle. Repeat the import.',
  )
  await bumpProject(tx, projectId)
}

async function joinGroups(
  tx: Tx,
  context: ImportContext,
  lines: readonly ImportLine[],
  groups: ReadonlyMap<string, string>,
): Promise<void> {
  const members = new Map<string, { readonly name: string; readonly ids: string[] }>()
  for (const { id, user, change } of lines)
    for (const name of change?.groups ?? user.groups ?? []) {
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
