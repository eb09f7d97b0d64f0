import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection, credentialed, provider } from '../../../test/support/directories.ts'
import { ownProject, type Place, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let place: Place
beforeAll(async () => {
  world = await startWorld()
  place = { world, teamId: world.team, ...(await ownProject(world)) }
})
afterAll(() => world?.close())

const items = async (person = world.people.owner) =>
  (await world.ok(person, 'provisioning_attention_list', {})).items.map(({ id, problem, count }) => [
    id,
    problem,
    count,
  ])

const silentFor = ({ connectionId }: { connectionId: string }, days: number) =>
  world.database.run(sql`
    UPDATE provisioning_credentials SET last_used_at = now() - make_interval(days => ${days}::int)
    WHERE connection_id = ${connectionId}`)

const expiresIn = (at: { connectionId: string }, days: number) =>
  world.database.run(sql`
    UPDATE provisioning_credentials SET expires_at = now() + make_interval(days => ${days}::int)
    WHERE connection_id = ${at.connectionId}`)

test('the list has expired, expiring and missing credentials, failing providers and refused users by urgency, for callers who may see the project', async () => {
  const [expired, expiring, later] = [
    await credentialed(place, 'static_token'),
    await credentialed(place, 'static_token'),
    await credentialed(place, 'static_token'),
  ]
  await expiresIn(expired, -1)
  await expiresIn(expiring, 29)
  await expiresIn(later, 31)
  const refusing = await connection(place)
  await world.database.run(sql`
    INSERT INTO provisioning_refusals (project_id, id, connection_id, kind, key, subjects, method, status, problem, first_at,
      last_at, expires_at)
    SELECT ${refusing.projectId}, ${unique('prf_')} || n, ${refusing.connectionId}, 'user', n::text, '{}', 'POST', 400, 'invalid', now(),
      now(), now() + interval '1 day' FROM generate_series(1, 3) n`)
  const failing = await provider(place)
  const failsSince = (since: string | null) =>
    world.database.run(sql`
      UPDATE identity_providers SET failing_since = ${since}::timestamptz WHERE id = ${failing.providerId}`)
  await failsSince('2026-01-01T00:00:00Z')
  const secretEndsIn = async (days: number) => {
    const { providerId } = await provider(place)
    await world.database.run(sql`
      UPDATE identity_providers SET secret_expires_on = (now() AT TIME ZONE 'UTC')::date + ${days}::int WHERE id = ${providerId}`)
    return providerId
  }
  const [ended, nextToEnd, ending] = [
    await secretEndsIn(-3),
    await secretEndsIn(20),
    await secretEndsIn(10),
    await secretEndsIn(40),
  ]
  expect(await items()).toEqual([
    [expired.connectionId, 'credential_expired', null],
    [ended, 'secret_expired', null],
    [failing.providerId, 'provider_unavailable', null],
    [ending, 'secret_expires', null],
    [nextToEnd, 'secret_expires', null],
    [expiring.connectionId, 'credential_expires', null],
    [refusing.connectionId, 'not_arrived', 3],
    [refusing.connectionId, 'credential_missing', null],
  ])
  expect(await items(world.people.stranger)).toEqual([])
  const withoutProvider = (await items()).filter(([id]) => id !== failing.providerId)
  await failsSince(null)
  expect(await items()).toEqual(withoutProvider)
})

test('a directory is silent without a request for 7 days, unless it never sent one, is disabled or has no valid credential', async () => {
  const own = { ...place, ...(await ownProject(world)) }
  const [silent, recent, expired, disabled] = [
    await credentialed(own, 'static_token', 2),
    await credentialed(own, 'static_token'),
    await credentialed(own, 'static_token'),
    await credentialed(own, 'static_token'),
  ]
  await credentialed(own, 'static_token')
  await silentFor(silent, 8)
  await silentFor(recent, 6)
  await silentFor(expired, 8)
  await expiresIn(expired, -1)
  await silentFor(disabled, 8)
  await world.database.run(sql`
    UPDATE provisioning_connections SET enabled = false WHERE id = ${disabled.connectionId}`)
  const { items: listed } = await world.ok(world.people.owner, 'provisioning_attention_list', {
    project: own.projectId,
  })
  expect(listed.map(({ id, problem }) => [id, problem])).toEqual([
    [expired.connectionId, 'credential_expired'],
    [silent.connectionId, 'directory_silent'],
  ])
})

test('a list of one project has its problems only, at most 10 of each, and the number of all', async () => {
  const own = { ...place, ...(await ownProject(world)) }
  for (let one = 0; one < 11; one += 1) await provider(own)
  const { connectionId } = await credentialed(own, 'static_token')
  await expiresIn({ connectionId }, -1)
  await world.database.run(sql`
    UPDATE identity_providers SET failing_since = now() WHERE project_id = ${own.projectId}`)
  const list = (person = world.people.owner) =>
    world.ok(person, 'provisioning_attention_list', { project: own.projectId })
  const { items: listed, totals } = await list()
  expect(listed.filter(({ kind }) => kind === 'provider')).toHaveLength(10)
  expect(listed.every(({ projectId }) => projectId === own.projectId)).toBe(true)
  expect(totals).toEqual([
    { problem: 'credential_expired', count: 1 },
    { problem: 'provider_unavailable', count: 12 },
  ])
  expect(await list(world.people.stranger)).toEqual({ items: [], totals: [] })
})
