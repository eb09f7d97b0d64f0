import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { belongsTo } from '../../caller.ts'
import { implementRead } from '../../implement.ts'
import { activeTeamOf, membershipsOf } from './teams.ts'

export const scope_get = implementRead(operations.scope_get, async ({ deps, caller }) => ({
  activeTeamId: activeTeamOf(caller),
  teams: await membershipsOf(deps.database, caller),
}))

/** Default for new objects, without effect on rights. */
export const scope_set = implementRead(operations.scope_set, async ({ deps, caller }, { teamId }) => {
  if (!belongsTo(caller, teamId) || caller.via.credential !== 'console') refuse('team_not_available')
  await deps.database.run(
    sql`UPDATE console_sessions SET active_team_id = ${teamId} WHERE digest = ${caller.via.sessionDigest}`,
  )
  return { activeTeamId: teamId, teams: await membershipsOf(deps.database, caller) }
})
