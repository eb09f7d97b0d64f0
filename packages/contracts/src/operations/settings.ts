import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { humanText } from '../human-text.ts'
import { defineOperation } from '../operation.ts'
import { MailLanguage } from '../resources/message-delivery.ts'
import {
  Dsn,
  ErrorReportSettings,
  SettingEntry,
  SettingsOutcome,
  SmtpSettings,
} from '../resources/settings.ts'
import { secret } from '../secret.ts'
import { SettingsPatch } from '../settings/catalogue.ts'
import { EmailAddress } from '../values.ts'

export const settings_get = defineOperation({
  tool: 'settings_get',
  route: 'GET /settings',
  kind: 'read',
  title: 'Read settings',
  description: 'Reads every setting with its meaning, default and current value.',
  input: z.strictObject({}),
  answer: z.strictObject({ settings: z.array(SettingEntry) }),
  access: superAdministrator,
  errors: [],
  example: {},
})

export const settings_update = defineOperation({
  tool: 'settings_update',
  route: 'PUT /settings',
  kind: 'high_consequence',
  title: 'Change settings',
  description: 'Changes the settings given, if the server would start with all of them together.',
  consequence: 'The change concerns every project of the instance, most of it at once.',
  input: SettingsPatch,
  answer: SettingsOutcome,
  access: superAdministrator,
  audit: { action: 'settings.update', target: 'ApplicationConfig' },
  errors: ['settings_combination'],
  example: { 'plans.enabled': true, 'projects.addressForms': 'both' },
})

export const smtp_settings_get = defineOperation({
  tool: 'smtp_settings_get',
  route: 'GET /settings/smtp',
  kind: 'read',
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
  title: 'Change mail settings',
  description:
    'Replaces how mail is delivered, for invitations, verification and reset messages of every project.',
  consequence:
    'Every message of the instance goes through this server from now on; wrong values stop all mail.',
  input: z.strictObject({
    host: z.string().min(1).max(253),
    port: z.int().min(1).max(65_535),
    secure: z.boolean().describe('TLS from the first byte; otherwise STARTTLS where offered.'),
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
  title: 'Test mail settings',
  description: "Sends a test message to your own address and answers it, or the mail server's own reply.",
  input: z.strictObject({ language: MailLanguage.optional() }),
  answer: z.strictObject({ email: EmailAddress }),
  access: superAdministrator,
  audit: { action: 'smtp.settings.test', target: 'SmtpSettings' },
  errors: ['mail_not_configured', 'mail_refused', 'sent_recently'],
  example: {},
})

export const errorreport_settings_get = defineOperation({
  tool: 'errorreport_settings_get',
  route: 'GET /settings/errorreport',
  kind: 'read',
  title: 'Read error-reporting settings',
  description:
    'Reads whether faults are forwarded to an error-reporting service; of the credential only whether one is set.',
  input: z.strictObject({}),
  answer: ErrorReportSettings,
  access: superAdministrator,
  errors: [],
  example: {},
})

export const errorreport_settings_update = defineOperation({
  tool: 'errorreport_settings_update',
  route: 'PUT /settings/errorreport',
  kind: 'high_consequence',
  title: 'Change error-reporting settings',
  description: 'Turns forwarding of faults to an error-reporting service on or off, and sets where to.',
  consequence: 'While enabled, faults of the instance leave it for the service that the credential names.',
  input: z.strictObject({ enabled: z.boolean(), dsn: Dsn }),
  answer: ErrorReportSettings,
  access: superAdministrator,
  audit: { action: 'errorreport.settings.update', target: 'ApplicationConfig' },
  errors: ['error_store_off', 'invalid_value'],
  example: { enabled: true, dsn: 'https://key@errors.acme.example/1' },
})
