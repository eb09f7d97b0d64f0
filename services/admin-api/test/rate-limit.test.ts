import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from './support/world.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.close())

const set = async (key: string, value: unknown) => {
  await service.database.run(sql`
    INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
  await service.database.run(sql`UPDATE instance SET version = version + 1`)
}

test('R22: an address that asks too often is refused before its credential is looked at, and told for how long', async () => {
  await set('rateLimit.ordinary.max', 3)
  await set('rateLimit.enabled', true)
  const ask = () =>
    service.send(
      { accountId: '', headers: { authorization: 'Bearer nothing' } },
      { method: 'GET', path: '/me' },
    )
  const statuses = [await ask(), await ask(), await ask()].map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 401])
  const refused = await ask()
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
