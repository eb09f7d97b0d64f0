import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { humanText } from '../human-text.ts'
import { defineOperation } from '../operation.ts'
import { MailLanguage } from '../resources/message-delivery.ts'
import { SmtpSettings } from '../resources/settings.ts'
import { secret } from '../secret.ts'
import { EmailAddress } from '../values.ts'

export const smtp_settings_get = defineOperation({
  tool: 'smtp_settings_get',
  route: 'GET /settings/smtp',
  kind: 'read',
  effects: ['none'],
  title: 'Read mail settings',
  description: 'Reads how mail is delivered; of the password only whether one is set.',
  input: z.strictObject({}),
  answer: SmtpSettings,
  access: superAdministrator,
  errors: [],
  example: {},
})

export const smtp_settings_update = defineOperation({
  tool: 'smtp_settings_update',
  route: 'PUT /settings/smtp',
  kind: 'high_consequence',
  effects: ['lets-in', 'exposes'],
  title: 'Change mail settings',
  description:
    'Replaces how mail is delivered, for invitations, verification and reset messages of every project.',
  consequence:
    'Every message of the instance goes through this server from now on; wrong values stop all mail.',
  input: z.strictObject({
    host: z.string().min(1).max(253),
    port: z.int().min(1).max(65_535),
    secure: z.boolean().describe('TLS from the first byte, else STARTTLS where offered.'),
    username: z.string().max(320).describe('Empty: no authentication.'),
    password: secret(z.string().max(1024)).describe('Write-only.'),
    fromName: humanText(100),
    fromEmail: EmailAddress,
  }),
  answer: SmtpSettings,
  access: superAdministrator,
  audit: { action: 'smtp.settings.update', target: 'SmtpSettings' },
  errors: [],
  example: {
    host: 'smtp.acme.example',
    port: 465,
    secure: true,
    username: 'signet',
    password: 'mail-password',
    fromName: 'Acme',
    fromEmail: 'no-reply@acme.example',
  },
})

export const smtp_settings_test = defineOperation({
  tool: 'smtp_settings_test',
  route: 'POST /settings/smtp/test',
  kind: 'write',
  effects: ['none'],
  title: 'Test mail settings',
  description: 'Sends you a test message and returns your address, or the reply of the mail server.',
  input: z.strictObject({ language: MailLanguage.optional() }),
  answer: z.strictObject({ email: EmailAddress }),
  access: superAdministrator,
  audit: { action: 'smtp.settings.test', target: 'SmtpSettings' },
  errors: ['mail_not_configured', 'mail_refused', 'sent_recently'],
  example: {},
})
