import { operations } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { recordAudit } from '@signet/events'
import { refuse } from '@signet/runtime'
import { toRecord } from '../../audit-record.ts'
import type { Administrator } from '../../caller.ts'
import { implementWithPrisma } from '../../implement.ts'
import { auditMembers } from './audit-members.ts'
import { refuseUnshared } from './team-rules.ts'
import { findTeam, lockTeam } from './team-store.ts'
import type { TeamRecord } from './to-team.ts'

async function findDeletable(executor: Executor, id: string): Promise<TeamRecord> {
  const team = await findTeam(executor, id)
  refuseUnshared(team)
  if (team.projects.length) refuse('team_owns_projects')
  return team
}

async function auditServiceAccounts(
  tx: AuditedTx,
  caller: Administrator,
  { id: scope }: TeamRecord,
): Promise<void> {
  const audit = { action: 'service_account.delete', target: 'ServiceAccount' } as const
  const accounts = await tx.rows<{ id: string; name: string }>(sql`
    SELECT id, name FROM service_accounts WHERE team_id = ${scope} ORDER BY id`)
  await recordAudit(
    tx,
    ...accounts.map(({ id, name }) => toRecord({ audit }, caller, null, { id, scope, detail: { name } })),
  )
}

/** Deletes memberships, invitations and service accounts too. */
export const team_delete = implementWithPrisma(operations.team_delete, {
  async prepare({ deps }, { teamId }) {
    const { name } = await findDeletable(deps.database, teamId)
    return { target: { id: teamId, scope: teamId, detail: { name } } }
  },

  async lock({ sql }, _context, { teamId }) {
    await lockTeam(sql, teamId)
    return findDeletable(sql, teamId)
  },

  async apply({ prisma, sql }, { caller }, { teamId }, _prepared, team) {
    await auditMembers(sql, 'leave', { caller, team }, team.members)
    await auditServiceAccounts(sql, caller, team)
    await prisma.team.delete({ where: { id: teamId } })
    return {}
  },
})
