import { sql } from '@signet/db'
import { type AuditRecord, recordAudit } from '@signet/events'
import type { OptionsContext } from './provider-options/context.ts'

/** An entry about a person of the project; committed before the change it tells of (R5). */
export async function auditEndUser(
  { deps, project }: OptionsContext,
  accountId: string,
  entry: Pick<AuditRecord, 'actor' | 'action' | 'surface' | 'detail'>,
): Promise<void> {
  const [owner] = await deps.database.rows<{ teamId: string }>(
    sql`SELECT team_id AS "teamId" FROM projects WHERE id = ${project.id}`,
  )
  await recordAudit(deps.database, {
    ...entry,
    targetType: 'EndUser',
    targetId: accountId,
    targetScope: owner?.teamId ?? 'instance',
    projectId: project.id,
  })
}
