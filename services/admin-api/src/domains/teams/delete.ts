import { operations } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { refuse } from '@signet/runtime'
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

/** Deletes a team without projects, and its memberships and invitations. */
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
    await prisma.team.delete({ where: { id: teamId } })
    return {}
  },
})
