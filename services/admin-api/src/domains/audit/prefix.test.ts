import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test.for(['project', 'project.', 'project.key.', 'team.create', 'enduser.totp.enroll', 'retiredproject.'])(
  'actionPrefix %s selects only actions that begin with its segments',
  async (actionPrefix) => {
    const { entries } = await world.ok(world.people.super, 'audit_list', { actionPrefix, pageSize: 200 })
    const segments = actionPrefix.replace(/\.$/, '')
    expect(entries.filter(({ action }) => !`${action}.`.startsWith(`${segments}.`))).toEqual([])
  },
)

test('actionPrefix selects the action that it names, and the actions whose first segments it names', async () => {
  const read = async (actionPrefix: string) =>
    (await world.ok(world.people.super, 'audit_list', { actionPrefix, pageSize: 200 })).entries.map(
      ({ action }) => action,
    )
  expect(await read('project.create')).toContain('project.create')
  expect(await read('project.')).toContain('project.create')
})

test('an owner reads entries about the team', async () => {
  await world.ok(world.people.owner, 'team_update', { teamId: world.team, name: 'Renamed' })
  const read = async (person: keyof World['people']) =>
    (await world.ok(world.people[person], 'audit_list', { action: 'team.update' })).entries.map(
      ({ targetId }) => targetId,
    )
  expect(await read('owner')).toEqual([world.team])
  expect(await read('stranger')).toEqual([])
})

test.for(['p', 'proj', 'project.k', 'project.key.rot', 'nothing.', '.', 'project..'])(
  'actionPrefix %s is refused because no action has these segments',
  async (actionPrefix) => {
    expect(await world.refused(world.people.super, 'audit_list', { actionPrefix })).toMatchObject({
      status: 422,
      code: 'audit_prefix_ambiguous',
    })
  },
)
