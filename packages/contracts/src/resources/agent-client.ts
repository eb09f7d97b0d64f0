import * as z from 'zod'
import { limits } from '../limits.ts'
import { id, Name, Timestamp } from '../words.ts'

export const KeyProof = z.enum(['none', 'dpop'])
export const AgentClientId = z
  .string()
  .min(1)
  .max(limits.uriCharacters)
  .describe('A registered client id, or the https address of a client metadata document.')

/** A client identity that may get tokens for the agent endpoint. */
export const AgentClient = z.strictObject({
  id: id('agentClient'),
  clientId: AgentClientId,
  name: Name,
  keyProof: KeyProof.describe('dpop: tokens must be bound to a key the client holds.'),
  createdAt: Timestamp,
  createdBy: z.string().nullable().describe('E-mail of who permitted it; null when gone or seeded.'),
  lastUsedAt: Timestamp.nullable(),
  reserved: z.boolean().describe('Seeded with the instance; it cannot be withdrawn.'),
})
