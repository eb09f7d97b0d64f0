import { endMembership, storeMembership } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import { implement } from '../../implement.ts'
import { auditMembers } from './audit-members.ts'
import { refuseTeamLimit } from './read.ts'
import { memberOf, refuseLastOwner, refuseUnshared } from './team-rules.ts'
import { findAdministrator, findTeam, lockTeam } from './team-store.ts'
import { toTeam } from './to-team.ts'

/** Adds an existing administrator without an invitation. */
export const team_member_add = implement(operations.team_member_add, {
  async prepare({ deps }, { teamId, userId, role }) {
    const team = await findTeam(deps.database, teamId)
    refuseUnshared(team)
    const { email } = await findAdministrator(deps.database, userId)
    if (team.members.some((member) => member.userId === userId)) refuse('already_member')
    return { team, email, target: { id: teamId, scope: teamId, detail: { userId, email, role } } }
  },

  async lock({ sql: tx }, _context, { teamId, userId, role }) {
    await lockTeam(tx, teamId)
    if (role === 'owner') await refuseTeamLimit(tx, await loadSettings(tx), userId)
    const { members } = await findTeam(tx, teamId)
    if (members.some((member) => member.userId === userId)) refuse('already_member')
  },

  async apply({ sql: tx }, { caller }, { teamId, userId, role }, { team, email }) {
    await auditMembers(tx, 'join', { caller, team }, [{ userId, email }])
    await storeMembership(tx, { teamId, accountId: userId, role })
    return toTeam(await findTeam(tx, teamId), caller)
  },
})

export const team_member_update = implement(operations.team_member_update, {
  async prepare({ deps }, { teamId, userId, role }) {
    const team = await findTeam(deps.database, teamId)
    refuseUnshared(team)
    const member = memberOf(team, userId)
    if (role !== 'owner') refuseLastOwner(team, userId)
    const detail = { userId, email: member.email, role: { from: member.role, to: role } }
    return { unchanged: member.role === role, target: { id: teamId, scope: teamId, detail } }
  },

  async lock({ sql: tx }, _context, { teamId, userId, role }) {
    await lockTeam(tx, teamId)
    const team = await findTeam(tx, teamId)
    if (role !== 'owner') refuseLastOwner(team, userId)
    if (role === 'owner' && memberOf(team, userId).role !== 'owner')
      await refuseTeamLimit(tx, await loadSettings(tx), userId)
  },

  async apply({ sql: tx }, { caller }, { teamId, userId, role }) {
    await storeMembership(tx, { teamId, accountId: userId, role })
    return toTeam(await findTeam(tx, teamId), caller)
  },
})

/** Memberships are read on every call, so the next request of the member is refused. */
export const team_member_remove = implement(operations.team_member_remove, {
  async prepare({ deps }, { teamId, userId }) {
    const team = await findTeam(deps.database, teamId)
    refuseUnshared(team)
    const { email } = memberOf(team, userId)
    refuseLastOwner(team, userId)
    return { team, email, target: { id: teamId, scope: teamId, detail: { userId, email } }, shows: { email } }
  },

  async lock({ sql: tx }, _context, { teamId, userId }) {
    await lockTeam(tx, teamId)
    const team = await findTeam(tx, teamId)
    memberOf(team, userId)
    refuseLastOwner(team, userId)
  },

  async apply({ sql: tx }, { caller }, { teamId, userId }, { team, email }) {
    await auditMembers(tx, 'leave', { caller, team }, [{ userId, email }])
    await endMembership(tx, { teamId, accountId: userId })
    return toTeam(await findTeam(tx, teamId), caller)
  },
})
