import type { Operation } from './operation.ts'
import { type SigningAlgorithm, signingAlgorithms } from './resources/signing-key.ts'

/** Scopes of agent tokens. None includes another: an agent may hold any selection. */
export const agentScopes = ['admin:read', 'admin:write', 'admin:high'] as const
export type AgentScope = (typeof agentScopes)[number]

/** Algorithms of proofs that a token's holder has the key it is bound to (RFC 9449), wherever one is looked at. */
export const proofAlgorithms = signingAlgorithms.filter(
  (name): name is Exclude<SigningAlgorithm, `RS${string}`> => !name.startsWith('RS'),
)

const byKind = {
  read: 'admin:read',
  write: 'admin:write',
  high_consequence: 'admin:high',
  console_only: null,
} as const satisfies Record<Operation['kind'], AgentScope | null>

/** The scope an agent's token needs for an operation; null: no token is ever enough. */
export const scopeFor = (operation: Operation): AgentScope | null => byKind[operation.kind]
