import { refuse } from '@signet/runtime'
import type { TeamRecord } from './to-team.ts'

/** A personal team has exactly its owner; members of the System team do not change either. */
export function refuseUnshared({ kind }: Pick<TeamRecord, 'kind'>): void {
  if (kind === 'personal') refuse('personal_team')
  if (kind === 'system') refuse('system_team')
}

/** Refuses with not_found. The caller holds the lock of the team. */
export function memberOf({ members }: TeamRecord, userId: string) {
  return members.find((member) => member.userId === userId) ?? refuse('not_found')
}

export function refuseLastOwner(team: TeamRecord, userId: string): void {
  const owners = team.members.filter(({ role }) => role === 'owner')
  if (owners.length === 1 && owners[0]?.userId === userId) refuse('last_owner')
}
