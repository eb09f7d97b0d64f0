import { type Executor, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import type { PayloadOf } from './define.ts'
import { outboxInsert } from './outbox.ts'
import { auditEntry } from './subjects.ts'

type Announced = Omit<PayloadOf<typeof auditEntry>, 'entryId' | 'at'>

export interface AuditRecord extends Announced {
  readonly clientId?: string | null
  readonly connectionId?: string | null
  readonly kid?: string | null
  readonly detail?: object
}

/**
 * Commits an entry and its outbox row, in one statement, before the change begins (R5). When it cannot be written,
 * nothing is changed. An entry means that an authorized actor reached the point of applying the change.
 */
export async function recordAudit(
  executor: Executor,
  { clientId, connectionId, kid, detail, ...announced }: AuditRecord,
): Promise<void> {
  const entry = { ...announced, entryId: newId('auditEntry'), at: new Date().toISOString() }
  await executor.run(sql`
    WITH entry AS (
      INSERT INTO audit_entries (id, actor, action, target_type, target_id, target_scope, surface, client_id, project_id, connection_id, kid, detail)
      VALUES (${entry.entryId}, ${entry.actor}, ${entry.action}, ${entry.targetType}, ${entry.targetId}, ${entry.targetScope}, ${entry.surface},
              ${clientId ?? null}, ${entry.projectId}, ${connectionId ?? null}, ${kid ?? null}, ${JSON.stringify(detail ?? {})}::jsonb)
    )
    ${outboxInsert(auditEntry, entry).insert}`)
}
