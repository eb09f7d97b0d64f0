import type { AuditTargetType } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { recordAudit } from '@signet/events'
import type { Administrator } from '../caller.ts'
import type { AuditTarget } from '../implement.ts'
import type { ProjectRow } from '../projects/row.ts'
import type { Change, Confirmed } from './call.ts'

interface Audited {
  readonly audit: { readonly action: string; readonly target: AuditTargetType }
}

/** Writes the entry of a change before it begins (R5). */
export async function auditChange({
  deps,
  operation,
  caller,
  project,
  prepared: { target },
  confirmed,
}: Change & Confirmed): Promise<void> {
  if (!('audit' in operation) || !operation.audit) return
  const detail = confirmed ? { ...target.detail, ...confirmed } : target.detail
  await audit(deps, { audit: operation.audit }, caller, project, { ...target, ...(detail ? { detail } : {}) })
}

/** Writes one entry. */
export async function audit(
  { database }: { readonly database: Executor },
  operation: Audited,
  caller: Administrator | null,
  project: Pick<ProjectRow, 'id' | 'teamId'> | null,
  target: AuditTarget,
): Promise<void> {
  const agent = caller?.via.credential === 'agent' ? caller.via : null
  await recordAudit(database, {
    actor: caller?.accountId ?? target.actor ?? target.id,
    action: operation.audit.action,
    targetType: operation.audit.target,
    targetId: target.id,
    targetScope: target.scope ?? project?.teamId ?? 'instance',
    surface: agent ? 'mcp' : null,
    projectId: target.projectId ?? project?.id ?? null,
    clientId: agent?.clientId ?? null,
    connectionId: target.connectionId ?? null,
    kid: target.kid ?? null,
    detail: target.detail ?? {},
  })
}
