import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { closeDue } from '../../workers/close-months.ts'
import { addMonths, dayOf, firstDay, monthOf } from './calendar.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.database.run(
    sql`UPDATE instance SET activity_counted_since = (date_trunc('month', now()) - interval '3 months')`,
  )
})
afterAll(() => world.close())

const now = new Date()
const month = monthOf(now)
const today = dayOf(now)

const mark = (projectId: string, accountId: string, day: string, ...kinds: string[]) =>
  world.database.run(sql`
    INSERT INTO activity_marks (project_id, day, account_id, kind)
    SELECT ${projectId}, ${day}::date, ${accountId}, kind FROM unnest(${kinds}::text[]) kind ON CONFLICT DO NOTHING`)

const users = async (projectId: string, count: number) => {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1)
    ids.push(await makeUser({ world, projectId, teamId: world.team }))
  return ids
}

const activity = (projectId: string, of: string = month, person = world.people.owner) =>
  world.ok(person, 'project_activity_get', { projectId, month: of })

const nobody = { total: 0, local: 0, upstream: 0, renewal: 0, directoryProvisioned: 0 }

describe('project activity:', () => {
  test('activity counts each user once by kind, and a sign-in takes precedence over a renewal', async () => {
    const { projectId } = await ownProject(world)
    const [one = '', two = '', three = ''] = await users(projectId, 3)
    await mark(projectId, one, today, 'local', 'renewal')
    await mark(projectId, one, firstDay(month), 'local')
    await mark(projectId, two, today, 'upstream')
    await mark(projectId, three, today, 'renewal')
    const { current, days } = await activity(projectId)
    expect(current).toEqual({ total: 3, local: 1, upstream: 1, renewal: 1, directoryProvisioned: 0 })
    expect(days.at(-1)).toMatchObject({ day: today, total: 3 })
  })

  test('activity is zero for periods without users, and missing for periods before counting began and in the future', async () => {
    const { projectId } = await ownProject(world)
    const { current, days, previousMonths } = await activity(projectId)
    expect(current).toEqual(nobody)
    expect(days).toHaveLength(now.getUTCDate())
    expect(previousMonths.map((each) => each.month)).toEqual([-3, -2, -1].map((n) => addMonths(month, n)))
    expect((await activity(projectId, addMonths(month, -5))).current).toBeNull()
    expect((await activity(projectId, addMonths(month, 1))).current).toBeNull()
  })

  test('activity keeps its figures after a user is deleted, whose id is removed everywhere', async () => {
    const { projectId } = await ownProject(world)
    const [userId = ''] = await users(projectId, 1)
    await mark(projectId, userId, today, 'local')
    await mark(projectId, userId, firstDay(month), 'renewal')
    await world.ok(world.people.owner, 'project_user_delete', { projectId, userId })
    expect((await activity(projectId)).current).toMatchObject({ total: 1, local: 1 })
    expect(
      await world.database.rows(sql`SELECT 1 AS one FROM activity_marks WHERE account_id = ${userId}`),
    ).toEqual([])
  })

  test('activity of a destroyed project is readable by its last team and super administrators only', async () => {
    const { projectId } = await ownProject(world)
    const [userId = ''] = await users(projectId, 1)
    await mark(projectId, userId, today, 'local')
    await world.ok(world.people.owner, 'project_delete', { projectId })
    await world.ok(world.people.owner, 'project_purge', { projectId })
    for (const person of [world.people.owner, world.people.member, world.people.super]) {
      const read = await activity(projectId, month, person)
      expect(read).toMatchObject({ current: { total: 1 }, lastOwner: { id: world.team } })
      expect(read.days.at(-1)).toEqual({ ...nobody, day: today, total: 1, local: 1 })
      expect(read.deletedAt).toBeTypeOf('string')
    }
    const overview = await world.ok(world.people.super, 'activity_overview', {})
    const destroyed = overview.projects.find(({ id }) => id === projectId)
    expect(destroyed?.days.at(-1)).toEqual({ day: today, total: 1 })
    const refused = await world.call(world.people.stranger, 'project_activity_get', { projectId })
    const unknown = await world.call(world.people.stranger, 'project_activity_get', { projectId: 'prj_x' })
    expect([refused.status, unknown.status]).toEqual([404, 404])
  })
})

test('a closed month keeps its figures after its marks are removed, and a second closing does not change them', async () => {
  const { projectId } = await ownProject(world)
  const [one = '', two = ''] = await users(projectId, 2)
  const closed = addMonths(month, -2)
  await mark(projectId, one, firstDay(closed), 'local', 'renewal')
  await mark(projectId, two, firstDay(closed), 'renewal')
  await mark(projectId, two, today, 'local')
  const before = await activity(projectId)
  await Promise.all([closeDue(world.database, now), closeDue(world.database, now)])
  await closeDue(world.database, now)
  expect((await activity(projectId)).previousMonths).toEqual(before.previousMonths)
  expect((await activity(projectId)).current).toEqual(before.current)
  const old = await world.database.rows(sql`
    SELECT 1 AS one FROM activity_marks WHERE project_id = ${projectId} AND day < ${firstDay(addMonths(month, -1))}::date`)
  expect(old).toEqual([])
})

describe('the activity overview:', () => {
  const keep = (projectId: string, of: string, people: number) =>
    world.database.run(sql`
      INSERT INTO activity_months (project_id, month, kind, people) VALUES (${projectId}, ${firstDay(of)}::date, 'total', ${people})`)

  test('the overview sums projects by customer and names those with a sharp rise or fall', async () => {
    const [steady, rising, falling] = [
      await ownProject(world),
      await ownProject(world),
      await ownProject(world),
    ]
    const figures = [
      [steady, 100, 120],
      [rising, 5, 40],
      [falling, 50, 0],
    ] as const
    for (const [{ projectId }, before, after] of figures) {
      await keep(projectId, addMonths(month, -2), before)
      await keep(projectId, addMonths(month, -1), after)
    }
    const overview = await world.ok(world.people.owner, 'activity_overview', {})
    const ids = figures.map(([{ projectId }]) => projectId)
    expect(overview.movers.filter(({ id }) => ids.includes(id))).toMatchObject([
      { id: rising.projectId, direction: 'rose', from: { total: 5 }, to: { total: 40 } },
      { id: falling.projectId, direction: 'fell', from: { total: 50 }, to: { total: 0 } },
    ])
    const team = overview.customers.find(({ id }) => id === world.team)
    expect(team?.months.at(-2)).toEqual({ month: addMonths(month, -1), total: 160 })
    expect(team?.contacts).toEqual(['owner@example.com'])
    expect(overview.totals.months.at(-2)?.total).toBe(160)
  })

  test('the overview shows a member only the projects of their teams, and a super administrator all projects', async () => {
    const ofStranger = await world.ok(world.people.stranger, 'activity_overview', {})
    const all = await world.ok(world.people.super, 'activity_overview', {})
    expect(ofStranger.projects.map(({ id }) => id)).not.toContain(world.project)
    expect(all.projects.map(({ id }) => id)).toEqual(
      expect.arrayContaining([world.project, world.foreignProject, world.administratorsProject]),
    )
  })
})
