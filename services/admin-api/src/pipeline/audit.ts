import type { AuditTargetType } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { recordAudit } from '@signet/events'
import type { Administrator } from '../caller.ts'
import type { ProjectRow } from '../domains/projects/read.ts'
import type { AuditTarget } from '../implement.ts'

interface Audited {
  readonly audit: { readonly action: string; readonly target: AuditTargetType }
}

/** Writes the entry of an operation, before its change begins (R5). */
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
