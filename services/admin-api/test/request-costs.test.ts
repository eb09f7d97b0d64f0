import { httpRequestOf, type OperationName, operations } from '@signet/contracts'
import { type CallCounts, type CountedRequest, someOf, startCountedService } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUser, ownProject } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let user: { readonly projectId: string; readonly userId: string }
let server: Awaited<ReturnType<typeof startCountedService>>
beforeAll(async () => {
  world = await startWorld()
  const { projectId } = await ownProject(world)
  user = { projectId, userId: await makeUser({ world, projectId, teamId: world.team }) }
  const { config } = world.deps
  server = await startCountedService('admin-api', {
    ...process.env,
    DATABASE_URL: config.DATABASE_URL,
    NATS_URL: config.NATS_URL,
    SIGNET_BASE_URL: config.SIGNET_BASE_URL,
    SIGNET_SECRET_KEYS: config.SIGNET_SECRET_KEYS,
    SIGNET_PROXY_HOPS: '0',
    LOG_LEVEL: 'fatal',
  })
})
afterAll(async () => {
  await server?.stop()
  await world?.close()
})

async function send(name: OperationName, input: Readonly<Record<string, unknown>>): Promise<void> {
  const { method, path, body, headers } = httpRequestOf(operations[name], input)
  const { host, port } = server.address
  const response = await fetch(`http://${host}:${port}/admin/api${path}`, {
    method,
    headers: { ...headers, ...world.people.owner.headers },
    ...(body === undefined ? {} : { body }),
  })
  expect(response.ok, await response.text()).toBe(true)
}

let renamed = 0

/** A change that needs more states it here. `SIGNET_PRINT_COSTS=1` prints the measured counts. */
const most: Readonly<Record<string, CallCounts & CountedRequest>> = {
  'a read of a project': {
    statements: 3,
    calls: 982,
    send: () => send('project_get', { projectId: world.project }),
  },
  'a read of a user': {
    statements: 5,
    calls: 1_405,
    send: () => send('project_user_get', user),
  },
  'a change of a user': {
    statements: 12,
    calls: 2_285,
    send() {
      renamed += 1
      return send('project_user_update', { ...user, profile: { displayName: `Anna ${renamed}` } })
    },
  },
  'a page of users': {
    statements: 5,
    calls: 1_225,
    send: () => send('project_user_list', { projectId: world.project }),
  },
  'a page of applications': {
    statements: 6,
    calls: 1_410,
    send: () => send('client_list', { projectId: world.project }),
  },
  'a change of a project': {
    statements: 25,
    calls: 15_400,
    send() {
      renamed += 1
      return send('project_update', { projectId: world.project, name: `Store ${renamed}` })
    },
  },
  'a creation of a project': {
    statements: 13,
    calls: 2_750,
    requests: 3,
    send() {
      renamed += 1
      return send('project_create', { name: `Shop ${renamed}`, slug: `shop-${renamed}`, teamId: world.team })
    },
  },
}

describe('cost of a request:', { timeout: 60_000 }, () => {
  it.each(someOf(Object.entries(most)))(
    'the statements and function calls of %s do not grow',
    async (_, { statements, calls, ...request }) => {
      expect(await server.excessOf(request, { statements, calls })).toEqual([])
    },
  )
})
