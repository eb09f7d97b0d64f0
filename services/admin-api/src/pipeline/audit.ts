import type { AuditTargetType } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { auditEntry, outboxInsert } from '@signet/events'
import { newId } from '@signet/runtime'
import type { Administrator } from '../caller.ts'
import type { ProjectRow } from '../domains/projects/read.ts'
import type { AuditTarget } from '../implement.ts'

interface Audited {
  readonly audit: { readonly action: string; readonly target: AuditTargetType }
}

/**
 * Commits the entry and its outbox row, in one statement, before the change begins (R5). When it cannot be written,
 * nothing is changed. An entry means that an authorised actor reached the point of applying the change.
 */
export async function audit(
  { database }: { readonly database: Executor },
  operation: Audited,
  caller: Administrator | null,
  project: Pick<ProjectRow, 'id' | 'teamId'> | null,
  target: AuditTarget,
): Promise<void> {
  const agent = caller?.via.credential === 'agent' ? caller.via : null
  const entry = {
    entryId: newId('auditEntry'),
    at: new Date().toISOString(),
    actor: caller?.accountId ?? target.actor ?? target.id,
    action: operation.audit.action,
    targetType: operation.audit.target,
    targetId: target.id,
    targetScope: target.scope ?? project?.teamId ?? 'instance',
    surface: agent ? ('mcp' as const) : null,
    projectId: target.projectId ?? project?.id ?? null,
  }
  await database.run(sql`
    WITH entry AS (
      INSERT INTO audit_entries (id, actor, action, target_type, target_id, target_scope, surface, client_id, project_id, connection_id, kid, detail)
      VALUES (${entry.entryId}, ${entry.actor}, ${entry.action}, ${entry.targetType}, ${entry.targetId}, ${entry.targetScope}, ${entry.surface},
              ${agent?.clientId ?? null}, ${entry.projectId}, ${target.connectionId ?? null}, ${target.kid ?? null}, ${JSON.stringify(target.detail ?? {})}::jsonb)
    )
    ${outboxInsert(auditEntry, entry).insert}`)
}
