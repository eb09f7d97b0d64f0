import { spawnSync } from 'node:child_process'
import { type Database, sql } from '@signet/db'
import { mainFile } from '@signet/testkit'
import { expect, test } from 'vitest'
import { readStoredSettings, resetSetting, setSetting } from '../src/settings/stored-settings.ts'
import { instance } from './instance.ts'

const store = (database: Database, key: string, value: unknown) =>
  database.run(sql`
    INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)

const command = (env: Readonly<Record<string, string>>, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [mainFile('operator'), 'settings', ...args],
    {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    },
  )
  return { status, output: `${stdout}${stderr}` }
}

test('the command settings lists a stored value of a wrong type, and repairs it while no service starts', async () => {
  const { database, env } = await instance()
  await store(database, 'pkce.required', 'yes')
  const listed = command(env)
  expect(listed.status).toBe(1)
  expect(listed.output).toContain('pkce.required = "yes"')
  expect(listed.output).toMatch(/problem: pkce\.required has a wrong value/)
  const repaired = command(env, 'set', 'pkce.required', 'true')
  expect(repaired.output).toContain('pkce.required = true')
  expect(repaired.status).toBe(0)
  expect(command(env, 'reset', 'pkce.required').output).not.toContain('pkce.required')
})

test('the command settings refuses an unknown action and names the actions', async () => {
  const { env } = await instance()
  const { status, output } = command(env, 'change', 'pkce.required')
  expect(status).not.toBe(0)
  expect(output).toContain('settings set <key>')
})

test('a change of a stored setting writes its audit entry and increments the version of the instance', async () => {
  const { database } = await instance()
  const version = async () =>
    (await database.rows<{ version: number }>(sql`SELECT version FROM instance`))[0]?.version ?? 0
  const before = await version()
  await store(database, 'plans.enabled', 1)
  await setSetting(database, 'plans.enabled', 'true')
  await resetSetting(database, 'plans.enabled')
  expect(await version()).toBe(before + 2)
  expect(
    await database.rows(sql`
      SELECT actor, detail FROM audit_entries WHERE action = 'settings.update' ORDER BY at, id`),
  ).toEqual([
    { actor: 'instance', detail: { 'plans.enabled': { from: 1, to: true } } },
    { actor: 'instance', detail: { 'plans.enabled': { from: true, to: false } } },
  ])
})

test.for([
  ['a value of a wrong type', 'pkce.required', '"yes"', /cannot be/],
  ['an unknown key', 'no.such.setting', 'true', /no setting/],
  ['a value that contradicts another setting', 'scopes', '["email"]', /must contain openid/],
] as const)('%s is refused and nothing is stored', async ([_case, key, value, message]) => {
  const { database } = await instance()
  const before = await readStoredSettings(database)
  await expect(setSetting(database, key, value)).rejects.toThrow(message)
  expect(await readStoredSettings(database)).toEqual(before)
})

test('a reset of a setting that is not stored is refused', async () => {
  const { database } = await instance()
  await expect(resetSetting(database, 'pkce.required')).rejects.toThrow(/not stored/)
})
