import type { CanFlag } from './access.ts'
import { type AgentScope, agentScopes, scopeFor } from './agent-scopes.ts'
import type { Operation } from './operation.ts'

/** Roles of a caller in the team, or in the team of the project, that an operation names. */
export const roles = ['anonymous', 'stranger', 'member', 'owner', 'super'] as const
export type Role = (typeof roles)[number]

/** `if` depends on the state of the project, see `conditions`. */
export type Verdict = 'yes' | 'if' | 'no'

/** Rights over a project by membership of its team. A super administrator has every right. */
export const canByRole: Readonly<Record<'member' | 'owner', Readonly<Record<CanFlag, Verdict>>>> = {
  member: {
    read: 'yes',
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

function onProject(role: Role, can: CanFlag): Verdict {
  if (role === 'super') return 'yes'
  return role === 'member' || role === 'owner' ? canByRole[role][can] : 'no'
}

/** Returns whether a caller with this role may call an operation. */
export function verdictFor(operation: Operation, role: Role): Verdict {
  const { access } = operation
  switch (access.to) {
    case 'public':
      return 'yes'
    case 'signed_in':
      return role === 'anonymous' ? 'no' : 'yes'
    case 'super_administrator':
      return role === 'super' ? 'yes' : 'no'
    case 'team':
      return role === 'super' || role === 'owner' || role === access.role ? 'yes' : 'no'
    case 'project':
      return onProject(role, access.can)
  }
}

/** Returns for each agent scope whether a token with only this scope may call the operation. */
export const scopeVerdicts = (operation: Operation): Record<AgentScope, Verdict> => {
  const needed = scopeFor(operation)
  return Object.fromEntries(agentScopes.map((scope) => [scope, scope === needed ? 'yes' : 'no'])) as Record<
    AgentScope,
    Verdict
  >
}
