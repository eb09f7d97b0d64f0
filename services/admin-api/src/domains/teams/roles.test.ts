import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdministrator, unique } from '../../../test/support/things.ts'
import { makeTeam, startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('an owner changes the role of a member and of an owner, and a member changes no role', async () => {
  const { owner, member } = world.people
  const userId = await newAdministrator(world)
  const teamId = await makeTeam(world, unique('Roles '), [
    [owner.accountId, 'owner'],
    [member.accountId, 'member'],
    [userId, 'member'],
  ])
  const roleNow = async () =>
    (await world.ok(owner, 'team_get', { teamId })).members.find((one) => one.userId === userId)?.role
  for (const role of ['owner', 'member'] as const) {
    expect((await world.call(member, 'team_member_update', { teamId, userId, role })).status).toBe(403)
    expect(await roleNow()).not.toBe(role)
    await world.ok(owner, 'team_member_update', { teamId, userId, role })
    expect(await roleNow()).toBe(role)
  }
})
