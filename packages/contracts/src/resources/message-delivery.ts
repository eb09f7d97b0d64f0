import { locales } from '@signet/i18n'
import * as z from 'zod'
import { Timestamp } from '../values.ts'

export const MailLanguage = z.enum(locales).describe('Default: language of the account or project.')

export const MessageDelivery = z.strictObject({
  state: z.enum(['waiting', 'sent', 'failed']),
  reason: z
    .enum(['refused', 'unconfirmed', 'expired'])
    .nullable()
    .describe(
      'Reason of the failure: the mail server rejected the mail, did not confirm it (it may still arrive), or was unreachable for a day or the lifetime of the link.',
    ),
  at: Timestamp,
})
