import { type AuditRecord, recordAudit } from '@signet/events'
import { toRecord } from '../audit-record.ts'
import type { Change, WithConfirmation } from './call.ts'

type AuditedChange = Pick<Change, 'operation' | 'caller' | 'project' | 'prepared'> & WithConfirmation

/** Commits the audit entries before the change begins. */
export const auditChange = async (change: Pick<Change, 'deps'> & AuditedChange): Promise<void> =>
  void (await recordAudit(change.deps.database, ...recordsOf(change)))

/** Returns one entry for each object; none for an operation without an audit action. */
export function recordsOf({
  operation,
  caller,
  project,
  prepared: { target, targets = [target] },
  confirmed,
}: AuditedChange): AuditRecord[] {
  if (!('audit' in operation) || !operation.audit) return []
  const { audit } = operation
  return targets.map((each) =>
    toRecord({ audit }, caller, project, { ...each, detail: { ...each.detail, ...confirmed } }),
  )
}
