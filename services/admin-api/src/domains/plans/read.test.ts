import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforcePlans } from '../../../test/support/attempts.ts'
import { madePlan, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('a plan is listed with the number of projects on it', async () => {
  const { planId } = await madePlan({ world })
  const projects = async () =>
    (await world.ok(world.people.super, 'plan_list', {})).plans.find(({ id }) => id === planId)?.projects
  expect(await projects()).toBe(0)
  for (const expected of [1, 2]) {
    await world.ok(world.people.super, 'project_plan_set', { ...(await ownProject(world)), planId })
    expect(await projects()).toBe(expected)
  }
})

test('a project that existed before plans are enforced is on the plan Free', async () => {
  const { projectId } = await ownProject(world)
  await enforcePlans(world)
  const { plan } = await world.ok(world.people.owner, 'project_get', { projectId })
  expect(plan).toMatchObject({ name: 'Free' })
})
