import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforcePlans } from '../../../test/support/attempts.ts'
import { api, application, ownProject, plan } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
let root: World['people']['super']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  root = world.people.super
  await enforcePlans(world)
})
afterAll(() => world?.close())

const planOf = async (projectId: string) => (await world.ok(root, 'project_get', { projectId })).plan?.id

const limits = {
  monthlyActiveUsers: null,
  projectsPerAdministrator: null,
  applicationsPerProject: 1,
  apisPerProject: 1,
}

test('a plan that is created as the default governs new projects, and existing projects keep theirs', async () => {
  const { projectId: before } = await ownProject(world)
  const kept = await planOf(before)
  const { id } = await world.ok(root, 'plan_create', { ...plan(), default: true })
  const { projectId: after } = await ownProject(world)
  expect([await planOf(before), await planOf(after)]).toEqual([kept, id])
})

test('a lowered limit of a plan refuses the next creation with the limit and the plan, and existing applications stay', async () => {
  const { projectId } = await ownProject(world)
  const { id: planId, name } = await world.ok(root, 'plan_create', plan())
  await world.ok(root, 'project_plan_set', { projectId, planId })
  const create = () => world.call(owner, 'client_create', { projectId, ...application })
  const declare = () => world.call(owner, 'resource_declare', { projectId, ...api() })
  for (const call of [create, create, declare, declare]) expect((await call()).status).toBe(201)
  await world.ok(root, 'plan_update', { planId, limits })
  const refusal = { status: 409, code: 'plan_limit', max: 1, plan: name }
  expect((await create()).body).toMatchObject({ ...refusal, limit: 'applicationsPerProject' })
  expect((await declare()).body).toMatchObject({ ...refusal, limit: 'apisPerProject' })
  expect(await world.ok(owner, 'project_get', { projectId })).toMatchObject({ applications: 2, apis: 2 })
  await world.ok(root, 'plan_update', { planId, limits: { applicationsPerProject: 3 } })
  expect((await create()).status).toBe(201)
})

test('plan_list returns each plan with limits, features, default and its number of projects, which a refused deletion states', async () => {
  const fields = plan()
  const { id: planId } = await world.ok(root, 'plan_create', fields)
  for (let used = 0; used < 2; used += 1)
    await world.ok(root, 'project_plan_set', { ...(await ownProject(world)), planId })
  const { plans } = await world.ok(root, 'plan_list', {})
  expect(plans.find(({ id }) => id === planId)).toMatchObject({ ...fields, projects: 2 })
  expect(plans.filter((one) => one.default)).toHaveLength(1)
  expect(await world.refused(root, 'plan_delete', { planId })).toMatchObject({
    code: 'plan_in_use',
    projects: 2,
    detail: expect.stringContaining('2 projects'),
  })
})
