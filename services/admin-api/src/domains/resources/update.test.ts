import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let at: { projectId: string; resourceId: string }
beforeAll(async () => {
  world = await startWorld()
  const { projectId } = await ownProject(world)
  const { identifier } = await world.ok(world.people.owner, 'resource_declare', {
    projectId,
    ...api(),
    scopes: ['orders.read', 'orders.write'],
    scopeDescriptions: {
      'orders.read': { description: 'read your orders' },
      'orders.write': { description: 'change your orders' },
    },
  })
  at = { projectId, resourceId: identifier }
})
afterAll(() => world?.close())

const update = (changes: object) => world.ok(world.people.owner, 'resource_update', { ...at, ...changes })

test.each([
  ['a scope that the API does not have', { scopeDescriptions: { 'orders.delete': { description: 'x' } } }],
  [
    'a scope that the same change removes',
    { scopes: ['orders.write'], scopeDescriptions: { 'orders.read': { description: 'x' } } },
  ],
])('a description of %s is refused', async (_which, changes) => {
  expect(await world.refused(world.people.owner, 'resource_update', { ...at, ...changes })).toMatchObject({
    code: 'invalid_value',
  })
})

test('scopes that change without their descriptions keep those of the remaining scopes', async () => {
  const { scopeDescriptions } = await update({ scopes: ['orders.read'] })
  expect(Object.keys(scopeDescriptions)).toEqual(['orders.read'])
})
