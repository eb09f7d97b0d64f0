import * as z from 'zod'
import type { FieldEffects } from '../effects.ts'
import { instanceSettings } from './instance.ts'
import { protocolSettings } from './protocol.ts'
import type { Setting } from './setting.ts'

export const settingsCatalogue = {
  ...protocolSettings,
  ...instanceSettings,
} as const satisfies Record<string, Setting>

type Catalogue = typeof settingsCatalogue
export type SettingKey = keyof Catalogue
/** The stored value of each setting, otherwise the default. */
export type Settings = { readonly [K in SettingKey]: z.output<Catalogue[K]['schema']> }

export const settingKeys = Object.keys(settingsCatalogue) as SettingKey[]
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingsCatalogue, key)

export const defaultSettings = Object.fromEntries(
  settingKeys.map((key) => [key, settingsCatalogue[key].default]),
) as unknown as Settings

export const settingEffects = Object.fromEntries(
  settingKeys.map((key) => [key, settingsCatalogue[key].effects]),
) as Readonly<Record<SettingKey, FieldEffects>>

/** Keys outside the catalogue are accepted. */
export const SettingsPatch = z.looseObject(
  Object.fromEntries(
    settingKeys.map((key) => [key, settingsCatalogue[key].schema.optional()]),
  ) as unknown as {
    [K in SettingKey]: z.ZodOptional<Catalogue[K]['schema']>
  },
)
export type SettingsPatch = z.input<typeof SettingsPatch>

export const settingTypes = ['boolean', 'integer', 'string', 'choice', 'list', 'object'] as const
export type SettingType = (typeof settingTypes)[number]

const typeOfSchema: Readonly<Record<string, SettingType>> = {
  boolean: 'boolean',
  number: 'integer',
  string: 'string',
  enum: 'choice',
  array: 'list',
  record: 'object',
}

export function typeOfSetting(key: SettingKey): SettingType {
  const { type } = settingsCatalogue[key].schema.def
  const found = typeOfSchema[type]
  if (!found) throw new Error(`the setting ${key} has a schema without a form field: ${type}`)
  return found
}

/** Values of a choice or of each item of a list; undefined without such a restriction. */
export function optionsOfSetting(key: SettingKey): readonly string[] | undefined {
  const { schema } = settingsCatalogue[key]
  const item: z.ZodType = schema instanceof z.ZodArray ? schema.element : schema
  return item instanceof z.ZodEnum ? item.options.map(String) : undefined
}
