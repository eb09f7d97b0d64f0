import type { Operation } from './operation.ts'
import type { SigningAlgorithm } from './signing-algorithms.ts'
import { signingAlgorithms } from './signing-algorithms.ts'

/** No scope includes another: an agent may have any selection. */
export const agentScopes = ['admin:read', 'admin:write', 'admin:high'] as const
export type AgentScope = (typeof agentScopes)[number]

/** Algorithms of DPoP proofs (RFC 9449) at every endpoint. */
export const proofAlgorithms = signingAlgorithms.filter(
  (name): name is Exclude<SigningAlgorithm, `RS${string}`> => !name.startsWith('RS'),
)

const byKind = {
  read: 'admin:read',
  write: 'admin:write',
  high_consequence: 'admin:high',
  console_only: null,
} as const satisfies Record<Operation['kind'], AgentScope | null>

/** Null: no token of an agent is accepted. */
export const scopeFor = (operation: Operation): AgentScope | null => byKind[operation.kind]

/** Accepts a machine at the few console-only operations for machines, too. */
export const scopeForMachine = (operation: Operation): AgentScope | null =>
  operation.forMachines ? 'admin:high' : scopeFor(operation)
