import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { changesDetail, implementWithPrisma, namesNothing } from '../../implement.ts'
import { findTeam, lockTeam } from './team-store.ts'
import { toTeam } from './to-team.ts'

export const team_update = implementWithPrisma(operations.team_update, {
  async prepare({ deps }, { teamId, name }) {
    const team = await findTeam(deps.database, teamId)
    if (team.kind === 'system') refuse('system_team')
    const detail = changesDetail(team, name === undefined ? {} : { name })
    return { unchanged: namesNothing(detail), target: { id: teamId, scope: teamId, detail } }
  },

  lock: ({ sql }, _context, { teamId }) => lockTeam(sql, teamId),

  async apply({ sql, prisma }, { caller }, { teamId, name }) {
    if (name !== undefined) await prisma.team.update({ where: { id: teamId }, data: { name } })
    return toTeam(await findTeam(sql, teamId), caller)
  },
})
