import {
  type AnswerOf,
  type Operations,
  operations,
  optionsOfSetting,
  type SettingKey,
  type Settings,
  settingKeys,
  settingsCatalogue,
  switchedOffBy,
  typeOfSetting,
} from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { loadSettings } from '@signet/tenancy'
import { implementRead } from '../../implement.ts'

type Entry = AnswerOf<Operations['settings_get']>['settings'][number]

export const settings_get = implementRead(operations.settings_get, async ({ deps }) => {
  const [settings, later] = await Promise.all([loadSettings(deps.database), storedSince(deps.database)])
  return {
    settings: settingKeys.map((key) => {
      const { default: initial, applies, description } = settingsCatalogue[key]
      const options = optionsOfSetting(key)
      const notInForce = reasonOf(key, settings, later)
      return {
        key,
        type: typeOfSetting(key),
        ...(options ? { options: [...options] } : {}),
        default: initial as never,
        value: settings[key] as never,
        applies,
        description,
        ...(notInForce ? { notInForce } : {}),
      }
    }),
  }
})

/** Keys stored since this process started. */
async function storedSince(executor: Executor): Promise<ReadonlySet<string>> {
  const rows = await executor.rows<{ key: string }>(sql`
    SELECT key FROM settings WHERE updated_at > now() - make_interval(secs => ${process.uptime()}::float8)`)
  return new Set(rows.map(({ key }) => key))
}

function reasonOf(key: SettingKey, settings: Settings, later: ReadonlySet<string>): Entry['notInForce'] {
  const needs = switchedOffBy(key, settings)
  if (needs) return { because: 'switched_off', needs }
  return settingsCatalogue[key].applies === 'restart' && later.has(key) ? { because: 'restart' } : undefined
}
