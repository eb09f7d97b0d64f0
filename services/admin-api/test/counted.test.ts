import { operationList, placementOf } from '@signet/contracts'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

const max = 2

let world: World
beforeAll(async () => {
  world = await startWorld()
  for (const name of ['strict', 'ordinary', 'public'])
    await world.ok(world.people.super, 'settings_update', { [`rateLimit.${name}.max`]: max })
  await world.ok(world.people.super, 'settings_update', { 'rateLimit.enabled': true })
})
afterAll(() => world?.close())

function routesOf(): { method: string; url: string }[] {
  const ofOperations = operationList.map((operation) => {
    const { method, path } = placementOf(operation)
    return { method, url: `/admin/api${path.replace(/:\w+/g, 'x')}` }
  })
  return [
    ...ofOperations,
    { method: 'GET', url: '/admin/api/login' },
    { method: 'GET', url: '/admin/api/callback' },
    { method: 'GET', url: '/admin/api/openapi.json' },
    { method: 'GET', url: '/admin/api/reference' },
    { method: 'GET', url: '/admin/api/reference/users' },
    { method: 'POST', url: '/admin/api/agent-message' },
    { method: 'GET', url: '/admin/api/trpc/project_list' },
    { method: 'POST', url: '/admin/api/trpc/project_create' },
    { method: 'GET', url: '/nothing' },
    { method: 'POST', url: '/admin/api/nothing' },
  ]
}

it('every route rejects an anonymous caller beyond the allowance', async () => {
  const uncounted: unknown[] = []
  let index = 0
  for (const { method, url } of someOf(routesOf())) {
    index += 1
    const statuses: number[] = []
    for (let sent = 0; sent <= max; sent += 1) {
      const remoteAddress = `192.0.${Math.trunc(index / 250)}.${index % 250}`
      const { statusCode } = await world.app.inject({
        method: method as 'GET',
        url,
        remoteAddress,
        ...(method === 'GET' ? {} : { payload: {} }),
      })
      statuses.push(statusCode)
    }
    if (statuses.at(-1) !== 429) uncounted.push({ method, url, statuses })
  }
  expect(uncounted).toEqual([])
}, 60_000)
