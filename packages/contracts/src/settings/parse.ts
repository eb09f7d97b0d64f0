import {
  defaultSettings,
  isSettingKey,
  type SettingKey,
  type Settings,
  settingsCatalogue,
} from './catalogue.ts'

/** The service does not start. The message names the key. */
export class WrongSettingError extends Error {
  readonly key: SettingKey
  constructor(key: SettingKey, problem: string) {
    super(`The setting ${key} has a value of the wrong type: ${problem}`)
    this.name = 'WrongSettingError'
    this.key = key
  }
}

export type StoredSettings = Settings & { readonly stored: ReadonlySet<SettingKey> }

/**
 * Ignores keys outside the catalogue.
 * @throws WrongSettingError naming the first key with an invalid value
 */
export function parseSettings(stored: Readonly<Record<string, unknown>>): StoredSettings {
  const merged: Record<string, unknown> = { ...defaultSettings }
  const keys = new Set<SettingKey>()
  for (const [key, value] of Object.entries(stored)) {
    if (!isSettingKey(key) || value === undefined) continue
    const parsed = settingsCatalogue[key].schema.safeParse(value)
    if (!parsed.success) throw new WrongSettingError(key, parsed.error.issues[0]?.message ?? 'unknown')
    merged[key] = parsed.data
    keys.add(key)
  }
  return { ...(merged as unknown as Settings), stored: keys }
}
