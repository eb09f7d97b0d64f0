import { createLogger } from '@signet/runtime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

const config = readConfig({
  SIGNET_BASE_URL: 'http://localhost:8080',
  // Nobody listens there.
  SIGNET_ADMIN_API_URL: 'http://127.0.0.1:1',
})
let app: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  app = await buildApp({ config, logger: createLogger('mcp-gateway', 'silent') })
})
afterAll(() => app?.close())

it('R25: without the administration API it is healthy, not ready, and answers 503 with when to come back', async () => {
  expect((await app.inject('/health')).statusCode).toBe(200)
  expect((await app.inject('/ready')).json()).toEqual({ status: 'not_ready', failing: ['admin-api'] })
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: 'Bearer abc', 'content-type': 'application/json' },
    payload: '{}',
  })
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([
    503,
    '2',
    'unavailable',
  ])
})
