import * as z from 'zod'
import { keptSecretMask } from '../kept-secret.ts'
import { secret } from '../secret.ts'
import { type SettingKey, settingKeys, settingTypes } from '../settings/catalogue.ts'
import { AnyJson, Count } from '../values.ts'
import { Change } from './project.ts'

export const SettingKeyName = z.enum(settingKeys as [SettingKey, ...SettingKey[]])

export const SettingEntry = z.strictObject({
  key: SettingKeyName,
  type: z.enum(settingTypes),
  options: z
    .array(z.string())
    .optional()
    .describe('Permitted values of a choice, or of each item of a list.'),
  default: AnyJson,
  value: AnyJson.describe('The stored value, otherwise the default.'),
  applies: z.enum(['live', 'restart']).describe('When a stored value takes effect.'),
  description: z.string(),
  notInForce: z
    .strictObject({
      because: z.enum(['switched_off', 'restart']),
      needs: SettingKeyName.optional().describe('The required setting, which is off.'),
    })
    .optional()
    .describe('Reason why the value has no effect now; otherwise absent.'),
})

export const SettingsOutcome = z.strictObject({
  appliedKeys: z.array(z.string()).describe('In force in the serving instance.'),
  pendingRestartKeys: z.array(z.string()).describe('Stored; in force after a restart.'),
  notInForceKeys: z.array(z.string()).describe('Stored, but not in force here.'),
})

/** Users who lose their last sign-in method; repeated to confirm the change. */
export const SettingsExpect = z.strictObject({
  projects: Count,
  users: Count,
  administrators: Count,
})

export const settingsConfirmFields = {
  confirm: z.boolean().optional().describe('Required after a preview.'),
  expect: SettingsExpect.optional(),
}

export const SettingsPreview = z.strictObject({
  consequences: z.array(z.string()),
  expect: SettingsExpect,
  changes: z.array(Change),
})

/** Every field is null until mail is configured; the password is never returned. */
export const SmtpSettings = z.strictObject({
  configured: z.boolean(),
  host: z.string().nullable(),
  port: z.int().nullable(),
  secure: z.boolean().nullable().describe('TLS from the first byte; otherwise STARTTLS where offered.'),
  username: z.string().nullable(),
  passwordSet: z.boolean(),
  fromName: z.string().nullable(),
  fromEmail: z.string().nullable(),
})

export const Dsn = secret(z.string().max(2000)).describe(
  `Sentry DSN; ${keptSecretMask} keeps the stored one, and an empty value removes it.`,
)

export const ErrorReportSettings = z.strictObject({
  enabled: z.boolean(),
  dsnSet: z.boolean(),
  inForce: z.boolean().describe('Whether the serving instance forwards faults now.'),
})
