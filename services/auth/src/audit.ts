import type { AuditAction } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { type AuditRecord, recordAudit } from '@signet/events'

type Entry = Pick<AuditRecord, 'actor' | 'surface' | 'detail'> & { readonly action: AuditAction }
type Target = Pick<AuditRecord, 'targetType' | 'targetId' | 'clientId'>

/** An entry about a person of the project; committed before the change it tells of (R5). */
export const auditEndUser = (
  executor: Executor,
  projectId: string,
  accountId: string,
  entry: Entry,
): Promise<void> => record(executor, projectId, entry, { targetType: 'EndUser', targetId: accountId })

/** An entry about an application that nobody of the project made, in the transaction of the change it tells of. */
export const auditApplication = (
  tx: Executor,
  projectId: string,
  clientId: string,
  entry: Entry,
): Promise<void> => record(tx, projectId, entry, { targetType: 'Client', targetId: clientId, clientId })

/** An entry about what a permitted agent got without asking a person. */
export const auditAgent = (
  executor: Executor,
  projectId: string,
  { id, clientId }: { readonly id: string; readonly clientId: string },
  entry: Entry,
): Promise<void> =>
  record(executor, projectId, entry, { targetType: 'McpClientPermission', targetId: id, clientId })

async function record(executor: Executor, projectId: string, entry: Entry, target: Target): Promise<void> {
  const [owner] = await executor.rows<{ teamId: string }>(
    sql`SELECT team_id AS "teamId" FROM projects WHERE id = ${projectId}`,
  )
  await recordAudit(executor, {
    ...entry,
    ...target,
    targetScope: owner?.teamId ?? 'instance',
    projectId,
  })
}
