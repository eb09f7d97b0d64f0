import * as z from 'zod'
import { signedIn } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { Approval, ApprovalNote } from '../resources/approval.ts'
import { id } from '../values.ts'

const one = { approvalId: id('approval') }
const example = { approvalId: exampleIds.approval }

export const approval_list = defineOperation({
  tool: 'approval_list',
  route: 'GET /approvals',
  kind: 'console_only',
  title: 'List approvals',
  description:
    'Lists what agents that act for you wait for or were answered in the last week, the newest first.',
  input: z.strictObject(pageFields('the name of an agent or a tool', ['-createdAt'])),
  answer: z.strictObject({ approvals: z.array(Approval), ...pageAnswer }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const approval_get = defineOperation({
  tool: 'approval_get',
  route: 'GET /approvals/:approvalId',
  kind: 'console_only',
  title: 'Read an approval',
  description: 'Reads what one agent that acts for you asks for.',
  input: z.strictObject(one),
  answer: Approval,
  access: signedIn,
  audit: null,
  errors: [],
  example,
})

export const approval_approve = defineOperation({
  tool: 'approval_approve',
  route: 'POST /approvals/:approvalId/approve',
  kind: 'console_only',
  title: 'Approve a call of an agent',
  description:
    'Lets an agent that acts for you make this very call once, while the target stays as it was shown.',
  input: z.strictObject(one),
  answer: Approval,
  access: signedIn,
  audit: { action: 'mcp.approval.approve', target: 'McpClientPermission' },
  errors: ['approval_decided', 'fresh_sign_in_required'],
  example,
})

export const approval_refuse = defineOperation({
  tool: 'approval_refuse',
  route: 'POST /approvals/:approvalId/refuse',
  kind: 'console_only',
  title: 'Refuse a call of an agent',
  description: 'Refuses a call of an agent that acts for you; the note reaches the agent.',
  input: z.strictObject({ ...one, note: ApprovalNote.optional() }),
  answer: Approval,
  access: signedIn,
  audit: { action: 'mcp.approval.refuse', target: 'McpClientPermission' },
  errors: ['approval_decided'],
  example: { ...example, note: 'Deactivate the account instead.' },
})
