import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { defineOperation } from '../operation.ts'
import {
  Dsn,
  ErrorReportSettings,
  SettingEntry,
  SettingsOutcome,
  SettingsPreview,
  settingsConfirmFields,
} from '../resources/settings.ts'
import { SettingsPatch, settingEffects } from '../settings/catalogue.ts'

export const settings_get = defineOperation({
  tool: 'settings_get',
  route: 'GET /settings',
  kind: 'read',
  effects: ['none'],
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
  effects: { byField: settingEffects },
  title: 'Change settings',
  description: 'Changes the settings given, if the server would start with all of them together.',
  consequence: 'The change concerns every project of the instance, most of it immediately.',
  input: SettingsPatch.extend(settingsConfirmFields),
  answer: SettingsOutcome,
  preview: SettingsPreview,
  access: superAdministrator,
  audit: { action: 'settings.update', target: 'ApplicationConfig' },
  errors: ['settings_combination'],
  example: { 'plans.enabled': true, 'projects.addressForms': 'both' },
})

export const errorreport_settings_get = defineOperation({
  tool: 'errorreport_settings_get',
  route: 'GET /settings/errorreport',
  kind: 'read',
  effects: ['none'],
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
  effects: ['exposes'],
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
