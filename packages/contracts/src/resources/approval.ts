import * as z from 'zod'
import { effects } from '../effects.ts'
import { FreeObject, id, Timestamp } from '../values.ts'

/** Seconds for the decision and for the agent's repeated call. */
export const approvalSeconds = 900

/** Maximum number of pending calls of one agent for one administrator. */
export const maxPendingApprovals = 5

/** Seconds after a refusal during which the agent may request no other approval. */
export const approvalCoolDownSeconds = 60

/** Maximum age in seconds of the approver's sign-in, when a recent one is required. */
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

/** A call by an agent that needs a decision of the administrator it acts for. */
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

/** A suspended agent: its calls are rejected until an administrator ends the suspension. */
export const AgentSuspension = z.strictObject({
  id: id('agentSuspension'),
  clientId: z.string(),
  clientName: z.string(),
  createdAt: Timestamp,
})
