import { type AgentScope, type ApprovalCriterion, type MemberRole, reaches } from '@signet/contracts'

export interface Membership {
  readonly id: string
  readonly role: MemberRole
  readonly kind: 'regular' | 'personal' | 'system'
}

/** See concepts.md, "Authentication". */
export interface Administrator {
  readonly accountId: string
  readonly email: string
  readonly superAdministrator: boolean
  readonly teams: readonly Membership[]
  /** Roles by project for an agent that is limited to projects, which has no teams then. */
  readonly projects: ReadonlyMap<string, Membership['role']> | null
  readonly via: ConsoleSession | AgentToken
}

export interface ConsoleSession {
  readonly credential: 'console'
  readonly sessionDigest: string
  readonly activeTeamId: string | null
  /** Null for a password. */
  readonly providerId: string | null
  /** Last authentication; null when the sign-in did not report its time. */
  readonly authenticatedAt: Date | null
}

export interface AgentToken {
  readonly credential: 'agent'
  readonly clientId: string
  readonly scopes: ReadonlySet<AgentScope>
  /** Upper bound of the scopes of its tokens. */
  readonly obtainableScopes: ReadonlySet<AgentScope>
  /** The administrator (`ask`) or the agent (`self`) confirms its calls. */
  readonly approval: 'ask' | 'self'
  readonly approvalFor: ReadonlySet<ApprovalCriterion>
  readonly secondApprovalFor: ReadonlySet<ApprovalCriterion>
  readonly isLimited: boolean
  /** Needs neither a sign-in of its administrator nor the agent endpoint. */
  readonly isMachine: boolean
  /** Account of a team, which no person owns. */
  readonly isServiceAccount: boolean
  /** A reveal link or the values. */
  readonly secrets: 'reveal' | 'values'
  /** Null for the ordinary rate limit. */
  readonly callsPerMinute: number | null
}

export const belongsTo = (caller: Pick<Administrator, 'teams'>, teamId: string): boolean =>
  caller.teams.some((team) => team.id === teamId)

export function roleIn({ teams }: Pick<Administrator, 'teams'>, teamId: string): MemberRole | undefined {
  for (const { id, role } of teams) if (id === teamId) return role
  return undefined
}

export function hasRole(caller: Pick<Administrator, 'teams'>, teamId: string, least: MemberRole): boolean {
  const role = roleIn(caller, teamId)
  return role !== undefined && reaches(role, least)
}

export const isServiceAccount = (caller: Administrator | null): boolean =>
  caller?.via.credential === 'agent' && caller.via.isServiceAccount
