import type { AuditAction, AuditTargetType } from '@signet/contracts'
import { type Actor, type AuditRecord, actors } from '@signet/events'
import { type Administrator, isServiceAccount } from './caller.ts'
import type { AuditTarget } from './implement.ts'
import type { ProjectRow } from './projects/row.ts'

interface AuditedOperation {
  readonly audit: { readonly action: string; readonly target: AuditTargetType }
}

const actorOf = (caller: Administrator): Actor =>
  (isServiceAccount(caller) ? actors.serviceAccount : actors.administrator)(caller.accountId)

export function toRecord(
  { audit }: AuditedOperation,
  caller: Administrator | null,
  project: Pick<ProjectRow, 'id' | 'teamId'> | null,
  target: AuditTarget,
): AuditRecord {
  const agent = caller?.via.credential === 'agent' ? caller.via : null
  return {
    actor: caller ? actorOf(caller) : (target.actor ?? actors.administrator(target.id)),
    // The catalogue of actions is derived from the operations.
    action: audit.action as AuditAction,
    targetType: audit.target,
    targetId: target.id,
    targetScope: target.scope ?? project?.teamId ?? 'instance',
    surface: agent ? 'mcp' : null,
    projectId: target.projectId ?? project?.id ?? null,
    clientId: agent?.clientId ?? null,
    connectionId: target.connectionId ?? null,
    kid: target.kid ?? null,
    detail: target.detail ?? {},
  }
}
