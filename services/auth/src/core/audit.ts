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

/** Writes the entry before the change. */
export const auditEndUser = (
  executor: Executor,
  projectId: string,
  accountId: string,
  entry: Entry,
): Promise<AuditedTx> => record(executor, projectId, entry, { targetType: 'EndUser', targetId: accountId })

export interface EndUser {
  readonly projectId: string
  readonly accountId: string
}

export const ownAct = (
  { projectId, accountId }: EndUser,
  action: AuditAction,
  detail: object = {},
): Entry => ({ actor: actors.endUser(projectId, accountId), action, surface: 'self-service', detail })

/** The entry names no user. */
export const upstreamAct = (
  { projectId, providerId }: { readonly projectId: string; readonly providerId: string },
  action: AuditAction,
  detail: object = {},
): Entry => ({ actor: actors.upstream(projectId, providerId), action, surface: 'upstream', detail })

export const auditOwnAct = (
  executor: Executor,
  user: EndUser,
  action: AuditAction,
  detail: object = {},
): Promise<AuditedTx> => auditEndUser(executor, user.projectId, user.accountId, ownAct(user, action, detail))

/**
 * Audits a change in its transaction.
 * @param entryFor returns null when the change had no effect
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

/** The caller passes the transaction of the change. */
export const auditApplication = (
  tx: Executor,
  projectId: string,
  clientId: string,
  entry: Entry,
): Promise<AuditedTx> => record(tx, projectId, entry, { targetType: 'Client', targetId: clientId, clientId })

/** The agent received the token without a user. */
export const auditAgent = (
  executor: Executor,
  projectId: string,
  { id, clientId }: { readonly id: string; readonly clientId: string },
  entry: Entry,
): Promise<AuditedTx> =>
  record(executor, projectId, entry, { targetType: 'McpClientPermission', targetId: id, clientId })

/** Audits a change of the entry of an agent in its transaction. */
export async function auditAgentOutcome<Result>(
  tx: Executor,
  projectId: string,
  { id, clientId }: { readonly id: string; readonly clientId: string },
  change: (tx: AuditedTx) => Promise<Result>,
  entryFor: (result: Result) => Entry | null,
): Promise<Result> {
  const targetScope = await scopeOf(tx, projectId)
  return recordOutcome(tx, change, (result) => {
    const entry = entryFor(result)
    return entry
      ? [{ ...entry, targetType: 'McpClientPermission', targetId: id, clientId, targetScope, projectId }]
      : []
  })
}

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

async function scopeOf(executor: Executor, projectId: string): Promise<string> {
  const [owner] = await executor.rows<{ teamId: string }>(
    sql`SELECT team_id AS "teamId" FROM projects WHERE id = ${projectId}`,
  )
  return owner?.teamId ?? 'instance'
}
