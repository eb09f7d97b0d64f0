import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const newPlan = (isDefault: boolean) =>
  world.ok(world.people.super, 'plan_create', {
    id: unique('plan-').slice(0, 16),
    name: unique('Plan '),
    default: isDefault,
    limits: {
      monthlyActiveUsers: null,
      projectsPerAdministrator: null,
      applicationsPerProject: null,
      apisPerProject: null,
    },
    features: { enterpriseSignIn: true, customSlug: true, customDomain: true },
  })

const defaults = async () =>
  (await world.ok(world.people.super, 'plan_list', {})).plans
    .filter((plan) => plan.default)
    .map(({ id }) => id)

test('a plan that becomes the default replaces the previous default and no other plan changes', async () => {
  const [first, second] = [await newPlan(false), await newPlan(false)]
  await world.ok(world.people.super, 'plan_update', { planId: first.id, default: true })
  expect(await defaults()).toEqual([first.id])
  await world.ok(world.people.super, 'plan_update', { planId: second.id, default: true })
  expect(await defaults()).toEqual([second.id])
})

test('a plan that is created as the default replaces the previous default', async () => {
  const { id } = await newPlan(true)
  expect(await defaults()).toEqual([id])
})

test('the default plan is refused as a plan without the default, and another plan is not', async () => {
  const [governing, other] = [await newPlan(true), await newPlan(false)]
  const withoutDefault = (planId: string) => ({ planId, default: false, name: unique('Plan ') })
  expect(await world.refused(world.people.super, 'plan_update', withoutDefault(governing.id))).toMatchObject({
    code: 'plan_is_default',
  })
  await world.ok(world.people.super, 'plan_update', withoutDefault(other.id))
  expect(await defaults()).toEqual([governing.id])
})

test('a plan is deleted unless it is the default or governs a project', async () => {
  const [unused, used, governing] = [await newPlan(false), await newPlan(false), await newPlan(true)]
  const { projectId } = await ownProject(world)
  await world.ok(world.people.super, 'project_plan_set', { projectId, planId: used.id })
  await world.ok(world.people.super, 'plan_delete', { planId: unused.id })
  for (const [planId, code] of [
    [used.id, 'plan_in_use'],
    [governing.id, 'plan_is_default'],
  ])
    expect(await world.refused(world.people.super, 'plan_delete', { planId })).toMatchObject({ code })
  const { plans } = await world.ok(world.people.super, 'plan_list', {})
  const ids = plans.map(({ id }) => id)
  expect([unused, used, governing].map(({ id }) => ids.includes(id))).toEqual([false, true, true])
})
