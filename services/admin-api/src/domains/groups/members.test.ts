import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
let groupId: string
beforeAll(async () => {
  world = await startWorld()
  ;({ projectId } = await ownProject(world))
  const made = await world.ok(world.people.owner, 'project_group_create', {
    projectId,
    displayName: unique('group'),
  })
  groupId = made.id
})
afterAll(() => world?.close())

const userOf = (project: string) => makeUser({ world, projectId: project, teamId: world.team })

test('a list with a user of another project adds no member', async () => {
  const userIds = [await userOf(projectId), await userOf(world.foreignProject)]
  const { owner } = world.people
  expect(
    await world.refused(owner, 'project_group_member_add', { projectId, groupId, userIds }),
  ).toMatchObject({ status: 404, code: 'not_found' })
  const own = { projectId, groupId, userIds: userIds.slice(0, 1) }
  expect(await world.ok(owner, 'project_group_member_add', own)).toEqual({ added: 1, members: 1 })
})
