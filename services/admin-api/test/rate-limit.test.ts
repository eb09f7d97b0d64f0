import { sql } from '@signet/db'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from './support/world.ts'

test.each([
  ['no credential', {}],
  ['an invalid token', { authorization: 'Bearer nothing' }],
])('an address with too many requests and %s is refused with the time to wait', async (_what, headers) => {
  const service = await startService()
  onTestFinished(() => service.close())
  await service.database.run(sql`
    INSERT INTO settings (key, value) VALUES ('rateLimit.ordinary.max', '3'::jsonb), ('rateLimit.enabled', 'true'::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
  await service.database.run(sql`UPDATE instance SET version = version + 1`)
  const ask = () => service.send({ accountId: '', headers }, { method: 'GET', path: '/me' })
  const statuses = [await ask(), await ask(), await ask()].map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 401])
  const refused = await ask()
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
