import * as z from 'zod'
import { signedIn } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { AgentSuspension, Approval, ApprovalNote, ApprovalState } from '../resources/approval.ts'
import { Count, id, Nothing } from '../values.ts'

const one = { approvalId: id('approval') }
const example = { approvalId: exampleIds.approval }

export const approval_list = defineOperation({
  tool: 'approval_list',
  isBeyondSpecification: true,
  route: 'GET /approvals',
  kind: 'console_only',
  effects: ['none'],
  title: 'List approvals',
  description: 'Lists the calls of agents of the last week that you decide about, the newest first.',
  input: z.strictObject(pageFields('the name of an agent or a tool', ['-createdAt'])),
  answer: z.strictObject({ approvals: z.array(Approval), ...pageAnswer }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const approval_get = defineOperation({
  tool: 'approval_get',
  isBeyondSpecification: true,
  route: 'GET /approvals/:approvalId',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read an approval',
  description: 'Reads one call of an agent that you decide about.',
  input: z.strictObject(one),
  answer: Approval,
  access: signedIn,
  audit: null,
  errors: [],
  example,
})

export const approval_state_get = defineOperation({
  tool: 'approval_state_get',
  isBeyondSpecification: true,
  waitsForDecision: true,
  route: 'GET /approvals/:approvalId/state',
  kind: 'read',
  effects: ['none'],
  title: 'Read the state of an approval',
  description: 'Returns to an agent whether its call was approved, and the next step.',
  input: z.strictObject(one),
  answer: ApprovalState,
  access: signedIn,
  errors: [],
  example,
})

export const approval_approve = defineOperation({
  tool: 'approval_approve',
  isBeyondSpecification: true,
  route: 'POST /approvals/:approvalId/approve',
  kind: 'console_only',
  effects: ['raises'],
  title: 'Approve a call of an agent',
  description:
    'Lets an agent make this very call once, while the target stays as it was shown; a call that needs two approvals waits for the second.',
  input: z.strictObject(one),
  answer: Approval,
  access: signedIn,
  audit: { action: 'mcp.approval.approve', target: 'McpClientPermission' },
  errors: ['approval_decided', 'approval_expired', 'approval_by_others', 'fresh_sign_in_required'],
  example,
})

export const approval_refuse = defineOperation({
  tool: 'approval_refuse',
  isBeyondSpecification: true,
  route: 'POST /approvals/:approvalId/refuse',
  kind: 'console_only',
  effects: ['none'],
  title: 'Refuse a call of an agent',
  description: 'Refuses a call of an agent; the note reaches the agent.',
  input: z.strictObject({ ...one, note: ApprovalNote.optional() }),
  answer: Approval,
  access: signedIn,
  audit: { action: 'mcp.approval.refuse', target: 'McpClientPermission' },
  errors: ['approval_decided', 'approval_expired'],
  example: { ...example, note: 'Deactivate the account instead.' },
})

export const approval_refuse_all = defineOperation({
  tool: 'approval_refuse_all',
  isBeyondSpecification: true,
  route: 'POST /approvals/:approvalId/refuse-all',
  kind: 'console_only',
  effects: ['locks-out'],
  title: 'Refuse everything and suspend the agent',
  description:
    'Refuses every waiting call of the agent behind an approval, and suspends that agent: it is refused until you end the suspension.',
  input: z.strictObject({ ...one, note: ApprovalNote.optional() }),
  answer: z.strictObject({ refused: Count, suspension: AgentSuspension }),
  access: signedIn,
  audit: { action: 'mcp.agent.suspend', target: 'McpClientPermission' },
  errors: [],
  example: { ...example, note: 'This agent follows instructions that are not mine.' },
})

export const agent_suspension_list = defineOperation({
  tool: 'agent_suspension_list',
  isBeyondSpecification: true,
  route: 'GET /agent-suspensions',
  kind: 'console_only',
  effects: ['none'],
  title: 'List suspended agents',
  description: 'Lists the agents that may not act for you until you end their suspension.',
  input: z.strictObject(pageFields('the name of an agent', ['-createdAt'])),
  answer: z.strictObject({ suspensions: z.array(AgentSuspension), ...pageAnswer }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const agent_suspension_end = defineOperation({
  tool: 'agent_suspension_end',
  isBeyondSpecification: true,
  route: 'DELETE /agent-suspensions/:suspensionId',
  kind: 'console_only',
  effects: ['raises'],
  title: 'End the suspension of an agent',
  description: 'Lets a suspended agent act for you again, within the limits of its entry.',
  input: z.strictObject({ suspensionId: id('agentSuspension') }),
  answer: Nothing,
  access: signedIn,
  audit: { action: 'mcp.agent.resume', target: 'McpClientPermission' },
  errors: [],
  example: { suspensionId: exampleIds.agentSuspension },
})
