import * as z from 'zod'
import { effects } from '../effects.ts'
import { FreeObject, id, Timestamp } from '../values.ts'

/** How long a person may take to decide, and the agent to repeat its call. Seconds. */
export const approvalSeconds = 900

/** Most calls of one agent that may wait for one administrator at the same time. */
export const maxPendingApprovals = 5

/** How long an agent requests no further approval after a refusal. Seconds. */
export const approvalCoolDownSeconds = 60

/** How lately who approves must have signed in, where that is asked for. Seconds. */
export const freshSignInSeconds = 300

const maxNote = 1_000

export const ApprovalNote = z
  .string()
  .trim()
  .min(1)
  .max(maxNote)
  .describe('What the agent is told, such as what to do instead.')

export const ApprovalStatus = z
  .enum(['pending', 'approved', 'refused', 'used', 'expired'])
  .describe('approved: the agent may make this very call once; used: it has made it.')

/** A call by an agent that waits for the administrator it acts for. */
export const Approval = z.strictObject({
  id: id('approval'),
  clientId: z.string(),
  clientName: z.string().describe('Name of the permitted agent; its client id once it was withdrawn.'),
  tool: z.string(),
  title: z.string(),
  consequence: z.string(),
  effects: z.array(z.enum(effects)).describe('What the call does to sign-in, rights and secrets.'),
  input: FreeObject.describe('The exact arguments, without secrets.'),
  shows: FreeObject.describe('The target as it stands, and what would happen to it.'),
  status: ApprovalStatus,
  note: z.string().nullable(),
  needsFreshSignIn: z.boolean().describe('Who approves must have signed in within five minutes.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  decidedAt: Timestamp.nullable(),
})
export type Approval = z.input<typeof Approval>

/** An agent that an administrator suspended: it is refused until they end the suspension. */
export const AgentSuspension = z.strictObject({
  id: id('agentSuspension'),
  clientId: z.string(),
  clientName: z.string(),
  createdAt: Timestamp,
})
