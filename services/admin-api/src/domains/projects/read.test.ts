import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeUser, ownProject, resource } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('blockers.accounts is the number of accounts for a team member who may not delete the project, and null for its owner', async () => {
  const { projectId } = await ownProject(world)
  const read = (person: keyof World['people']) => world.ok(world.people[person], 'project_get', { projectId })
  expect((await read('member')).blockers.accounts).toBeNull()
  for (let count = 0; count < 3; count += 1) await makeUser({ world, projectId, teamId: world.team })
  const { can, blockers } = await read('member')
  expect({ can: can.delete, accounts: blockers.accounts }).toEqual({ can: false, accounts: 3 })
  const { projects } = await world.ok(world.people.member, 'project_list', {})
  expect(projects.find(({ id }) => id === projectId)?.blockers.accounts).toBe(3)
  for (const person of ['owner', 'super'] as const) expect((await read(person)).blockers.accounts).toBeNull()
})

test('the plan of a project is the plan with its limits and features, and null for a System project', async () => {
  const { projectId } = await ownProject(world)
  const { plans } = await world.ok(world.people.super, 'plan_list', {})
  const { projects: _count, ...plan } = plans.find((each) => each.default) ?? {}
  expect((await world.ok(world.people.owner, 'project_get', { projectId })).plan).toEqual(plan)
  const { projects } = await world.ok(world.people.super, 'project_list', {})
  expect(projects.find(({ reserved }) => reserved)?.plan).toBeNull()
})

test('the applications and APIs of a project are counted without those of other projects', async () => {
  const [one, other] = [await ownProject(world), await ownProject(world)]
  for (const { projectId } of [one, other, other]) {
    const place = { world, projectId, teamId: world.team }
    await makeClient(place)
    await resource(place)
  }
  const { projects } = await world.ok(world.people.owner, 'project_list', {})
  const counts = (projectId: string) => {
    const { applications, apis } = projects.find(({ id }) => id === projectId) ?? {}
    return { applications, apis }
  }
  expect([counts(one.projectId), counts(other.projectId)]).toEqual([
    { applications: 1, apis: 1 },
    { applications: 2, apis: 2 },
  ])
})
