import type { WhoAmI } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { Administrator } from '../../caller.ts'

/** The oldest first. */
export async function membershipsOf(executor: Executor, caller: Administrator): Promise<WhoAmI['teams']> {
  const names = await executor.rows<{ id: string; name: string }>(
    sql`SELECT id, name FROM teams WHERE id = ANY(${caller.teams.map(({ id }) => id)})`,
  )
  return caller.teams.map(({ id, role, kind }) => ({
    id,
    role,
    kind,
    name: names.find((team) => team.id === id)?.name ?? '',
  }))
}

/** Null unless the caller is a member of the team. */
export function activeTeamOf(caller: Administrator): string | null {
  if (caller.via.credential !== 'console') return null
  const { activeTeamId } = caller.via
  return caller.teams.some(({ id }) => id === activeTeamId) ? activeTeamId : null
}
