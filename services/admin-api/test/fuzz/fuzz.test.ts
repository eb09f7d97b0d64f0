import { fuzzRequests, fuzzSeed, inParallel, sendFuzzed } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClient, makeUser } from '../support/things.ts'
import { startWorld, type World } from '../support/world.ts'
import { markWrites } from '../support/writes.ts'
import { type Aim, type Frame, requestOf } from './requests.ts'

let world: World
let frame: Frame
let address: { readonly host: string; readonly port: number }
beforeAll(async () => {
  world = await startWorld()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  address = { host: '127.0.0.1', port: (world.app.server.address() as { port: number }).port }
  const place = { world, projectId: world.project, teamId: world.team }
  const { super: root, owner, anonymous } = world.people
  frame = {
    things: {
      projectId: world.project,
      teamId: world.team,
      userId: await makeUser(place),
      clientId: await makeClient(place),
    },
    callers: [root, root, root, owner, anonymous].map(({ headers }) => headers),
  }
})
afterAll(() => world?.close())

/** Each request of a session changes these tables. */
const ownTraces = new Set(['console_sessions'])

async function send(aim: Aim, count: number, first: number): Promise<void> {
  const failures: string[] = []
  await inParallel(count, 12, async (index) => {
    const request = requestOf(fuzzSeed * 1_000_003 + first + index, aim, frame)
    await sendFuzzed(address, request).catch((error: Error) => {
      failures.push(error.message)
    })
  })
  const faults = new Set(world.occurrences.map(({ message, stack }) => `${message}\n${stack}`))
  expect([...faults].slice(0, 10)).toEqual([])
  expect(failures.slice(0, 5)).toEqual([])
}

const [refused, any] = [fuzzRequests(1_200), fuzzRequests(600)]

it(`${refused} requests that no schema accepts are refused and change nothing`, async () => {
  const since = await markWrites(world.database)
  await send('refused', refused, 0)
  expect((await since()).tables.filter((table) => !ownTraces.has(table))).toEqual([])
}, 3_600_000)

it(`${any} requests with random values in their fields are answered without a fault`, async () => {
  await send('any', any, refused)
}, 3_600_000)
