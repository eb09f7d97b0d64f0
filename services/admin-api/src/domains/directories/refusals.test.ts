import { sql } from '@signet/db'
import { type ChangeOutcome, recordOutcomes, recordRequests } from '@signet/provisioning'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection, heldConnection } from '../../../test/support/directories.ts'
import { ownProject, type Place, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let place: Place
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  place = { world, teamId: world.team, ...(await ownProject(world)) }
})
afterAll(() => world?.close())

interface At {
  readonly projectId: string
  readonly connectionId: string
}

const store = (at: At, outcomes: readonly ChangeOutcome[]) =>
  world.database.transaction((tx) => recordOutcomes(tx, at, outcomes))

const outcome = (name: string, problem: ChangeOutcome['problem'] = null): ChangeOutcome => ({
  kind: 'user',
  at: new Date(),
  method: 'POST',
  status: problem === null ? 201 : 400,
  targetId: null,
  names: { userName: name, externalId: `ext-${name}`, addresses: [`${name}@mail.example`] },
  problem,
  attribute: problem === null ? null : 'emails',
})

const requests = (at: At, count: number) =>
  world.database.transaction((tx) =>
    recordRequests(
      tx,
      at,
      Array.from({ length: count }, () => ({
        ...{ at: new Date(), method: 'GET', route: '/Users', status: 200, problem: null, attribute: null },
        ...{ ignored: [], targetId: null, milliseconds: 1, names: [] },
      })),
    ),
  )

test('the API finds each of 20 refused users among 600 by address, user name and external id after 1,000 further requests', async () => {
  const at = await connection(place)
  const names = Array.from({ length: 600 }, (_, index) => `${unique('ada')}-${index}`)
  const refused = names.filter((_, index) => index % 30 === 7)
  await store(
    at,
    names.map((name) => outcome(name, refused.includes(name) ? 'invalid' : null)),
  )
  for (let count = 0; count < 10; count += 1) await requests(at, 100)
  expect(await world.ok(owner, 'provisioning_connection_get', at)).toMatchObject({ notArrived: 20 })
  expect(await world.ok(owner, 'provisioning_refusal_list', { ...at, count: 5 })).toMatchObject({ total: 20 })
  for (const name of refused)
    for (const subject of [name.toUpperCase(), `ext-${name}`, `${name}@mail.example`]) {
      const { refusals } = await world.ok(owner, 'provisioning_refusal_list', { ...at, subject })
      expect(refusals).toMatchObject([{ name, kind: 'user', problem: 'invalid', attribute: 'emails' }])
    }
  const { refusals } = await world.ok(owner, 'provisioning_refusal_list', { ...at, subject: names[0] ?? '' })
  expect(refusals).toEqual([])
})

test('a search without a result states since when requests are complete', async () => {
  const at = await connection(place)
  const { createdAt } = await world.ok(owner, 'provisioning_connection_get', at)
  const read = () => world.ok(owner, 'provisioning_request_list', { ...at, q: 'missing' })
  expect(await read()).toMatchObject({ requests: [], since: createdAt })
  await requests(at, 100)
  expect(Date.parse((await read()).since)).toBeGreaterThan(Date.parse(createdAt))
})

test('the list of refusals is limited to the newest 10,000 of a connection, and ends after 90 days', async () => {
  const at = await connection(place)
  await store(at, [outcome('first', 'invalid')])
  const many = Array.from({ length: 10_000 }, (_, index) => outcome(`later-${index}`, 'invalid'))
  await store(at, many)
  const count = () => world.ok(owner, 'provisioning_connection_get', at).then(({ notArrived }) => notArrived)
  expect(await count()).toBe(10_000)
  const { refusals } = await world.ok(owner, 'provisioning_refusal_list', { ...at, subject: 'first' })
  expect(refusals).toEqual([])
  await world.database.run(
    sql`UPDATE provisioning_refusals SET expires_at = now() WHERE connection_id = ${at.connectionId}`,
  )
  expect(await count()).toBe(0)
})

test('an older refusal of another replica does not follow a success, and the release of a hold deletes held removals', async () => {
  const at = await heldConnection(place)
  const held = { ...outcome('held', 'held_back'), method: 'DELETE', status: 409 }
  await store(at, [held, outcome('other', 'invalid')])
  await world.ok(owner, 'provisioning_connection_release', at)
  const { refusals } = await world.ok(owner, 'provisioning_refusal_list', at)
  expect(refusals.map(({ name }) => name)).toEqual(['other'])
  const userId = unique('usr_')
  await world.database.run(sql`
    INSERT INTO accounts (project_id, id, connection_id, username, username_key)
    VALUES (${at.projectId}, ${userId}, ${at.connectionId}, 'late', 'late')`)
  await store(at, [{ ...outcome('late', 'invalid'), at: new Date(Date.now() - 60_000) }])
  expect((await world.ok(owner, 'provisioning_refusal_list', { ...at, subject: 'late' })).refusals).toEqual(
    [],
  )
})
