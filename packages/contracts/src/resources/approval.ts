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
  .describe('What the agent is told, such as what to do instead.')

export const ApprovalStatus = z
  .enum(['pending', 'approved', 'refused', 'used', 'expired'])
  .describe('approved: the agent may make this very call once; used: it has made it.')

const Approver = z.strictObject({ accountId: id('account'), email: z.string() })

/** A call by an agent that needs a decision of its administrator, or of two others. */
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
  reason: z
    .string()
    .nullable()
    .describe('Why, in the words of the agent; nobody checked them. Null when it gave none.'),
  actsFor: z.string().describe('E-mail of the administrator the agent acts for.'),
  status: ApprovalStatus,
  note: z.string().nullable(),
  needed: z.int().min(1).max(2).describe('How many administrators must approve.'),
  approvedBy: z
    .array(z.strictObject({ ...Approver.shape, at: Timestamp }))
    .describe('Who approved so far, the first one first.'),
  approvers: z.array(Approver).describe('Who may decide, at most 20, without those who approved.'),
  canDecide: z.boolean().describe('Whether the caller may approve it now.'),
  needsFreshSignIn: z.boolean().describe('Who approves must have signed in within five minutes.'),
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
  note: z.string().nullable().describe('What the administrator wrote when they refused.'),
  needed: z.int().min(1).max(2).describe('How many administrators must approve.'),
  approved: Count.describe('How many approved.'),
  url: z.url().describe('Where the administrator decides, in the console.'),
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
