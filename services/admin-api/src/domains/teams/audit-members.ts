import type { AuditedTx } from '@signet/db'
import { type Actor, recordAudit } from '@signet/events'
import { toRecord } from '../../audit-record.ts'
import type { Administrator } from '../../caller.ts'

interface Change {
  readonly caller: Administrator | null
  /** Actor of an accepted invitation without a session. */
  readonly actor?: Actor
  readonly team: { readonly id: string; readonly name: string }
}

type Member = { readonly userId: string; readonly email: string }

const actions = { join: 'admin.team.join', leave: 'admin.team.leave' } as const

/** The entries are for the timeline of the administrator. */
export const auditMembers = (
  tx: AuditedTx,
  change: keyof typeof actions,
  { caller, actor, team }: Change,
  members: readonly Member[],
): Promise<AuditedTx> =>
  recordAudit(
    tx,
    ...members.map(({ userId, email }) =>
      toRecord({ audit: { action: actions[change], target: 'AdminUser' } }, caller, null, {
        id: userId,
        scope: team.id,
        detail: { email, teamId: team.id, team: team.name },
        ...(actor ? { actor } : {}),
      }),
    ),
  )
