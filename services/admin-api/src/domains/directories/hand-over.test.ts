import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connection } from '../../../test/support/directories.ts'
import { group, makeUser, ownProject, type Place } from '../../../test/support/things.ts'
import { type Server, startWorld, type World } from '../../../test/support/world.ts'

let world: World
let replica: Server
let place: Place
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  replica = await world.startReplica()
  owner = world.people.owner
  place = { world, teamId: world.team, ...(await ownProject(world)) }
})
afterAll(() => world?.close())

describe('hand-over:', () => {
  test('the hand-over of a user stores the name and the id of the directory, and only the directory may change them afterwards', async () => {
    const one = await connection(place)
    const userId = await makeUser(place)
    const input = { ...one, userId, userName: 'Ada', externalId: '00u1' }
    expect(await world.ok(owner, 'project_user_assign_connection', input)).toMatchObject({
      managedBy: one.connectionId,
      username: 'Ada',
      externalId: '00u1',
    })
    const change = { projectId: place.projectId, userId, profile: {} }
    expect(await world.refused(owner, 'project_user_update', change)).toMatchObject({ code: 'user_managed' })
    expect(await world.ok(owner, 'provisioning_connection_get', one)).toMatchObject({ managedUsers: 1 })
  })

  test('the hand-over of a group lists the blocking members first, and succeeds after they are removed', async () => {
    const one = await connection(place)
    const { groupId } = await group(place)
    const userId = await makeUser(place)
    const input = { ...one, groupId }
    await world.ok(owner, 'project_group_member_add', {
      projectId: place.projectId,
      groupId,
      userIds: [userId],
    })
    const preview = await world.refused(owner, 'project_group_assign_connection', input)
    expect(preview).toMatchObject({
      code: 'preview_required',
      expect: { connectionId: one.connectionId, managed: 0, foreign: 1 },
      blockers: [{ id: userId }],
    })
    await world.ok(owner, 'project_user_assign_connection', { ...one, userId })
    const stale = await world.refused(owner, 'project_group_assign_connection', {
      ...input,
      confirm: true,
      expect: preview.expect,
    })
    expect(stale).toMatchObject({ code: 'stale_preview', expect: { managed: 1, foreign: 0 } })
    const confirmed = {
      ...input,
      confirm: true,
      expect: { connectionId: one.connectionId, managed: 1, foreign: 0 },
    }
    expect(await world.ok(owner, 'project_group_assign_connection', confirmed)).toMatchObject({
      connection: { id: one.connectionId },
    })
  })

  test('the hand-over of a group never succeeds with a member who joined concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const one = await connection(place)
      const { groupId } = await group(place)
      const at = { projectId: place.projectId, groupId }
      const counted = { connectionId: one.connectionId, managed: 0, foreign: 0 }
      const userId = await makeUser(place)
      const [assigned, joined] = await Promise.all([
        world.call(owner, 'project_group_assign_connection', {
          ...one,
          groupId,
          confirm: true,
          expect: counted,
        }),
        replica.call(owner, 'project_group_member_add', { ...at, userIds: [userId] }),
      ])
      expect([assigned.status, joined.status].toSorted()).toEqual([200, 409])
    }
  })
})
