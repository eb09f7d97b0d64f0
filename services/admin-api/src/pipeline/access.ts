import { type CanFlag, type Operation, type Role, verdictFor } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { type Administrator, isServiceAccount, roleIn } from '../caller.ts'
import { mayReadDestroyed, projectRights, roleInProject, stateFlags } from '../projects/rights.ts'
import type { WithProject } from './call.ts'

type Access = Operation['access']

/**
 * A caller who may not know the object gets the response of an unknown id; other callers get an error that names the missing right.
 */
export function checkAccess(
  { access }: Pick<Operation, 'access'>,
  caller: Administrator | null,
  found: WithProject,
  input: Readonly<Record<string, unknown>>,
): void {
  if (access.to === 'project' && caller && found.destroyed && mayReadDestroyed(caller, found.destroyed))
    return
  if (access.to === 'service_account' && isServiceAccount(caller)) return
  const role = roleOf(access, caller, found, input)
  if (verdictFor({ access }, role) === 'no') refuseRole(access, role)
  if (access.to !== 'project' || !caller || !found.project || !stateFlags.has(access.can)) return
  if (!projectRights(caller, found.project).can[access.can]) refuseFlag(access.can)
}

function roleOf(
  access: Access,
  caller: Administrator | null,
  { project }: WithProject,
  input: Readonly<Record<string, unknown>>,
): Role {
  if (!caller) return 'anonymous'
  if (access.to === 'project' && !project) return 'stranger'
  if (caller.superAdministrator) return 'super'
  if (access.to === 'project') return (project && roleInProject(caller, project)) ?? 'stranger'
  return (access.to === 'team' && roleIn(caller, String(input.teamId))) || 'stranger'
}

function refuseRole(access: Access, role: Role): never {
  if (role === 'anonymous') refuse('unauthenticated')
  if (access.to === 'service_account') refuse('forbidden', { detail: 'Only a service account may do this.' })
  if (access.to === 'super_administrator')
    refuse('forbidden', { detail: 'Only a super administrator may do this.' })
  if (role === 'stranger') refuse('not_found')
  if (access.to === 'project') refuseFlag(access.can)
  return refuse('forbidden', { detail: 'Only an owner of the team may do this.', reason: 'team.owner' })
}

const refuseFlag = (flag: CanFlag): never =>
  refuse('forbidden', { detail: `You do not hold can.${flag} on this project.`, reason: `can.${flag}` })
