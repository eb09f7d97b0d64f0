import * as z from 'zod'
import { effects } from '../effects.ts'
import { Count, FreeObject, id, Timestamp } from '../values.ts'

/** Seconds for which a refused call is answered its refusal. */
export const approvalSeconds = 900

/** Limit of one agent for one administrator. */
export const maxPendingApprovals = 5

/** Seconds after a refusal in which the agent may request no other approval. */
export const approvalCoolDownSeconds = 60

/** Seconds since the approver's sign-in, when a recent one is required. */
export const freshSignInSeconds = 300

const maxNote = 1_000

export const ApprovalNote = z
  .string()
  .trim()
  .min(1)
  .max(maxNote)
  .describe('Note for the agent, such as an alternative.')

export const ApprovalStatus = z
  .enum(['pending', 'approved', 'refused', 'used', 'expired'])
  .describe('approved: the agent may make this exact call once; used: it has made it.')

const Approver = z.strictObject({ accountId: id('account'), email: z.string() })

/** A call by an agent that needs a decision of its administrator, or of two others. */
export const Approval = z.strictObject({
  id: id('approval'),
  clientId: z.string(),
  clientName: z.string().describe('Name of the permitted agent; its client id after a withdrawal.'),
  tool: z.string(),
  title: z.string(),
  consequence: z.string(),
  effects: z.array(z.enum(effects)).describe('Effects of the call on sign-in, rights and secrets.'),
  input: FreeObject.describe('The exact arguments, without secrets.'),
  shows: FreeObject.describe('Present state of the target, and the consequences.'),
  reason: z.string().nullable().describe('Unverified reason in the words of the agent; null without one.'),
  actsFor: z.string().describe('E-mail of the administrator the agent acts for.'),
  status: ApprovalStatus,
  note: z.string().nullable(),
  needed: z.int().min(1).max(2).describe('Number of required approvals.'),
  approvedBy: z
    .array(z.strictObject({ ...Approver.shape, at: Timestamp }))
    .describe('Administrators who approved, the first one first.'),
  refusedBy: Approver.nullable().describe(
    'Administrator who refused the call; null for other calls, and for a refusal by an earlier release.',
  ),
  approvers: z
    .array(Approver)
    .describe('Administrators who may decide, at most 20, without those who approved.'),
  canDecide: z.boolean().describe('Whether the caller may approve it now.'),
  needsFreshSignIn: z.boolean().describe('The approver must have signed in within five minutes.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  decidedAt: Timestamp.nullable(),
  usedAt: Timestamp.nullable().describe('When the agent made the call.'),
})
export type Approval = z.input<typeof Approval>

export const ApprovalState = z.strictObject({
  approvalId: id('approval'),
  tool: z.string().describe('Tool of the call.'),
  status: ApprovalStatus,
  note: z.string().nullable().describe('Note of the refusal.'),
  needed: z.int().min(1).max(2).describe('Number of required approvals.'),
  approved: Count.describe('Number of approvals.'),
  url: z.url().describe('Console page of the decision.'),
  expiresAt: Timestamp,
  next: z
    .enum(['wait', 'repeat_call', 'stop', 'done', 'ask_again'])
    .describe(
      'wait: no decision yet; repeat_call: make the same call with the confirmation; stop: it was refused; done: the call was made; ask_again: it expired.',
    ),
})

/** Calls of the agent are rejected until an administrator ends the suspension. */
export const AgentSuspension = z.strictObject({
  id: id('agentSuspension'),
  clientId: z.string(),
  clientName: z.string(),
  createdAt: Timestamp,
})
