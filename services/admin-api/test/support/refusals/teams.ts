import { atTeamLimit, onTeam } from '../attempts.ts'
import type { Cases } from './index.ts'

export const teams: Cases = {
  team_create: { plan_limit: atTeamLimit(async () => ({ input: { name: 'One more' } })) },
  team_update: { system_team: onTeam('superTeam', { name: 'x' }) },
  team_delete: {
    personal_team: onTeam('personal', {}),
    system_team: onTeam('superTeam', {}),
    team_owns_projects: onTeam('team', {}),
  },
  team_member_add: {
    already_member: async (world) => ({
      input: { teamId: world.team, userId: world.people.member.accountId, role: 'owner' },
    }),
    personal_team: onTeam('personal', { userId: 'usr_x', role: 'member' }),
    plan_limit: atTeamLimit(async (world, { accountId }) => ({
      person: world.people.super,
      input: { teamId: world.team, userId: accountId, role: 'owner' },
    })),
    system_team: onTeam('superTeam', { userId: 'usr_x', role: 'member' }),
  },
  team_member_update: {
    last_owner: async (world) => ({
      input: { teamId: world.team, userId: world.people.owner.accountId, role: 'member' },
    }),
    personal_team: onTeam('personal', { userId: 'usr_x', role: 'member' }),
    plan_limit: atTeamLimit(async (world, { accountId: userId }) => {
      await world.ok(world.people.super, 'team_member_add', { teamId: world.team, userId, role: 'member' })
      return { person: world.people.super, input: { teamId: world.team, userId, role: 'owner' } }
    }),
    system_team: onTeam('superTeam', { userId: 'usr_x', role: 'member' }),
  },
  team_member_remove: {
    last_owner: async (world) => ({
      input: { teamId: world.team, userId: world.people.owner.accountId },
    }),
    personal_team: onTeam('personal', { userId: 'usr_x' }),
    system_team: onTeam('superTeam', { userId: 'usr_x' }),
  },
}
