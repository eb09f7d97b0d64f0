import * as z from 'zod'
import { isTool, type Operation } from '../operation.ts'
import { FreeObject, id, Timestamp } from '../values.ts'

/** How long a person may take to decide, and the agent to repeat its call. Seconds. */
export const approvalSeconds = 900

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

/** A high-consequence call by an agent that waits for the administrator it acts for. */
export const Approval = z.strictObject({
  id: id('approval'),
  clientId: z.string(),
  clientName: z.string().describe('Name of the permitted agent; its client id once it was withdrawn.'),
  tool: z.string(),
  title: z.string(),
  consequence: z.string(),
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

const freshTargets: ReadonlySet<string> = new Set(['jwks', 'ApplicationConfig', 'SmtpSettings'])
const freshActions = /^(?:project\.key\.|admin\.superadmin\.)/

/** Keys, settings and super rights: approving one takes a person who has just shown who they are. */
export const needsFreshSignIn = (operation: Operation): boolean =>
  isTool(operation) &&
  operation.kind === 'high_consequence' &&
  (freshTargets.has(operation.audit.target) || freshActions.test(operation.audit.action))
