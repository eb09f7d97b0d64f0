import type { AnswerOf, Operations, Team } from '@signet/contracts'
import { type Administrator, hasRole } from '../../caller.ts'

export interface TeamRecord {
  readonly id: string
  readonly name: string
  readonly kind: Team['kind']
  readonly createdAt: Date
  readonly members: Team['members']
  readonly projects: Team['owns']['projects']
}

type TeamRow = AnswerOf<Operations['team_list']>['teams'][number]

/** Permits nothing on the System team, only renaming on a personal team. */
function teamRights(caller: Administrator, { id, kind, projects }: TeamRecord): Team['can'] {
  const owner = caller.superAdministrator || hasRole(caller, id, 'owner')
  const shared = owner && kind === 'regular'
  return {
    manageMembers: shared,
    invite: shared,
    addExisting: caller.superAdministrator && kind === 'regular',
    rename: owner && kind !== 'system',
    delete: shared && projects.length === 0,
  }
}

export const toTeam = (row: TeamRecord, caller: Administrator): Team => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  members: row.members,
  can: teamRights(caller, row),
  createdAt: row.createdAt.toISOString(),
  owns: { projects: row.projects },
})

export const toTeamRow = (row: TeamRecord, caller: Administrator): TeamRow => ({
  ...toTeam(row, caller),
  owns: { projects: row.projects.length },
})
