import { type CanFlag, canByRole, type MemberRole, type Project } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import { type Administrator, belongsTo, roleIn } from '../caller.ts'
import type { DestroyedProject, ProjectRow } from './row.ts'

/** Selects all projects (`projects p`) for a super administrator, otherwise those of the caller's teams. */
export function listableBy({ superAdministrator, projects, teams }: Administrator): Sql {
  if (superAdministrator) return sql`true`
  if (projects) return sql`(p.id = ANY(${[...projects.keys()]}) AND p.reserved IS NULL)`
  return sql`(p.team_id = ANY(${teams.map((team) => team.id)}) AND p.reserved IS NULL)`
}

/** The role comes from the team of the project, or from the entry of an agent that is limited to projects. */
export function roleInProject(caller: Administrator, project: ProjectRow): MemberRole | undefined {
  if (project.reserved !== null) return undefined
  return caller.projects ? caller.projects.get(project.id) : roleIn(caller, project.teamId)
}

/** Rights that also depend on the state of the project; the role decides the others. */
export const stateFlags: ReadonlySet<CanFlag> = new Set(['changeAddress', 'move', 'delete'])

type Can = Record<CanFlag, boolean>

type Blockers = Omit<Project['blockers'], 'accounts'> & {
  /** The accounts are a reason for a false flag; the result states their number. */
  readonly accounts: boolean
}

/** See concepts.md, "Project". Only super administrators have rights in the administrators' project. */
export function projectRights(caller: Administrator, project: ProjectRow): { can: Can; blockers: Blockers } {
  const superAdministrator = caller.superAdministrator
  const role = roleInProject(caller, project)
  const owner = role === 'owner'
  const reader = superAdministrator || role !== undefined
  const supporter = superAdministrator || (role !== undefined && canByRole[role].supportUsers === 'yes')
  const member = superAdministrator || (role !== undefined && canByRole[role].manageUsers === 'yes')
  const dependents = project.applications + project.providers + project.connections
  const addressable = project.addressForm !== 'root'
  const ownerMayReaddress = owner && project.addressForm !== 'host' && dependents === 0
  const mayDelete = superAdministrator || owner || (member && !project.hasAccounts)
  return {
    can: {
      read: reader,
      supportUsers: supporter,
      manageUsers: member,
      edit: member,
      editSettings: member,
      readActivity: reader,
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

export const mayReadDestroyed = (caller: Administrator, { lastTeamId }: DestroyedProject): boolean =>
  caller.superAdministrator || (lastTeamId !== null && belongsTo(caller, lastTeamId))
