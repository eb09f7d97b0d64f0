import { checkImported, identityKey, normalizeKey, readGroupIds, readTakenIds } from '@signet/accounts'
import type { ImportedUser } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { checkLinks, type LinkRules, readLinkRules, toIdentities } from './imported-links.ts'
import { checkPasskeys, type PasskeyRules, readPasskeyRules } from './imported-passkeys.ts'
import { changeOf, type ExistingAccount, type ImportedChange, readExisting } from './imported-update.ts'

export interface ImportLine {
  readonly user: ImportedUser
  /** Id of the new account, or of the account that has one of the names. */
  readonly id: string
  readonly outcome: 'create' | 'update' | 'skip' | 'refuse'
  readonly reason: string | null
  readonly change?: ImportedChange
}

interface ImportState {
  /** Ids of groups, by the key of their name. */
  readonly groups: ReadonlyMap<string, string>
  /** Ids of accounts, by the key of the name. */
  readonly owners: ReadonlyMap<string, string>
  /** Accounts that may be updated, by id; empty when existing accounts are skipped. */
  readonly existing: ReadonlyMap<string, ExistingAccount>
  /** Subjects that accounts have as their id. */
  readonly ids: ReadonlySet<string>
  readonly passkeys: PasskeyRules
  readonly links: LinkRules
}

export interface ImportPlan {
  readonly lines: readonly ImportLine[]
  readonly groups: ReadonlyMap<string, string>
  readonly links: LinkRules
}

const keysOf = ({ email, username }: ImportedUser): string[] =>
  [email, username].flatMap((name) => (name === undefined ? [] : [normalizeKey(name)]))

/** Checks all users before the first write. */
export async function planImport(
  executor: Executor,
  projectId: string,
  users: readonly ImportedUser[],
  updatesExisting: boolean,
): Promise<ImportPlan> {
  const groups = await readGroupIds(executor, projectId, users)
  const owners = await readOwners(executor, projectId, users)
  const existing = await readExisting(
    executor,
    projectId,
    updatesExisting ? [...new Set(owners.values())] : [],
  )
  const ids = await readTakenIds(executor, projectId, users)
  const passkeys = await readPasskeyRules(executor, projectId, users)
  const links = await readLinkRules(executor, projectId, users)
  return { lines: await planLines(users, { groups, owners, existing, ids, passkeys, links }), groups, links }
}

/** A name, subject, credential or link of an earlier user is taken for the later ones. */
async function planLines(users: readonly ImportedUser[], state: ImportState): Promise<ImportLine[]> {
  const names = new Set<string>()
  const ids = new Set(state.ids)
  const credentials = { ids: new Set(state.passkeys.ids), handles: new Set(state.passkeys.handles) }
  const identities = new Set(state.links.taken)
  const now = {
    ...state,
    passkeys: { ...state.passkeys, ...credentials },
    links: { ...state.links, taken: identities },
  }
  const lines: ImportLine[] = []
  for (const user of users) {
    const keys = keysOf(user)
    const isRepeated = keys.some((key) => names.has(key))
    for (const key of keys) names.add(key)
    lines.push(
      isRepeated
        ? refused(user, 'the request has another user with this name')
        : await planLine(user, keys, now, ids),
    )
    if (user.subject !== undefined) ids.add(user.subject)
    for (const { credentialId, userHandle } of user.passkeys ?? []) {
      credentials.ids.add(credentialId)
      credentials.handles.add(userHandle)
    }
    for (const identity of toIdentities(user, '', state.links)) identities.add(identityKey(identity))
  }
  return lines
}

const refused = (user: ImportedUser, reason: string): ImportLine => ({
  user,
  id: '',
  outcome: 'refuse',
  reason,
})

async function planLine(
  user: ImportedUser,
  keys: readonly string[],
  { groups, owners, existing, passkeys, links }: ImportState,
  ids: ReadonlySet<string>,
): Promise<ImportLine> {
  const owner = keys.map((key) => owners.get(key)).find((id) => id !== undefined)
  const problem = await checkImported(user, groups)
  if (problem !== null) return refused(user, problem)
  if (owner !== undefined) return planExisting(user, owner, existing.get(owner))
  const taken = checkPasskeys(user, passkeys) ?? checkLinks(user, links)
  if (taken !== null) return refused(user, taken)
  const { subject } = user
  if (subject === undefined) return { user, id: newId('account'), outcome: 'create', reason: null }
  return ids.has(subject)
    ? {
        user,
        id: newId('account'),
        outcome: 'create',
        reason: 'subject: another account or an application has it',
      }
    : { user, id: subject, outcome: 'create', reason: null }
}

/** Plans an update of an existing account when the call permits it, otherwise nothing. */
function planExisting(user: ImportedUser, id: string, account: ExistingAccount | undefined): ImportLine {
  const change = account ? changeOf(user, account) : 'exists'
  return typeof change === 'string'
    ? { user, id, outcome: 'skip', reason: change }
    : { user, id, outcome: 'update', reason: null, change }
}

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
