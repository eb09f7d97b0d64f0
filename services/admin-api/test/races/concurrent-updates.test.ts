import type { OperationName, Problem } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { provider } from '../support/directories.ts'
import { application, ownProject } from '../support/things.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const waiting = async (): Promise<number> =>
  (
    await world.database.rows(sql`
      SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).length

/** The call waits for a row while a concurrent transaction changes it. */
async function overtaken(
  name: OperationName,
  input: Record<string, unknown>,
  row: Sql,
  change: (tx: Executor) => Promise<unknown>,
) {
  let pending: ReturnType<typeof world.call> | undefined
  await world.database.transaction(async (tx) => {
    await tx.rows(sql`${row} FOR UPDATE`)
    pending = world.call(world.people.super, name, input)
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 5_000, interval: 10 })
    await change(tx)
  })
  const reply = await pending
  if (!reply) throw new Error('The call was not sent.')
  return [reply.status, (reply.body as Problem).code]
}

test('a change whose row is deleted while it waits is refused like a later call, and causes no fault', async () => {
  const one = await provider({ world, projectId: world.project })
  const row = sql`SELECT 1 FROM identity_providers WHERE project_id = ${world.project} AND id = ${one.providerId}`
  const seen = world.occurrences.length
  const answer = await overtaken(
    'federation_provider_update',
    { ...one, displayName: 'Renamed' },
    row,
    (tx) =>
      tx.run(
        sql`DELETE FROM identity_providers WHERE project_id = ${world.project} AND id = ${one.providerId}`,
      ),
  )
  expect(answer).toEqual([404, 'not_found'])
  expect(world.occurrences).toHaveLength(seen)
})

test('a change that waits while its project is scheduled for deletion is refused, and creates nothing', async () => {
  const { projectId } = await ownProject(world)
  const row = sql`SELECT 1 FROM projects WHERE id = ${projectId}`
  const answer = await overtaken('client_create', { projectId, ...application }, row, (tx) =>
    tx.run(sql`
      UPDATE projects SET deletion_scheduled_at = now()
      WHERE id = ${projectId}`),
  )
  expect(answer).toEqual([409, 'project_scheduled_for_deletion'])
  const made = await world.database.rows(
    sql`SELECT 1 AS one FROM clients WHERE project_id = ${projectId} AND NOT built_in`,
  )
  expect(made).toEqual([])
})

test('a new account that waits while its project is scheduled for deletion is refused', async () => {
  const { projectId } = await ownProject(world)
  const row = sql`SELECT 1 FROM projects WHERE id = ${projectId}`
  const schedule = sql`UPDATE projects SET deletion_scheduled_at = now() WHERE id = ${projectId}`
  const person = { projectId, email: 'waits@example.com' }
  const answer = await overtaken('project_user_create', person, row, (tx) => tx.run(schedule))
  expect(answer).toEqual([409, 'project_scheduled_for_deletion'])
})

test('concurrent changes of users do not wait for each other, also from a directory or another replica', async () => {
  const { projectId } = await ownProject(world)
  await world.database.transaction(async (tx) => {
    // Another replica and a directory lock the project like this during their change.
    await tx.rows(sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR SHARE`)
    await world.ok(world.people.super, 'project_user_create', { projectId, email: 'beside@example.com' })
    await world.ok(world.people.super, 'project_group_create', { projectId, displayName: 'Beside' })
  })
})

test('a change of a project scheduled for deletion is refused before its audit entry', async () => {
  const { projectId } = await ownProject(world)
  await world.ok(world.people.super, 'project_delete', { projectId })
  const entries = async () =>
    (await world.database.rows(sql`SELECT 1 AS one FROM audit_entries WHERE project_id = ${projectId}`))
      .length
  const before = await entries()
  const reply = await world.call(world.people.super, 'client_create', { projectId, ...application })
  expect([reply.status, (reply.body as Problem).code]).toEqual([409, 'project_scheduled_for_deletion'])
  expect(await entries()).toBe(before)
})

/** Changes a setting like a concurrent request that holds the lock. */
const switchOff = (key: string) => (tx: Executor) =>
  tx.run(sql`
    INSERT INTO settings (key, value) VALUES (${key}, 'false'::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)

const isOn = async (key: string): Promise<boolean> =>
  (await world.database.rows(sql`SELECT 1 FROM settings WHERE key = ${key} AND value = 'true'::jsonb`))
    .length > 0

test('a setting is refused when a concurrent change switches off the setting that it needs', async () => {
  const input = { 'dpop.requireNonce': true }
  const row = sql`SELECT 1 FROM instance`
  const answer = await overtaken('settings_update', input, row, switchOff('dpop.enabled'))
  expect(answer).toEqual([422, 'settings_combination'])
  expect(await isOn('dpop.requireNonce')).toBe(false)
})

test('forwarding of faults is refused when a concurrent change switches off the error store', async () => {
  const input = { enabled: true, dsn: 'https://key@errors.example/1' }
  const row = sql`SELECT 1 FROM instance`
  const answer = await overtaken('errorreport_settings_update', input, row, switchOff('errorStore.enabled'))
  expect(answer).toEqual([409, 'error_store_off'])
  expect(await isOn('errorreport.enabled')).toBe(false)
})
