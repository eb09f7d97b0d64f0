import { createLogger, drain } from '@signet/runtime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

const config = readConfig({
  SIGNET_BASE_URL: 'http://localhost:8080',
  // No server listens on this port.
  SIGNET_ADMIN_API_URL: 'http://127.0.0.1:1',
})
let app: Awaited<ReturnType<typeof buildApp>>
let address: string
beforeAll(async () => {
  app = await buildApp({ config, logger: createLogger('mcp-gateway', 'silent') })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app?.close())

const message = () =>
  fetch(`${address}/mcp`, {
    method: 'POST',
    headers: { authorization: 'Bearer abc', 'content-type': 'application/json' },
    body: '{}',
  })

it('the gateway without the administration API is healthy, not ready, and refuses messages with 503 and the time to retry', async () => {
  expect((await app.inject('/health')).statusCode).toBe(200)
  expect((await app.inject('/ready')).json()).toEqual({ status: 'not_ready', failing: ['admin-api'] })
  const answer = await message()
  const { code } = (await answer.json()) as { code: string }
  expect([answer.status, answer.headers.get('retry-after'), code]).toEqual([503, '2', 'unavailable'])
})

it('a draining gateway responds to messages and closes their connections', async () => {
  expect((await message()).headers.get('connection')).toBe('keep-alive')
  await drain(app, 0)
  const answer = await message()
  expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close'])
})
