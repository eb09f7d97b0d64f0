import { type AgentScope, type ApprovalCriterion, type MemberRole, reaches } from '@signet/contracts'

export interface Membership {
  readonly id: string
  readonly role: MemberRole
  readonly kind: 'regular' | 'personal' | 'system'
}

/** An administrator and the credential of the call (concepts.md, "Authentication"). */
export interface Administrator {
  readonly accountId: string
  readonly email: string
  readonly superAdministrator: boolean
  readonly teams: readonly Membership[]
  /** Roles by project for an agent that is limited to projects, which has no teams then. Null without such a limit. */
  readonly projects: ReadonlyMap<string, Membership['role']> | null
  readonly via: ConsoleSession | AgentToken
}

export interface ConsoleSession {
  readonly credential: 'console'
  readonly sessionDigest: string
  readonly activeTeamId: string | null
  /** Identity provider of the sign-in; null for a password. */
  readonly providerId: string | null
  /** Time of the last authentication of the administrator; null when the sign-in did not report it. */
  readonly authenticatedAt: Date | null
}

export interface AgentToken {
  readonly credential: 'agent'
  readonly clientId: string
  readonly scopes: ReadonlySet<AgentScope>
  /** Upper bound of the scopes of its tokens. */
  readonly obtainableScopes: ReadonlySet<AgentScope>
  /** Decides whether the administrator or the agent confirms its calls. */
  readonly approval: 'ask' | 'self'
  /** Calls that the administrator approves. */
  readonly approvalFor: ReadonlySet<ApprovalCriterion>
  /** Calls that two administrators approve. */
  readonly secondApprovalFor: ReadonlySet<ApprovalCriterion>
  readonly isLimited: boolean
  /** True for a machine: it acts without a sign-in of its administrator and does not need the agent endpoint. */
  readonly isMachine: boolean
  /** True for an account of a team, which no person owns. */
  readonly isServiceAccount: boolean
  /** Form of secrets in its results: a reveal link or the values. */
  readonly secrets: 'reveal' | 'values'
  /** Largest number of calls in a minute; null for the ordinary rate limit. */
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
