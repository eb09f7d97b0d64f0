import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, newAdministrator, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const timelineOf = async (targetType: 'EndUser' | 'AdminUser', targetId: string) =>
  (await world.ok(world.people.super, 'audit_list', { targetType, targetId })).entries
    .map(({ action, detail }) => ({ action, detail }))
    .reverse()

test('the timeline of a user shows each bulk operation that changed the user, and no other', async () => {
  const { projectId } = await ownProject(world)
  const { owner } = world.people
  const userId = await makeUser({ world, projectId, teamId: world.team })
  const other = await makeUser({ world, projectId, teamId: world.team })
  const [created] = await timelineOf('EndUser', userId)
  const email = created?.detail.email
  const userIds = [userId, other]
  await world.ok(owner, 'project_user_bulk_activate', { projectId, userIds })
  await world.ok(owner, 'project_user_bulk_deactivate', { projectId, userIds: [userId] })
  await world.ok(owner, 'project_user_bulk_deactivate', { projectId, userIds })
  await world.ok(owner, 'project_user_bulk_activate', { projectId, userIds: [userId] })
  await world.ok(owner, 'project_user_bulk_sign_out', { projectId, userIds: [userId] })
  await world.ok(owner, 'project_user_bulk_delete', { projectId, userIds: [userId] })
  expect((await timelineOf('EndUser', userId)).slice(1)).toEqual([
    { action: 'enduser.bulk.deactivate', detail: { email, active: { from: true, to: false } } },
    { action: 'enduser.bulk.activate', detail: { email, active: { from: false, to: true } } },
    { action: 'enduser.bulk.signout', detail: { email, signedOut: true } },
    { action: 'enduser.bulk.delete', detail: { email, deleted: true } },
  ])
  expect((await timelineOf('EndUser', other)).slice(1)).toMatchObject([{ action: 'enduser.bulk.deactivate' }])
})

test('the timeline of a user shows the groups that the user joined and left', async () => {
  const { projectId } = await ownProject(world)
  const { owner } = world.people
  const userId = await makeUser({ world, projectId, teamId: world.team })
  const group = unique('group')
  const { id: groupId } = await world.ok(owner, 'project_group_create', { projectId, displayName: group })
  await world.ok(owner, 'project_group_member_add', { projectId, groupId, userIds: [userId] })
  await world.ok(owner, 'project_group_member_add', { projectId, groupId, userIds: [userId] })
  await world.ok(owner, 'project_group_member_remove', { projectId, groupId, userId })
  expect((await timelineOf('EndUser', userId)).slice(1)).toEqual([
    { action: 'enduser.group.join', detail: { groupId, group } },
    { action: 'enduser.group.leave', detail: { groupId, group } },
  ])
})

test('the timeline of an administrator shows the teams that the administrator joined and left', async () => {
  const root = world.people.super
  const userId = await newAdministrator(world)
  const before = (await timelineOf('AdminUser', userId)).length
  const { id: teamId } = await world.ok(root, 'team_create', { name: unique('team') })
  await world.ok(root, 'team_member_add', { teamId, userId, role: 'member' })
  await world.ok(root, 'team_member_remove', { teamId, userId })
  await world.ok(root, 'team_member_add', { teamId, userId, role: 'member' })
  await world.ok(root, 'team_delete', { teamId })
  expect((await timelineOf('AdminUser', userId)).slice(before)).toMatchObject([
    { action: 'admin.team.join', detail: { teamId } },
    { action: 'admin.team.leave', detail: { teamId } },
    { action: 'admin.team.join', detail: { teamId } },
    { action: 'admin.team.leave', detail: { teamId } },
  ])
})
