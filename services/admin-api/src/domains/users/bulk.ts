import { deleteAccount, refuseLastSuperAdministrator, releaseTeams } from '@signet/accounts'
import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { Refusal } from '@signet/runtime'
import { endAccount } from '@signet/sessions'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import { implement } from '../../implement.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { changeActive } from './account-changes.ts'
import { refuseOwnAccount } from './user-rules.ts'
import { lockUsers, type UserRecord } from './user-store.ts'

type Result = AnswerOf<Operations['project_user_bulk_activate']>['results'][number]

interface Each {
  readonly caller: Administrator
  readonly project: ProjectRow
  readonly deps: HandlerDeps
}

interface BulkAction {
  /** Why an account is left as it is; null when the action runs. */
  readonly skipReason: (user: UserRecord) => string | null
  /** A refusal is this one's result, and the others go on. */
  readonly run: (tx: Executor, each: Each, user: UserRecord) => Promise<unknown>
}

const managed = ({ connectionId }: UserRecord): string | null => (connectionId ? 'provisioned' : null)

/** Runs the action for every id in the order given, in one transaction over rows locked together. */
async function forEach(
  tx: Executor,
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
    else results.push(await attempt(tx, each, user, action))
  }
  return { results }
}

async function attempt(tx: Executor, each: Each, user: UserRecord, { run }: BulkAction): Promise<Result> {
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
  skipReason: (user) => managed(user) ?? (user.active ? 'already_active' : null),
  run: (tx, { deps, project }, user) => changeActive(tx, deps, project, user, true),
}

const deactivate: BulkAction = {
  skipReason: (user) => managed(user) ?? (user.active ? null : 'already_inactive'),
  async run(tx, { deps, project }, user) {
    if (project.reserved) await refuseLastSuperAdministrator(tx, user.id)
    await changeActive(tx, deps, project, user, false)
  },
}

const signOut: BulkAction = {
  skipReason: () => null,
  async run(tx, { deps, caller, project }, { id }) {
    refuseOwnAccount(caller, project, id)
    await endAccount(tx, issuerRef(project, deps.config), id)
  },
}

const remove: BulkAction = {
  skipReason: managed,
  async run(tx, { deps, caller, project }, { id }) {
    refuseOwnAccount(caller, project, id)
    if (project.reserved) await refuseLastSuperAdministrator(tx, id)
    if (project.reserved) await releaseTeams(tx, id)
    await endAccount(tx, issuerRef(project, deps.config), id)
    await deleteAccount(tx, project.id, id)
  },
}

/** Who is meant, by name: a number says nothing to a person who must decide. */
const namesOf = async (
  executor: Executor,
  projectId: string,
  userIds: readonly string[],
): Promise<string[]> =>
  (
    await executor.rows<{ name: string }>(sql`
      SELECT COALESCE(email, username, id) AS name FROM accounts
      WHERE project_id = ${projectId} AND id = ANY(${[...userIds]}) ORDER BY 1`)
  ).map(({ name }) => name)

/** The entry names the project's users together: its target is the project's id, the ids are in its detail. */
const prepared = async (executor: Executor, project: ProjectRow, userIds: readonly string[]) => ({
  target: { id: project.id, detail: { userIds } },
  shows: { users: await namesOf(executor, project.id, userIds) },
})

export const project_user_bulk_activate = implement(operations.project_user_bulk_activate, {
  prepare: ({ deps, project }, { userIds }) => prepared(deps.database, project, userIds),
  apply: ({ sql: tx }, { deps, caller, project }, { userIds }) =>
    forEach(tx, { deps, caller, project }, userIds, activate),
})

export const project_user_bulk_deactivate = implement(operations.project_user_bulk_deactivate, {
  prepare: ({ deps, project }, { userIds }) => prepared(deps.database, project, userIds),
  apply: ({ sql: tx }, { deps, caller, project }, { userIds }) =>
    forEach(tx, { deps, caller, project }, userIds, deactivate),
})

export const project_user_bulk_sign_out = implement(operations.project_user_bulk_sign_out, {
  prepare: ({ deps, project }, { userIds }) => prepared(deps.database, project, userIds),
  apply: ({ sql: tx }, { deps, caller, project }, { userIds }) =>
    forEach(tx, { deps, caller, project }, userIds, signOut),
})

export const project_user_bulk_delete = implement(operations.project_user_bulk_delete, {
  prepare: ({ deps, project }, { userIds }) => prepared(deps.database, project, userIds),
  apply: ({ sql: tx }, { deps, caller, project }, { userIds }) =>
    forEach(tx, { deps, caller, project }, userIds, remove),
})
