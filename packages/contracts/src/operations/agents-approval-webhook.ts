import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { defineOperation } from '../operation.ts'
import { ApprovalWebhook, ApprovalWebhookTest } from '../resources/approval-webhook.ts'
import { HookUrl } from '../resources/hook-url.ts'
import { secret } from '../secret.ts'

export const approval_webhook_get = defineOperation({
  tool: 'approval_webhook_get',
  isBeyondSpecification: true,
  route: 'GET /mcp/approval-webhook',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read the webhook of approvals',
  description: 'Reads the address that receives messages about approvals, and its last deliveries.',
  input: z.strictObject({}),
  answer: ApprovalWebhook,
  access: superAdministrator,
  audit: null,
  errors: [],
  example: {},
})

export const approval_webhook_set = defineOperation({
  tool: 'approval_webhook_set',
  isBeyondSpecification: true,
  route: 'PUT /mcp/approval-webhook',
  kind: 'console_only',
  effects: ['exposes'],
  title: 'Set the webhook of approvals',
  description:
    'Sets or removes the address that receives messages about approvals. A new address has a new secret, which is returned by its rotation.',
  input: z.strictObject({
    url: HookUrl.nullable().describe('Address of the receiver; null removes it.'),
  }),
  answer: ApprovalWebhook,
  access: superAdministrator,
  audit: { action: 'mcp.approval_webhook.set', target: 'McpClientPermission' },
  errors: ['https_required'],
  example: { url: 'https://chat.acme.example/signet' },
})

export const approval_webhook_secret_rotate = defineOperation({
  tool: 'approval_webhook_secret_rotate',
  isBeyondSpecification: true,
  route: 'POST /mcp/approval-webhook/secret',
  kind: 'console_only',
  effects: ['exposes'],
  title: 'Rotate the secret of the webhook of approvals',
  description:
    'Issues a new secret for the webhook, returned once; it signs the next attempt of each message.',
  input: z.strictObject({}),
  answer: z.strictObject({
    signingSecret: secret(z.string()).describe('Returned once; it cannot be read again.'),
  }),
  access: superAdministrator,
  audit: { action: 'mcp.approval_webhook.secret.rotate', target: 'McpClientPermission' },
  errors: ['invalid_value'],
  example: {},
})

export const approval_webhook_test = defineOperation({
  tool: 'approval_webhook_test',
  isBeyondSpecification: true,
  route: 'POST /mcp/approval-webhook/tests',
  kind: 'console_only',
  effects: ['none'],
  title: 'Test the webhook of approvals',
  description: 'Sends a signed test message to the address, and returns whether it was delivered.',
  input: z.strictObject({}),
  answer: ApprovalWebhookTest,
  access: superAdministrator,
  audit: { action: 'mcp.approval_webhook.test', target: 'McpClientPermission' },
  errors: ['invalid_value', 'sent_recently'],
  example: {},
})
