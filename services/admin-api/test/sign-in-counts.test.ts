import { sql } from '@signet/db'
import { addSignIns, type CountedSignIns } from '@signet/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upstream } from './support/directories.ts'
import { ownProject } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date((Math.floor(Date.now() / hourMs) - hours) * hourMs).toISOString()

const countSince = (days: number) =>
  world.database.run(
    sql`UPDATE instance SET sign_ins_counted_since = now() - make_interval(days => ${days}::int)`,
  )

const add = (projectId: string, hours: number, counted: Partial<CountedSignIns>) =>
  addSignIns(world.database, [
    {
      projectId,
      hour: hoursAgo(hours),
      method: 'password',
      outcome: 'succeeded',
      providerId: '',
      count: 1,
      ...counted,
    },
  ])

const read = (projectId: string) => world.ok(world.people.owner, 'project_sign_in_count_get', { projectId })

test('the answer has an entry for each of the last 24 hours, and the sums of a week before', async () => {
  await countSince(30)
  const { projectId } = await ownProject(world)
  await add(projectId, 0, { count: 2 })
  await add(projectId, 0, { outcome: 'wrong_password', count: 3 })
  await add(projectId, 23, { method: 'passkey', count: 4 })
  await add(projectId, 24, { count: 100 })
  await add(projectId, 7 * 24 + 23, { count: 5 })
  await add(projectId, 7 * 24 + 1, { outcome: 'throttled', count: 6 })
  await add(projectId, 7 * 24 + 24, { count: 100 })
  const { hours, total, weekBefore, methods } = await read(projectId)
  expect(hours).toHaveLength(24)
  expect(hours[0]).toEqual({ hour: hoursAgo(23), succeeded: 4, failed: 0 })
  expect(hours[23]).toEqual({ hour: hoursAgo(0), succeeded: 2, failed: 3 })
  expect(total).toEqual({ succeeded: 6, failed: 3 })
  expect(weekBefore).toEqual({ succeeded: 5, failed: 6 })
  expect(methods).toEqual([
    { method: 'passkey', succeeded: 4 },
    { method: 'password', succeeded: 2 },
  ])
})

test('the week before is unknown, not zero, until all of its hours were counted', async () => {
  const { projectId } = await ownProject(world)
  await countSince(7)
  expect((await read(projectId)).weekBefore).toBeNull()
  await countSince(8)
  expect((await read(projectId)).weekBefore).toEqual({ succeeded: 0, failed: 0 })
})

test('causes are listed by frequency with the name of the provider, also after it was deleted', async () => {
  const { projectId } = await ownProject(world)
  const provider = await world.ok(world.people.owner, 'federation_provider_create', {
    projectId,
    ...upstream(),
    displayName: 'Company login',
  })
  const ofProvider = { method: 'provider', providerId: provider.id } as const
  await add(projectId, 1, { outcome: 'wrong_password' })
  await add(projectId, 2, { outcome: 'wrong_password' })
  await add(projectId, 1, { ...ofProvider, outcome: 'unavailable', count: 7 })
  await add(projectId, 1, { ...ofProvider, providerId: 'idp_deleted', outcome: 'not_invited' })
  expect((await read(projectId)).failures).toEqual([
    { ...ofProvider, cause: 'unavailable', count: 7, providerName: 'Company login' },
    { method: 'password', cause: 'wrong_password', count: 2 },
    { ...ofProvider, providerId: 'idp_deleted', cause: 'not_invited', count: 1 },
  ])
})

test('a project has only its own counts, and its counts are not readable from another team', async () => {
  const [one, other] = [await ownProject(world), await ownProject(world)]
  await add(one.projectId, 0, { count: 9 })
  expect((await read(other.projectId)).total).toEqual({ succeeded: 0, failed: 0 })
  const refused = await world.call(world.people.stranger, 'project_sign_in_count_get', {
    projectId: one.projectId,
  })
  expect(refused.status).toBe(404)
})

const overview = (person = world.people.owner) => world.ok(person, 'sign_in_overview_get', {})

test('the overview sums the projects that the caller may see, and names those with the most sign-ins by hour', async () => {
  const [one, other] = [await ownProject(world), await ownProject(world)]
  const before = await overview()
  await add(one.projectId, 23, { count: 5_000 })
  await add(one.projectId, 0, { method: 'passkey', count: 2 })
  await add(one.projectId, 0, { count: 1 })
  await add(one.projectId, 24, { count: 100 })
  await add(other.projectId, 0, { outcome: 'wrong_password', count: 7_000 })
  const { total, projects } = await overview()
  expect(total.succeeded - before.total.succeeded).toBe(5_003)
  expect(total.failed - before.total.failed).toBe(7_000)
  const none = Array.from({ length: 24 }, () => 0)
  expect(projects.slice(0, 2)).toMatchObject([
    { id: other.projectId, succeeded: 0, failed: 7_000, hours: none },
    { id: one.projectId, succeeded: 5_003, failed: 0, hours: [5_000, ...none.slice(2), 3] },
  ])
  const ofStranger = await overview(world.people.stranger)
  expect(ofStranger).toMatchObject({ total: { succeeded: 0, failed: 0 }, projects: [] })
})

test('the overview compares the sums with the same hours a week before, and names no project without later sign-ins', async () => {
  await countSince(8)
  const { projectId } = await ownProject(world)
  const before = await overview()
  await add(projectId, 7 * 24 + 24, { count: 100 })
  await add(projectId, 7 * 24 + 23, { count: 5 })
  await add(projectId, 7 * 24, { outcome: 'throttled', count: 6 })
  await add(projectId, 7 * 24 - 1, { count: 100 })
  const after = await overview()
  expect(after.total).toEqual(before.total)
  expect((after.weekBefore?.succeeded ?? 0) - (before.weekBefore?.succeeded ?? 0)).toBe(5)
  expect((after.weekBefore?.failed ?? 0) - (before.weekBefore?.failed ?? 0)).toBe(6)
  expect(after.projects.map(({ id }) => id)).not.toContain(projectId)
  expect((await overview(world.people.stranger)).weekBefore).toEqual({ succeeded: 0, failed: 0 })
  await countSince(7)
  expect((await overview()).weekBefore).toBeNull()
})

test('the overview of a super administrator sums the week before of all projects, which the server reads once an hour', async () => {
  await countSince(8)
  const { projectId } = await ownProject(world)
  const addFormer = () => add(projectId, 7 * 24 + 3, { count: 9 })
  await addFormer()
  const [all] = await world.database.rows<{ succeeded: number }>(sql`
    SELECT sum(count)::float8 AS succeeded FROM sign_in_hours WHERE outcome = 'succeeded'
      AND hour BETWEEN ${hoursAgo(7 * 24 + 23)}::timestamptz AND ${hoursAgo(7 * 24)}::timestamptz`)
  const { weekBefore } = await overview(world.people.super)
  expect(weekBefore?.succeeded).toBe(all?.succeeded)
  await addFormer()
  expect((await overview(world.people.super)).weekBefore).toEqual(weekBefore)
})
