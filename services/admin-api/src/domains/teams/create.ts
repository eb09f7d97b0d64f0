import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import { implementWithPrisma } from '../../implement.ts'
import { refuseTeamLimit } from './read.ts'
import { findTeam } from './team-store.ts'
import { toTeam } from './to-team.ts'

export const team_create = implementWithPrisma(operations.team_create, {
  async prepare(_context, { name }) {
    const id = newId('team')
    return { id, target: { id, scope: id, detail: { name } } }
  },

  lock: async ({ sql: tx }, { caller }) => refuseTeamLimit(tx, await loadSettings(tx), caller.accountId),

  async apply({ sql: tx, prisma }, { caller }, { name }, { id }) {
    await prisma.team.create({ data: { id, name, kind: 'regular' } })
    await tx.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      SELECT ${id}, administrators_project_id, ${caller.accountId}, 'owner' FROM instance`)
    return toTeam(await findTeam(tx, id), withOwned(caller, id))
  },
})

const withOwned = (caller: Administrator, id: string): Administrator => ({
  ...caller,
  teams: [...caller.teams, { id, role: 'owner', kind: 'regular' }],
})
