import type { Operation } from './operation.ts'

/** Scopes of agent tokens. None includes another: an agent may hold any selection. */
export const agentScopes = ['admin:read', 'admin:write', 'admin:high'] as const
export type AgentScope = (typeof agentScopes)[number]

/** Algorithms of proofs that a token's holder has the key it is bound to (RFC 9449), wherever one is looked at. */
export const proofAlgorithms = [
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const

const byKind = {
  read: 'admin:read',
  write: 'admin:write',
  high_consequence: 'admin:high',
  console_only: null,
} as const satisfies Record<Operation['kind'], AgentScope | null>

/** The scope an agent's token needs for an operation; null: no token is ever enough. */
export const scopeFor = (operation: Operation): AgentScope | null => byKind[operation.kind]
