import { operationList, placementOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { type Fuzz, fuzzRequests, fuzzSeed, largeJson, longText, measureCosts } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../support/world.ts'

let world: World
let address: { readonly host: string; readonly port: number }
beforeAll(async () => {
  world = await startWorld()
  await world.ok(world.people.super, 'settings_update', { 'rateLimit.enabled': false })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  address = { host: '127.0.0.1', port: (world.app.server.address() as { port: number }).port }
})
afterAll(() => world?.close())

const sizes = [1_000, 10_000, 100_000, 400_000, 900_000]

function requestOf(fuzz: Fuzz) {
  const headers = fuzz.chance(0.7) ? world.people.super.headers : {}
  if (fuzz.chance(0.1))
    return {
      method: 'GET',
      target: '/admin/api/openapi.json',
      headers: { 'accept-encoding': headerValue(fuzz), cookie: headerValue(fuzz) },
    }
  const operation = fuzz.pick(operationList)
  const { method, path } = placementOf(operation)
  const named = path.replace(/:(\w+)/g, (_, name: string) => (name === 'projectId' ? world.project : 'x'))
  const names = Object.keys(operation.input.shape)
  if (method === 'GET') {
    const query = new URLSearchParams({ [fuzz.pick([...names, 'q'])]: longText(fuzz, 3_000) })
    return { method, target: `/admin/api${named}?${query}`.slice(0, 12_000), headers }
  }
  const fields = Object.entries(operation.example).map(([name, value]) => [name, JSON.stringify(value)])
  const replaced = new Map(fields as [string, string][])
  replaced.set(fuzz.chance(0.8) ? fuzz.pick([...names, 'x']) : 'unknown', largeJson(fuzz, fuzz.pick(sizes)))
  const body = fuzz.chance(0.1)
    ? largeJson(fuzz, fuzz.pick(sizes))
    : `{${[...replaced].map(([name, json]) => `"${name}":${json}`).join(',')}}`
  const target = fuzz.chance(0.3) ? `/admin/api/trpc/${operation.tool}` : `/admin/api${named}`
  return { method, target, headers: { ...headers, 'content-type': 'application/json' }, body }
}

const headerValue = (fuzz: Fuzz): string => longText(fuzz, 6_000).replace(/[^ -~]/g, 'x')

it('no request exceeds its budget of time, memory, connections and mail', async () => {
  const { worst, problems } = await measureCosts(address, {
    count: fuzzRequests(250),
    seed: fuzzSeed,
    make: requestOf,
    countMails: async () => (await world.database.rows(sql`SELECT 1 FROM mail_messages`)).length,
  })
  console.info(`admin-api, worst request: ${worst}`)
  expect(problems.slice(0, 3)).toEqual([])
  expect(world.occurrences).toEqual([])
}, 3_600_000)
