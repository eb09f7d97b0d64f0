import { locales } from '@signet/i18n'
import * as z from 'zod'
import { Timestamp } from '../values.ts'

export const MailLanguage = z.enum(locales).describe('Language; else of the account or project.')

export const MessageDelivery = z.strictObject({
  state: z.enum(['waiting', 'sent', 'failed']),
  reason: z
    .enum(['refused', 'unconfirmed', 'expired'])
    .nullable()
    .describe(
      'Why it failed: the mail server refused it, did not confirm it (it may still arrive), or could not be reached for a day or the life of the link.',
    ),
  at: Timestamp,
})
