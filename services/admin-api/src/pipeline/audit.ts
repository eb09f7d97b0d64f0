import { recordAudit } from '@signet/events'
import { toRecord } from '../audit-record.ts'
import type { Change, WithConfirmation } from './call.ts'

/** Writes and commits the audit entries of a change before it begins. */
export async function auditChange({
  deps,
  operation,
  caller,
  project,
  prepared: { target, targets = [target] },
  confirmed,
}: Change & WithConfirmation): Promise<void> {
  if (!('audit' in operation) || !operation.audit) return
  const { audit } = operation
  const records = targets.map((each) =>
    toRecord({ audit }, caller, project, { ...each, detail: { ...each.detail, ...confirmed } }),
  )
  await recordAudit(deps.database, ...records)
}
