import { httpRequestOf, operations } from '@signet/contracts'
import { sendBody, sendRaw, someOf, spellingsOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let address: { host: string; port: number }
beforeAll(async () => {
  world = await startWorld()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as { port: number }
  address = { host: '127.0.0.1', port }
})
afterAll(() => world.close())

const others = ['/login', '/callback', '/openapi.json', '/reference', '/agent-endpoint', '/trpc/whoami']

const routes = [
  ...operationNames.map((name) => {
    const { method, path } = httpRequestOf(operations[name], operations[name].example)
    return { route: operations[name].route, method, path: `/admin/api${path.split('?', 1)[0]}` }
  }),
  ...others.map((path) => ({ route: `GET ${path}`, method: 'GET', path: `/admin/api${path}` })),
]

const ask = (method: string, target: string, headers: Record<string, string> = {}) =>
  sendRaw(address, { method, target, headers })

describe('routes:', () => {
  it.each(someOf(routes))('the route $route accepts only its own spelling', async ({ method, path }) => {
    expect((await ask(method, path)).status).not.toBe(404)
    for (const [how, target] of spellingsOf(path)) {
      const { status } = await ask(method, target, world.people.super.headers)
      expect({ how, status }).toEqual({ how, status: expect.toBeOneOf([400, 404]) })
    }
  })

  it.each(someOf(routes))('every method of $route has the same guard', async ({ method, path }) => {
    const plain = await ask(method, path)
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      expect((await ask(method, path, { [header]: 'DELETE' })).status).toBe(plain.status)
    if (method === 'GET')
      expect((await ask('HEAD', path)).status).toBe(path.includes('/trpc/') ? 405 : plain.status)
    for (const other of ['TRACE', 'PROPFIND', 'OPTIONS'])
      expect([404, 405]).toContain((await ask(other, path, world.people.super.headers)).status)
  })
})

it.each([true, false])(
  'a body over 1 MiB is refused with 413, whether its length is declared (%s)',
  async (declared) => {
    const headers = { ...world.people.super.headers, 'content-type': 'application/json' }
    for (const target of ['/admin/api/projects', '/admin/api/trpc/project_create'])
      for (const bytes of [1_048_577, 8_000_000])
        expect(await sendBody(address, { target, headers, start: '{}', bytes, declared })).toBe(413)
  },
)
