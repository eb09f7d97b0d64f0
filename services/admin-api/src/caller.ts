import type { AgentScope, ApprovalCriterion } from '@signet/contracts'

export interface Membership {
  readonly id: string
  readonly role: 'owner' | 'member'
  readonly kind: 'regular' | 'personal' | 'system'
}

/** An administrator, and by which of the two credentials the call came (concepts.md, "Authentication"). */
export interface Administrator {
  readonly accountId: string
  readonly email: string
  readonly superAdministrator: boolean
  readonly teams: readonly Membership[]
  /** What an agent limited to single projects may be in each; it has no teams then. Null: no such limit. */
  readonly projects: ReadonlyMap<string, Membership['role']> | null
  readonly via: ConsoleSession | AgentToken
}

export interface ConsoleSession {
  readonly credential: 'console'
  readonly sessionDigest: string
  readonly activeTeamId: string | null
  /** Identity provider the session was signed in through; null for a password sign-in. */
  readonly providerId: string | null
  /** When the person last showed who they are; null where the sign-in did not say. */
  readonly authenticatedAt: Date | null
}

export interface AgentToken {
  readonly credential: 'agent'
  readonly clientId: string
  readonly scopes: ReadonlySet<AgentScope>
  /** Most that its tokens can have. */
  readonly obtainableScopes: ReadonlySet<AgentScope>
  /** Who confirms its calls. */
  readonly approval: 'ask' | 'self'
  /** Which of its calls the administrator approves. */
  readonly approvalFor: ReadonlySet<ApprovalCriterion>
  /** Its entry names a team or projects that it must not leave. */
  readonly isLimited: boolean
  /** It acts without a sign-in of its administrator, and needs no agent endpoint. */
  readonly isMachine: boolean
  /** What it is answered in place of a secret. */
  readonly secrets: 'reveal' | 'values'
  /** Most calls in a minute; null: the ordinary rate limit. */
  readonly callsPerMinute: number | null
}

export const belongsTo = (caller: Pick<Administrator, 'teams'>, teamId: string): boolean =>
  caller.teams.some((team) => team.id === teamId)

export const owns = (caller: Pick<Administrator, 'teams'>, teamId: string): boolean =>
  caller.teams.some((team) => team.id === teamId && team.role === 'owner')
