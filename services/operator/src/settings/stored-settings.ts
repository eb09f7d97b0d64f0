import {
  defaultSettings,
  isSettingKey,
  parseSettings,
  type SettingConflict,
  type Settings,
  settingConflicts,
  settingsCatalogue,
} from '@signet/contracts'
import { type Database, type Executor, sql } from '@signet/db'
import { actors, recordAudit } from '@signet/events'
import { bumpInstance } from '@signet/tenancy'

/** The stored settings are unchanged. */
class SettingRefused extends Error {
  override name = 'SettingRefused'
}

export interface StoredSettingsReport {
  readonly stored: readonly (readonly [key: string, value: unknown])[]
  /** A service does not start with these. */
  readonly problems: readonly SettingConflict[]
}

/** The services' own parser throws at the first value of a wrong type. */
export async function readStoredSettings(executor: Executor): Promise<StoredSettingsReport> {
  const rows = await executor.rows<{ key: string; value: unknown }>(
    sql`SELECT key, value FROM settings ORDER BY key`,
  )
  return {
    stored: rows.map(({ key, value }) => [key, value]),
    problems: problemsOf(Object.fromEntries(rows.map(({ key, value }) => [key, value]))),
  }
}

/** Stores a value that the catalogue accepts, unless it adds a conflict with another setting. */
export function setSetting(database: Database, key: string, text: string): Promise<void> {
  return change(database, key, (before) => {
    if (!isSettingKey(key)) throw new SettingRefused(`There is no setting ${key}.`)
    const parsed = settingsCatalogue[key].schema.safeParse(parseJson(text))
    if (!parsed.success)
      throw new SettingRefused(`${key} cannot be ${text}: ${parsed.error.issues[0]?.message ?? 'wrong type'}`)
    const known = problemsOf(before).map(({ message }) => message)
    const added = problemsOf({ ...before, [key]: parsed.data }).find(
      ({ message }) => !known.includes(message),
    )
    if (added) throw new SettingRefused(`${added.key} ${added.message}.`)
    return { value: parsed.data }
  })
}

export function resetSetting(database: Database, key: string): Promise<void> {
  return change(database, key, (before) => {
    if (!Object.hasOwn(before, key)) throw new SettingRefused(`${key} is not stored: its default applies.`)
    return null
  })
}

type SettingValues = Readonly<Record<string, unknown>>

/** Writes the audit entry in the same transaction, serialized with changes of the administration API. */
function change(
  database: Database,
  key: string,
  decide: (before: SettingValues) => { readonly value: unknown } | null,
): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.rows<object>(sql`SELECT id FROM instance FOR UPDATE`)
    const before: SettingValues = Object.fromEntries((await readStoredSettings(tx)).stored)
    const next = decide(before)
    await recordAudit(tx, {
      actor: actors.instance(),
      action: 'settings.update',
      targetType: 'ApplicationConfig',
      targetId: 'settings',
      targetScope: 'instance',
      surface: null,
      projectId: null,
      detail: { [key]: { from: before[key] ?? null, to: next ? next.value : defaultOf(key) } },
    })
    if (next)
      await tx.run(sql`
        INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(next.value)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, updated_at = now()`)
    else await tx.run(sql`DELETE FROM settings WHERE key = ${key}`)
    await bumpInstance(tx)
  })
}

const defaultOf = (key: string): unknown => (isSettingKey(key) ? defaultSettings[key] : null)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Values of a wrong type, and conflicts between the others, stop the start of a service. */
function problemsOf(stored: SettingValues): SettingConflict[] {
  const wrong = Object.entries(stored).flatMap(([key, value]) => {
    if (!isSettingKey(key)) return []
    const parsed = settingsCatalogue[key].schema.safeParse(value)
    return parsed.success ? [] : [{ key, message: `has a wrong value: ${parsed.error.issues[0]?.message}` }]
  })
  const valid = Object.fromEntries(
    Object.entries(stored).filter(([key]) => !wrong.some((problem) => problem.key === key)),
  )
  const settings: Settings = parseSettings(valid)
  return [...wrong, ...settingConflicts(settings)]
}
