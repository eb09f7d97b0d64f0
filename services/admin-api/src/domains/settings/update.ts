import {
  type InputOf,
  isSettingKey,
  type Operations,
  operations,
  parseSettings,
  type Settings,
  settingConflicts,
  settingsCatalogue,
} from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { bumpInstance, loadSettings } from '@signet/tenancy'
import { implement } from '../../implement.ts'
import { notInForce } from './not-in-force.ts'
import { previewSignIn } from './sign-in-preview.ts'
import { stoppedBy } from './stopped-applications.ts'

type Input = InputOf<Operations['settings_update']>

const settingsIn = ({ confirm: _confirm, expect: _expect, ...settings }: Input): Record<string, unknown> =>
  settings

/** Validates under a lock, so that two concurrent changes cannot create a configuration which no server accepts. */
export const settings_update = implement(operations.settings_update, {
  async prepare({ deps }, given) {
    const input = settingsIn(given)
    const before = await loadSettings(deps.database)
    refuseConflicts(before, input)
    const changed = Object.entries(input).filter(
      ([key, value]) => !isSettingKey(key) || JSON.stringify(before[key]) !== JSON.stringify(value),
    )
    const detail = Object.fromEntries(
      changed.map(([key, value]) => [key, { from: isSettingKey(key) ? before[key] : null, to: value }]),
    )
    return {
      unchanged: changed.length === 0,
      target: { id: 'settings', detail },
      shows: {
        before: Object.fromEntries(changed.map(([key]) => [key, isSettingKey(key) ? before[key] : null])),
        ...(await stoppedBy(deps.database, before, parseSettings({ ...before, ...input }))),
      },
    }
  },

  preview: (executor, _context, given) => previewSignIn(executor, settingsIn(given)),

  async lock({ sql: tx }, _context, given) {
    const input = settingsIn(given)
    await tx.rows<object>(sql`SELECT id FROM instance FOR UPDATE`)
    refuseConflicts(await loadSettings(tx), input)
  },

  async apply({ sql: tx }, _context, given) {
    const input = settingsIn(given)
    for (const [key, value] of Object.entries(input)) await storeSetting(tx, key, value)
    await bumpInstance(tx)
    const keys = Object.keys(input)
    const inForce = keys.filter(isSettingKey).filter((key) => !notInForce.has(key))
    return {
      appliedKeys: inForce.filter((key) => settingsCatalogue[key].applies === 'live'),
      pendingRestartKeys: inForce.filter((key) => settingsCatalogue[key].applies === 'restart'),
      notInForceKeys: keys.filter((key) => !inForce.some((other) => other === key)),
    }
  },
})

function refuseConflicts(before: Settings, input: Readonly<Record<string, unknown>>): void {
  const conflicts = settingConflicts(parseSettings({ ...before, ...input }))
  if (conflicts.length === 0) return
  refuse('settings_combination', {
    detail: conflicts.map(({ key, message }) => `${key} ${message}.`).join(' '),
    errors: conflicts.map(({ key, message }) => ({ path: key, message })),
  })
}

export const storeSetting = (tx: Executor, key: string, value: unknown) =>
  tx.run(sql`
    INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, updated_at = now()`)
