import * as z from 'zod'
import { Count, Timestamp } from '../values.ts'

export const ApprovalWebhook = z.strictObject({
  url: z.string().nullable().describe('Address that receives the messages; null: none.'),
  since: Timestamp.nullable().describe('When the address was set.'),
  waiting: Count.describe('Messages that are not delivered yet.'),
  delivered: Count.describe('Delivered messages of the last week.'),
  failed: Count.describe('Messages of the last week that are no longer sent.'),
  lastDeliveredAt: Timestamp.nullable().describe('When a message was last delivered.'),
  lastFailure: z
    .strictObject({ at: Timestamp, reason: z.string() })
    .nullable()
    .describe('The last failed attempt of a message that is not delivered.'),
})

export const ApprovalWebhookTest = z.strictObject({
  outcome: z.enum(['delivered', 'failed']).describe('delivered: the receiver returned a status 2xx.'),
  reason: z.string().nullable().describe('Reason of the failure.'),
  milliseconds: Count.describe('Time until the response.'),
})
