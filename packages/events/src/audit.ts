import { type AuditAction, auditActions } from '@signet/contracts'
import { type AuditedTx, auditedBefore, type Executor, type Sql, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { type Actor, storedName } from './actors.ts'
import type { PayloadOf } from './define.ts'
import { outboxInsertAll } from './outbox.ts'
import { auditEntry } from './subjects.ts'

type EntrySummary = Omit<PayloadOf<typeof auditEntry>, 'entryId' | 'at' | 'actor' | 'action'>

export interface AuditRecord extends EntrySummary {
  readonly actor: Actor
  readonly action: AuditAction
  readonly clientId?: string | null
  readonly connectionId?: string | null
  readonly kid?: string | null
  readonly detail?: object
}

/** A directory may change tens of thousands of memberships in one request. */
const entriesPerStatement = 500

/**
 * Writes entries with their outbox rows before the change begins; if they cannot be written, the change does not happen. An entry means
 * that an authorized actor reached the point of applying the change.
 * @returns the executor for functions that require an audit entry
 */
export async function recordAudit(
  executor: Executor,
  ...records: readonly AuditRecord[]
): Promise<AuditedTx> {
  for (let from = 0; from < records.length; from += entriesPerStatement) {
    const [first, ...others] = records.slice(from, from + entriesPerStatement)
    if (first) await executor.run(insertOf([first, ...others], first))
  }
  return auditedBefore(executor)
}

/** Makes a change and writes the entries that depend on its result in the same transaction; a change without effect has no entry. */
export async function recordOutcome<Result>(
  tx: Executor,
  change: (tx: AuditedTx) => Promise<Result>,
  entriesFor: (result: Result) => readonly AuditRecord[],
): Promise<Result> {
  const result = await change(auditedBefore(tx))
  await recordAudit(tx, ...entriesFor(result))
  return result
}

/** One text for any number of entries, so that it is prepared once. */
function insertOf(records: readonly AuditRecord[], { actor, projectId }: AuditRecord): Sql {
  if (records.some((record) => record.actor !== actor || record.projectId !== projectId))
    throw new TypeError('Entries written together must have the same actor and project.')
  const rows = records.map(toRow)
  return sql`
    WITH entry AS (
      INSERT INTO audit_entries (id, actor, actor_name, action, target_type, target_id, target_scope, surface, client_id, project_id,
        connection_id, kid, detail)
      SELECT v."entryId", v.actor, ${storedName(actor, projectId)}, v.action, v."targetType", v."targetId", v."targetScope", v.surface,
        v."clientId", v."projectId", v."connectionId", v.kid, v.detail
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v ("entryId" text, actor text, action text, "targetType" text,
        "targetId" text, "targetScope" text, surface text, "clientId" text, "projectId" text, "connectionId" text, kid text, detail jsonb)
    )
    ${outboxInsertAll(
      auditEntry,
      rows.map(({ clientId, connectionId, kid, detail, ...announced }) => announced),
    )}`
}

function toRow({ clientId = null, connectionId = null, kid = null, detail = {}, ...record }: AuditRecord) {
  if (!auditActions.has(record.action))
    throw new TypeError(`${record.action} is not in the catalogue of audit actions.`)
  const entryId = newId('auditEntry')
  return { ...record, entryId, at: new Date().toISOString(), clientId, connectionId, kid, detail }
}
