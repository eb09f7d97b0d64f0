import { type Executor, sql } from '@signet/db'
import { type AuditRecord, recordAudit } from '@signet/events'

type Deed = Pick<AuditRecord, 'actor' | 'action' | 'surface' | 'detail'>
type Target = Pick<AuditRecord, 'targetType' | 'targetId' | 'clientId'>

/** An entry about a person of the project; committed before the change it tells of (R5). */
export const auditEndUser = (
  executor: Executor,
  projectId: string,
  accountId: string,
  deed: Deed,
): Promise<void> => record(executor, projectId, deed, { targetType: 'EndUser', targetId: accountId })

/** An entry about an application that nobody of the project made, in the transaction of the change it tells of. */
export const auditApplication = (
  tx: Executor,
  projectId: string,
  clientId: string,
  deed: Deed,
): Promise<void> => record(tx, projectId, deed, { targetType: 'Client', targetId: clientId, clientId })

/** An entry about what a permitted agent got without asking a person. */
export const auditAgent = (
  executor: Executor,
  projectId: string,
  { id, clientId }: { readonly id: string; readonly clientId: string },
  deed: Deed,
): Promise<void> =>
  record(executor, projectId, deed, { targetType: 'McpClientPermission', targetId: id, clientId })

async function record(executor: Executor, projectId: string, deed: Deed, target: Target): Promise<void> {
  const [owner] = await executor.rows<{ teamId: string }>(
    sql`SELECT team_id AS "teamId" FROM projects WHERE id = ${projectId}`,
  )
  await recordAudit(executor, {
    ...deed,
    ...target,
    targetScope: owner?.teamId ?? 'instance',
    projectId,
  })
}
