import type { CanFlag, Project } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import { type Administrator, belongsTo, type Membership } from '../caller.ts'
import type { DestroyedProject, ProjectRow } from './row.ts'

/** The projects (`projects p`) a caller may list: every one for a super administrator, else those of their teams. */
export function listableBy({ superAdministrator, projects, teams }: Administrator): Sql {
  if (superAdministrator) return sql`true`
  if (projects) return sql`(p.id = ANY(${[...projects.keys()]}) AND p.reserved IS NULL)`
  return sql`(p.team_id = ANY(${teams.map((team) => team.id)}) AND p.reserved IS NULL)`
}

/** What the caller is in the project: by its team, or where an agent is limited to single projects, by that. */
function roleIn({ projects, teams }: Administrator, project: ProjectRow): Membership['role'] | undefined {
  return projects ? projects.get(project.id) : teams.find(({ id }) => id === project.teamId)?.role
}

type Can = Record<CanFlag, boolean>

type Blockers = Omit<Project['blockers'], 'accounts'> & {
  /** True when the accounts of the project are a reason for a false flag; the result states their number. */
  readonly accounts: boolean
}

/**
 * Returns what the caller may do with the project, and the reasons for false flags (concepts.md, "Project"). Only super
 * administrators have rights in the administrators' project.
 */
export function canOf(caller: Administrator, project: ProjectRow): { can: Can; blockers: Blockers } {
  const superAdministrator = caller.superAdministrator
  const role = roleIn(caller, project)
  const owner = role === 'owner'
  const member = superAdministrator || (role !== undefined && project.reserved === null)
  const dependents = project.applications + project.providers + project.connections
  const addressable = project.addressForm !== 'root'
  const ownerMayReaddress = owner && project.addressForm !== 'host' && dependents === 0
  const mayDelete = superAdministrator || owner || (member && !project.hasAccounts)
  return {
    can: {
      read: member,
      manageUsers: member,
      edit: member,
      editSettings: member,
      readActivity: member,
      changeAddress: addressable && (superAdministrator || ownerMayReaddress),
      move: !project.system && (superAdministrator || owner),
      delete: !project.system && mayDelete,
    },
    blockers: {
      addressable: superAdministrator || owner ? addressable : null,
      dependents: (owner && !superAdministrator) || !addressable ? dependents : null,
      accounts: member && !mayDelete,
    },
  }
}

/** What is left of a destroyed project is told to super administrators and to the team that owned it last. */
export const mayReadDestroyed = (caller: Administrator, { lastTeamId }: DestroyedProject): boolean =>
  caller.superAdministrator || (lastTeamId !== null && belongsTo(caller, lastTeamId))
