import type { CanFlag } from './access.ts'
import { type AgentScope, agentScopes, scopeFor } from './agent-scopes.ts'
import type { Operation } from './operation.ts'
import { type MemberRole, reaches, teamRoles } from './team-roles.ts'

/** Roles in the team, or in the team of the project, that an operation names. */
export const roles = ['anonymous', 'stranger', ...teamRoles, 'super'] as const
export type Role = (typeof roles)[number]

/** `if` depends on the state of the project, see `conditions`. */
export type Verdict = 'yes' | 'if' | 'no'

const viewer: Readonly<Record<CanFlag, Verdict>> = {
  read: 'yes',
  supportUsers: 'no',
  manageUsers: 'no',
  edit: 'no',
  editSettings: 'no',
  readActivity: 'yes',
  changeAddress: 'no',
  move: 'no',
  delete: 'no',
}

/** A super administrator has every right. */
export const canByRole: Readonly<Record<MemberRole, Readonly<Record<CanFlag, Verdict>>>> = {
  viewer,
  support: { ...viewer, supportUsers: 'yes' },
  member: {
    read: 'yes',
    supportUsers: 'yes',
    manageUsers: 'yes',
    edit: 'yes',
    editSettings: 'yes',
    readActivity: 'yes',
    changeAddress: 'no',
    move: 'no',
    delete: 'if',
  },
  owner: {
    read: 'yes',
    supportUsers: 'yes',
    manageUsers: 'yes',
    edit: 'yes',
    editSettings: 'yes',
    readActivity: 'yes',
    changeAddress: 'if',
    move: 'yes',
    delete: 'yes',
  },
}

export const conditions = {
  delete: 'a member who is not an owner: only while the project holds no accounts',
  changeAddress: 'an owner: only to a path or subdomain, and only while nothing depends on the address',
} as const satisfies Partial<Record<CanFlag, string>>

const isTeamRole = (role: Role): role is MemberRole => role in canByRole

/** Used by the administration API, the console and the printed table. */
export function verdictFor({ access }: Pick<Operation, 'access'>, role: Role): Verdict {
  switch (access.to) {
    case 'public':
      return 'yes'
    case 'signed_in':
      return role === 'anonymous' ? 'no' : 'yes'
    case 'service_account':
      return 'no'
    case 'super_administrator':
      return role === 'super' ? 'yes' : 'no'
    case 'team':
      return role === 'super' || (isTeamRole(role) && reaches(role, access.role)) ? 'yes' : 'no'
    case 'project':
      if (role === 'super') return 'yes'
      return role in canByRole ? canByRole[role as MemberRole][access.can] : 'no'
  }
}

export const scopeVerdicts = (operation: Operation): Record<AgentScope, Verdict> => {
  const needed = scopeFor(operation)
  return Object.fromEntries(agentScopes.map((scope) => [scope, scope === needed ? 'yes' : 'no'])) as Record<
    AgentScope,
    Verdict
  >
}
