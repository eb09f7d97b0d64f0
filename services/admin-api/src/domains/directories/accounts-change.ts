import type { AuditAction } from '@signet/contracts'
import { type AuditedTx, type Executor, type Sql, sql } from '@signet/db'
import { recordAudit } from '@signet/events'
import { type ConnectionRef, lockConnection, managedBy } from '@signet/provisioning'
import { refuseValue } from '@signet/runtime'
import { toRecord } from '../../audit-record.ts'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'
import type { AuditTarget, PreparedChange, Tx } from '../../implement.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { type ConnectionRecord, findConnection, readConnections } from './connection-store.ts'

export interface Input {
  readonly connectionId: string
  readonly linked?: boolean | undefined
  readonly refused?: boolean | undefined
  readonly domains?: readonly string[] | undefined
  readonly toConnectionId?: string | undefined
}

interface CallContext {
  readonly deps: HandlerDeps
  readonly caller: Administrator
  readonly project: ProjectRow
}

interface Prepared extends PreparedChange {
  readonly connection: ConnectionRecord
  /** Name of the other connection of a hand-over. */
  readonly other: string
}

interface Account {
  readonly id: string
  readonly name: string
}

export interface Work extends CallContext {
  readonly at: ConnectionRef
  readonly input: Input
}

export interface AccountsChange {
  /** Accounts of one call. */
  readonly limit: number
  /** Selects `accounts a` of this and further calls. */
  readonly select: (executor: Executor, at: ConnectionRef, input: Input) => Promise<Sql>
  readonly describe: (counts: Counts, connection: ConnectionRecord, other: string) => string[]
  /** The preview mentions these accounts (`accounts a`) separately. */
  readonly mentioned?: { readonly where: Sql; readonly text: (users: number) => string }
  readonly userAction: AuditAction
  readonly run: (tx: AuditedTx, work: Work, ids: readonly string[]) => Promise<unknown>
  /** Runs after the last accounts. */
  readonly groups?: {
    readonly action: AuditAction
    readonly run: (tx: AuditedTx, work: Work) => Promise<unknown>
  }
}

interface Counts {
  readonly users: number
  readonly remaining: number
  readonly groups: number
}

export const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

/** Counts users of this call and of further ones. Groups follow when no managed account is left. */
async function countAccounts(
  executor: Executor,
  at: ConnectionRef,
  change: AccountsChange,
  where: Sql,
): Promise<Counts> {
  const [row] = await executor.rows<{ selected: number; managed: number; groups: number }>(sql`
    SELECT (SELECT count(*)::int FROM accounts a WHERE ${where}) AS selected,
      (SELECT count(*)::int FROM accounts a WHERE ${managedBy(at)}) AS managed,
      (SELECT count(*)::int FROM groups g WHERE g.project_id = ${at.projectId} AND g.connection_id = ${at.connectionId}) AS groups`)
  const { selected = 0, managed = 0, groups = 0 } = row ?? {}
  const users = Math.min(selected, change.limit)
  return {
    users,
    remaining: selected - users,
    groups: change.groups && managed === users ? groups : 0,
  }
}

async function countMentioned(executor: Executor, change: AccountsChange, where: Sql): Promise<string[]> {
  if (!change.mentioned) return []
  const { where: also, text } = change.mentioned
  const [row] = await executor.rows<{ users: number }>(
    sql`SELECT count(*)::int AS users FROM accounts a WHERE ${where} AND ${also}`,
  )
  return row && row.users > 0 ? [text(row.users)] : []
}

/** Changes all accounts of a connection: the preview counts, and one call has a limited size. */
export const accountsChange = (change: AccountsChange) => ({
  async prepare({ deps: { database }, project }: CallContext, input: Input): Promise<Prepared> {
    const at = { projectId: project.id, connectionId: input.connectionId }
    const connection = await findConnection(database, project.id, input.connectionId)
    const other = await otherName(database, project.id, input)
    const counts = await countAccounts(database, at, change, await change.select(database, at, input))
    const target = { id: connection.id, connectionId: connection.id, detail: { ...counts } }
    return { connection, other, target, shows: { displayName: connection.displayName, ...counts } }
  },

  async preview(executor: Executor, { project }: CallContext, input: Input, { connection, other }: Prepared) {
    const at = { projectId: project.id, connectionId: input.connectionId }
    const where = await change.select(executor, at, input)
    const counts = await countAccounts(executor, at, change, where)
    const left =
      counts.remaining > 0 ? [`${plural(counts.remaining, 'user')} are left for a further call.`] : []
    const mentioned = await countMentioned(executor, change, where)
    const consequences = [...change.describe(counts, connection, other), ...mentioned, ...left]
    return { consequences, expect: { ...counts } }
  },

  /** Locks both connections by id, then the accounts of this call. */
  async lock({ sql: tx }: Tx, { project }: CallContext, input: Input): Promise<Account[]> {
    const at = { projectId: project.id, connectionId: input.connectionId }
    const connections = [input.connectionId, ...(input.toConnectionId ? [input.toConnectionId] : [])]
    for (const connectionId of connections.toSorted()) await lockConnection(tx, { ...at, connectionId })
    return tx.rows<Account>(sql`
      SELECT a.id, COALESCE(a.email, a.username, a.id) AS name FROM accounts a WHERE ${await change.select(tx, at, input)}
      ORDER BY a.id LIMIT ${change.limit}::int FOR UPDATE OF a`)
  },

  async apply({ sql: tx }: Tx, context: CallContext, input: Input, _prepared: Prepared, accounts: Account[]) {
    const at = { projectId: context.project.id, connectionId: input.connectionId }
    const work = { ...context, at, input }
    const counts = await countAccounts(tx, at, change, await change.select(tx, at, input))
    await recordEach(tx, work, { action: change.userAction, target: 'EndUser' }, accounts)
    await change.run(
      tx,
      work,
      accounts.map(({ id }) => id),
    )
    if (change.groups && counts.groups > 0) {
      await recordEach(tx, work, { action: change.groups.action, target: 'Group' }, await readGroups(tx, at))
      await change.groups.run(tx, work)
    }
    return { users: accounts.length, groups: counts.groups, remaining: counts.remaining }
  },
})

async function recordEach(
  tx: AuditedTx,
  { caller, project, at, input }: Work,
  audit: { readonly action: AuditAction; readonly target: 'EndUser' | 'Group' },
  objects: readonly Account[],
): Promise<void> {
  if (objects.length === 0) return
  const connection = input.toConnectionId ?? at.connectionId
  const toTarget = ({ id, name }: Account): AuditTarget => ({
    id,
    connectionId: connection,
    detail: { name },
  })
  await recordAudit(tx, ...objects.map((one) => toRecord({ audit }, caller, project, toTarget(one))))
}

const readGroups = (executor: Executor, { projectId, connectionId }: ConnectionRef): Promise<Account[]> =>
  executor.rows<Account>(sql`
    SELECT id, display_name AS name FROM groups WHERE project_id = ${projectId} AND connection_id = ${connectionId} ORDER BY id`)

/** An unknown connection is an invalid value. */
async function otherName(
  executor: Executor,
  projectId: string,
  { connectionId, toConnectionId }: Input,
): Promise<string> {
  if (toConnectionId === undefined) return ''
  const [other] =
    toConnectionId === connectionId ? [] : await readConnections(executor, projectId, [toConnectionId])
  return other?.displayName ?? refuseValue('toConnectionId', 'names no other connection of this project')
}
