import { refuse } from '@signet/runtime'
import type { TeamRecord } from './to-team.ts'

/** A personal team has exactly its owner, and the System team allows nothing. */
export function refuseUnshared({ kind }: Pick<TeamRecord, 'kind'>): void {
  if (kind === 'personal') refuse('personal_team')
  if (kind === 'system') refuse('system_team')
}

/** The member, who must be one; asked of a team whose row is locked. */
export function memberOf({ members }: TeamRecord, userId: string) {
  return members.find((member) => member.userId === userId) ?? refuse('not_found')
}

/** The last owner can be neither demoted nor removed (invariant 2). */
export function refuseLastOwner(team: TeamRecord, userId: string): void {
  const owners = team.members.filter(({ role }) => role === 'owner')
  if (owners.length === 1 && owners[0]?.userId === userId) refuse('last_owner')
}
