import type { AuditAction, AuditSurface } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { type Actor, type AuditRecord, actors, recordAudit, recordOutcome } from '@signet/events'

interface Entry {
  readonly actor: Actor
  readonly action: AuditAction
  readonly surface: AuditSurface | null
  readonly detail?: object
}
type Target = Pick<AuditRecord, 'targetType' | 'targetId' | 'clientId'>

/** Writes an entry about a user of the project, before the change that it announces (R5). */
export const auditEndUser = (
  executor: Executor,
  projectId: string,
  accountId: string,
  entry: Entry,
): Promise<AuditedTx> => record(executor, projectId, entry, { targetType: 'EndUser', targetId: accountId })

/** A user of the project. */
export interface EndUser {
  readonly projectId: string
  readonly accountId: string
}

/** An act of a user on their own account, in a page of the project. */
export const ownAct = (
  { projectId, accountId }: EndUser,
  action: AuditAction,
  detail: object = {},
): Entry => ({ actor: actors.endUser(projectId, accountId), action, surface: 'self-service', detail })

/** An act of an identity provider, without the user. */
export const upstreamAct = (
  { projectId, providerId }: { readonly projectId: string; readonly providerId: string },
  action: AuditAction,
  detail: object = {},
): Entry => ({ actor: actors.upstream(projectId, providerId), action, surface: 'upstream', detail })

/** Writes an entry about an act of a user on their own account. */
export const auditOwnAct = (
  executor: Executor,
  user: EndUser,
  action: AuditAction,
  detail: object = {},
): Promise<AuditedTx> => auditEndUser(executor, user.projectId, user.accountId, ownAct(user, action, detail))

/**
 * Makes a change of an account whose result decides whether it has an entry, and writes the entry in the same transaction.
 * @param entryFor null when the change did nothing
 */
export async function auditOutcome<Result>(
  tx: Executor,
  { projectId, accountId }: EndUser,
  change: (tx: AuditedTx) => Promise<Result>,
  entryFor: (result: Result) => Entry | null,
): Promise<Result> {
  const targetScope = await scopeOf(tx, projectId)
  return recordOutcome(tx, change, (result) => {
    const entry = entryFor(result)
    return entry ? [{ ...entry, targetType: 'EndUser', targetId: accountId, targetScope, projectId }] : []
  })
}

/** An entry about an application that no user of the project registered, in the transaction of its change. */
export const auditApplication = (
  tx: Executor,
  projectId: string,
  clientId: string,
  entry: Entry,
): Promise<AuditedTx> => record(tx, projectId, entry, { targetType: 'Client', targetId: clientId, clientId })

/** An entry about a token that a permitted agent received without a user. */
export const auditAgent = (
  executor: Executor,
  projectId: string,
  { id, clientId }: { readonly id: string; readonly clientId: string },
  entry: Entry,
): Promise<AuditedTx> =>
  record(executor, projectId, entry, { targetType: 'McpClientPermission', targetId: id, clientId })

/** An entry about a provider of the project, in the transaction of the change it reports. */
export const auditProvider = (tx: Executor, projectId: string, entry: Entry): Promise<AuditedTx> =>
  record(tx, projectId, entry, { targetType: 'Project', targetId: projectId })

const record = async (
  executor: Executor,
  projectId: string,
  entry: Entry,
  target: Target,
): Promise<AuditedTx> =>
  recordAudit(executor, {
    ...entry,
    ...target,
    targetScope: await scopeOf(executor, projectId),
    projectId,
  })

/** The team that owns the project. */
async function scopeOf(executor: Executor, projectId: string): Promise<string> {
  const [owner] = await executor.rows<{ teamId: string }>(
    sql`SELECT team_id AS "teamId" FROM projects WHERE id = ${projectId}`,
  )
  return owner?.teamId ?? 'instance'
}
