import { refuseLastSuperAdministrator } from '@signet/accounts'
import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import type { AuditedTx } from '@signet/db'
import { recordAudit } from '@signet/events'
import { Refusal } from '@signet/runtime'
import { endAccount } from '@signet/sessions'
import { toRecord } from '../../audit-record.ts'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import { type AuditTarget, type Context, implement, type PreparedChange, type Tx } from '../../implement.ts'
import { refuseOwnAccount } from '../../projects/own-account.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { changeActive } from './account-changes.ts'
import { removeUser } from './delete.ts'
import { lockUsers, readUsersById, type UserRecord } from './user-store.ts'

type Result = AnswerOf<Operations['project_user_bulk_activate']>['results'][number]

type BulkOperation = Operations[
  | 'project_user_bulk_activate'
  | 'project_user_bulk_deactivate'
  | 'project_user_bulk_sign_out'
  | 'project_user_bulk_delete']

interface Each {
  readonly operation: BulkOperation
  /** Accounts whose entries were committed before this transaction. */
  readonly announced: ReadonlySet<string>
  readonly caller: Administrator
  readonly project: ProjectRow
  readonly deps: HandlerDeps
}

interface BulkAction {
  /** Null when the action runs. */
  readonly skipReason: (user: UserRecord) => string | null
  /** A refusal is the result of this account, and the next one follows. */
  readonly run: (tx: AuditedTx, each: Each, user: UserRecord) => Promise<unknown>
  readonly effect: object
}

const managed = ({ connectionId }: UserRecord): string | null => (connectionId ? 'provisioned' : null)

/** Keeps the given order, in one transaction that locks all rows first. */
async function forEach(
  tx: AuditedTx,
  each: Each,
  userIds: readonly string[],
  action: BulkAction,
): Promise<{ results: Result[] }> {
  const users = await lockUsers(tx, each.project.id, userIds)
  const results: Result[] = []
  for (const userId of new Set(userIds)) {
    const user = users.find(({ id }) => id === userId)
    const reason = user ? action.skipReason(user) : 'not_found'
    if (!user || reason) results.push({ userId, result: 'skipped', reason: reason ?? 'not_found' })
    else {
      await announce(tx, each, user, action)
      results.push(await attempt(tx, each, user, action))
    }
  }
  return { results }
}

/** A concurrent request made the account changeable after the call was prepared. */
async function announce(
  tx: AuditedTx,
  { operation, caller, project, announced }: Each,
  user: UserRecord,
  action: BulkAction,
): Promise<void> {
  if (!announced.has(user.id))
    await recordAudit(tx, toRecord(operation, caller, project, targetFor(user, action)))
}

const targetFor = ({ id, email, username }: UserRecord, { effect }: BulkAction): AuditTarget => ({
  id,
  detail: { ...(email ? { email } : { name: username ?? id }), ...effect },
})

async function attempt(tx: AuditedTx, each: Each, user: UserRecord, { run }: BulkAction): Promise<Result> {
  const { id: userId } = user
  try {
    await run(tx, each, user)
    return { userId, result: 'changed' }
  } catch (error) {
    if (error instanceof Refusal) return { userId, result: 'failed', reason: error.code }
    throw error
  }
}

const activate: BulkAction = {
  effect: { active: { from: false, to: true } },
  skipReason: (user) => managed(user) ?? (user.active ? 'already_active' : null),
  run: (tx, { deps, project }, user) => changeActive(tx, deps, project, user, true),
}

const deactivate: BulkAction = {
  effect: { active: { from: true, to: false } },
  skipReason: (user) => managed(user) ?? (user.active ? null : 'already_inactive'),
  async run(tx, { deps, project }, user) {
    if (project.reserved) await refuseLastSuperAdministrator(tx, user.id)
    await changeActive(tx, deps, project, user, false)
  },
}

const signOut: BulkAction = {
  effect: { signedOut: true },
  skipReason: () => null,
  async run(tx, { deps, caller, project }, { id }) {
    refuseOwnAccount(caller, project, id)
    await endAccount(tx, issuerRef(project, deps.config), id)
  },
}

const remove: BulkAction = {
  effect: { deleted: true },
  skipReason: managed,
  async run(tx, { deps, caller, project }, { id }) {
    refuseOwnAccount(caller, project, id)
    if (project.reserved) await refuseLastSuperAdministrator(tx, id)
    await removeUser(tx, deps, project, id)
  },
}

type BulkContext = Pick<Context<Operations['project_user_bulk_activate']>, 'deps' | 'caller' | 'project'>

/** An agent's confirmation shows the names of all accounts that would change. */
async function prepare(
  { deps, project }: BulkContext,
  userIds: readonly string[],
  action: BulkAction,
): Promise<{ target: AuditTarget; targets: AuditTarget[]; shows: { users: string[] } }> {
  const users = await readUsersById(deps.database, project.id, userIds)
  const changed = users.filter((user) => action.skipReason(user) === null)
  return {
    target: { id: project.id, detail: { userIds } },
    targets: changed.map((user) => targetFor(user, action)),
    shows: { users: users.map(({ id, email, username }) => email || (username ?? id)).sort() },
  }
}

const bulk = (operation: BulkOperation, action: BulkAction) => ({
  prepare: (context: BulkContext, { userIds }: { readonly userIds: readonly string[] }) =>
    prepare(context, userIds, action),
  apply: (
    { sql: tx }: Tx,
    { deps, caller, project }: BulkContext,
    { userIds }: { readonly userIds: readonly string[] },
    { targets = [] }: PreparedChange,
  ) => {
    const announced = new Set(targets.map(({ id }) => id))
    return forEach(tx, { operation, announced, caller, project, deps }, userIds, action)
  },
})

export const project_user_bulk_activate = implement(
  operations.project_user_bulk_activate,
  bulk(operations.project_user_bulk_activate, activate),
)

export const project_user_bulk_deactivate = implement(
  operations.project_user_bulk_deactivate,
  bulk(operations.project_user_bulk_deactivate, deactivate),
)

export const project_user_bulk_sign_out = implement(
  operations.project_user_bulk_sign_out,
  bulk(operations.project_user_bulk_sign_out, signOut),
)

export const project_user_bulk_delete = implement(
  operations.project_user_bulk_delete,
  bulk(operations.project_user_bulk_delete, remove),
)
