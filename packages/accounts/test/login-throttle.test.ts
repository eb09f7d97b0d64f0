import { openDatabase, sql } from '@signet/db'
import { type FreshDatabase, freshDatabase } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KnownBrowser, reserveCode } from '../src/index.ts'

let fresh: FreshDatabase
let database: ReturnType<typeof openDatabase>
let projectId: string
beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase({ url: fresh.url, name: 'throttle test' })
  const [row] = await database.rows<{ id: string }>(sql`SELECT default_project_id AS id FROM instance`)
  projectId = row?.id ?? ''
})
afterAll(async () => {
  await database?.close()
  await fresh?.drop()
})

const policy = { failureCap: 3, windowSeconds: 60, windowCeilingSeconds: 60 }
const passwordSetAt = '2026-01-01T00:00:00Z'

const attempt = (known: readonly KnownBrowser[], network: string) =>
  reserveCode(database, projectId, { id: 'usr_own', passwordSetAt }, policy, { known, network })

test('a browser known for another account has no allowance of its own for codes of this account', async () => {
  for (let guess = 0; guess < policy.failureCap; guess += 1) await attempt([], `network ${guess}`)
  const ofOther = { accountId: 'usr_other', id: 'browser', passwordSetAt }
  expect((await attempt([ofOther], 'network of the other')).wait).toBeGreaterThan(0)
  const ofOwn = { accountId: 'usr_own', id: 'browser', passwordSetAt }
  expect((await attempt([ofOwn], 'network of the owner')).wait).toBe(0)
  const beforeNewPassword = { ...ofOwn, passwordSetAt: '2025-01-01T00:00:00Z' }
  expect((await attempt([beforeNewPassword], 'network of the owner')).wait).toBeGreaterThan(0)
})

test('the window of an account stays doubled after a window without a breach, and the window of a network does not', async () => {
  const account = { id: 'usr_level', passwordSetAt }
  const network = 'network of level'
  const breach = { failureCap: 1, windowSeconds: 60, windowCeilingSeconds: 600 }
  const tryOnce = () => reserveCode(database, projectId, account, breach, { known: [], network })
  const afterWindow = () =>
    database.run(sql`UPDATE throttles SET window_started_at = window_started_at - interval '1 hour'`)
  const levels = async () =>
    Object.fromEntries(
      (
        await database.rows<{ bucket: string; level: number }>(
          sql`SELECT bucket, max(level)::int AS level FROM throttles WHERE level > 0 GROUP BY bucket`,
        )
      ).map(({ bucket, level }) => [bucket, level]),
    )
  await database.run(sql`DELETE FROM throttles`)
  for (let attempts = 0; attempts < 12; attempts += 1) await tryOnce()
  await afterWindow()
  await tryOnce()
  expect(await levels()).toMatchObject({ 'sign-in': 1 })
  await afterWindow()
  await tryOnce()
  expect(await levels()).toEqual({ 'sign-in': 1 })
})
