import { defaultSettings } from '@signet/contracts'
import { createLogger } from '@signet/runtime'
import { expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { limitRoutes } from '../src/limit-routes.ts'

const config = readConfig({
  SIGNET_ADMIN_API_URL: 'http://127.0.0.1:1',
  SIGNET_BASE_URL: 'https://id.example',
  SIGNET_PROXY_HOPS: '0',
})
const max = defaultSettings['rateLimit.public.max']

it.each([
  ['GET', '/mcp'],
  ['POST', '/mcp'],
  ['DELETE', '/mcp'],
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['GET', '/nothing'],
  ['POST', '/nothing'],
] as const)(
  'the route %s %s without a token is limited by the address',
  async (method, url) => {
    const app = await buildApp({ config, logger: createLogger('mcp-gateway', 'silent') })
    const send = () => app.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) })
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < max + 2; sent += 1) {
      const { statusCode } = await send()
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect(statuses.get(429)).toBe(2)
    await app.close()
  },
  30_000,
)

it('a message with a token is counted by the administration API only', () => {
  const limit = limitRoutes(config)
  const request = (headers: object, url = '/mcp') =>
    ({
      raw: { socket: { remoteAddress: '192.0.2.1' }, headers: {} },
      headers,
      method: 'POST',
      routeOptions: { url },
    }) as never
  for (let sent = 0; sent < max * 2; sent += 1) limit(request({ authorization: 'Bearer x' }))
  for (let sent = 0; sent < max; sent += 1) limit(request({ authorization: 'Bearer x' }, '/other'))
  expect(() => limit(request({}))).toThrow()
})
