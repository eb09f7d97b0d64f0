import type { CanFlag, Operation } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { type Administrator, belongsTo, owns } from '../caller.ts'
import { mayReadDestroyed, projectRights } from '../projects/rights.ts'
import type { WithProject } from './call.ts'

/**
 * Refuses a caller without the right to the operation. A caller who may not know the object gets the response of an
 * unknown id; other callers get an error that names the missing right.
 */
export function checkAccess(
  { access }: Pick<Operation, 'access'>,
  caller: Administrator | null,
  found: WithProject,
  input: Readonly<Record<string, unknown>>,
): void {
  if (access.to === 'public') return
  if (!caller) refuse('unauthenticated')
  if (access.to === 'super_administrator' && !caller.superAdministrator)
    refuse('forbidden', { detail: 'Only a super administrator may do this.' })
  if (access.to === 'team') checkTeam(access.role, caller, String(input.teamId))
  if (access.to === 'project') checkProject(access.can, caller, found)
}

/** Refuses a project that the caller may not read like one that does not exist. */
function checkProject(flag: CanFlag, caller: Administrator, { project, destroyed }: WithProject): void {
  if (destroyed && mayReadDestroyed(caller, destroyed)) return
  if (!project) refuse('not_found')
  const { can } = projectRights(caller, project)
  if (!can.read) refuse('not_found')
  if (!can[flag])
    refuse('forbidden', { detail: `You do not hold can.${flag} on this project.`, reason: `can.${flag}` })
}

function checkTeam(role: 'member' | 'owner', caller: Administrator, teamId: string): void {
  if (!belongsTo(caller, teamId) && !caller.superAdministrator) refuse('not_found')
  if (role === 'owner' && !owns(caller, teamId) && !caller.superAdministrator)
    refuse('forbidden', { detail: 'Only an owner of the team may do this.', reason: 'team.owner' })
}
