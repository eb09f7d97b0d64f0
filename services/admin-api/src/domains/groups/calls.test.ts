import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { managedUser } from '../../../test/support/attempts.ts'
import { connection } from '../../../test/support/directories.ts'
import { group, groupMember, makeUser, ownProject, signedIn, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
afterAll(() => world?.close())

const place = (projectId = world.project) => ({ world, projectId, teamId: world.team })

async function makeAccounts(projectId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `usr_${at}_${unique('x')}`)
  await world.database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key)
    SELECT ${projectId}, id, id || '@example.com', id || '@example.com' FROM unnest(${ids}::text[]) id`)
  return ids
}

test('a call adds a thousand users to a group, and a page of members holds a thousand', async () => {
  const { projectId } = await ownProject(world)
  const at = await group(place(projectId))
  const userIds = await makeAccounts(projectId, 1_001)
  const add = (ids: readonly string[]) =>
    world.call(owner, 'project_group_member_add', { ...at, userIds: ids })
  expect((await add(userIds)).status).toBe(400)
  expect(await add(userIds.slice(0, 1_000))).toMatchObject({ status: 200, body: { added: 1_000 } })
  expect((await add(userIds.slice(1_000))).body).toEqual({ added: 1, members: 1_001 })
  const page = async (fields: object) => {
    const read = await world.ok(owner, 'project_group_member_list', { ...at, ...fields })
    return [read.members.length, read.totalResults]
  }
  expect(await page({ count: 1_000 })).toEqual([1_000, 1_001])
  expect(await page({ startIndex: 1_001 })).toEqual([1, 1_001])
  expect(await page({ q: 'USR_1000_' })).toEqual([1, 1])
  const over = await world.refused(owner, 'project_group_member_list', { ...at, count: 1_001 })
  expect(over.status).toBe(400)
})

test('adding users leaves the members of a group, and a user of a directory joins a group of the console', async () => {
  const { userId, ...at } = await groupMember(place())
  const { userId: managed } = await managedUser(world)
  const input = { ...at, userIds: [userId, managed] }
  expect(await world.ok(owner, 'project_group_member_add', input)).toEqual({ added: 1, members: 2 })
  expect(await world.ok(owner, 'project_group_member_add', input)).toEqual({ added: 0, members: 2 })
  const { members } = await world.ok(owner, 'project_group_member_list', at)
  expect(members.map(({ id }) => id).toSorted()).toEqual([userId, managed].toSorted())
})

test('a member of a group has the name, the state and the verification of the address', async () => {
  const { userId, ...at } = await groupMember(place())
  const member = async () => (await world.ok(owner, 'project_group_member_list', at)).members[0]
  expect(await member()).toMatchObject({
    id: userId,
    name: null,
    status: 'active',
    hasSignInMethod: false,
  })
  await world.database.run(sql`
    UPDATE accounts SET claims = '{"name": "Ada Lovelace"}'::jsonb, email_verified = true, active = false WHERE id = ${userId}`)
  expect(await member()).toMatchObject({ name: 'Ada Lovelace', status: 'deactivated', verified: true })
  await world.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${userId}`)
  expect(await member()).toMatchObject({ status: 'locked' })
})

test('removing a member of a group leaves the sessions and tokens of the user', async () => {
  const at = await groupMember(place())
  const { projectId, userId } = at
  await signedIn({ world }, { projectId, userId })
  await world.database.run(sql`
    INSERT INTO oidc_refresh_tokens (project_id, id, account_id, client_id, payload, expires_at)
    VALUES (${projectId}, ${unique('r')}, ${userId}, 'x', '{}'::jsonb, now() + interval '1 day')`)
  await world.ok(owner, 'project_group_member_remove', at)
  const { groupId } = at
  expect(await world.ok(owner, 'project_group_get', { projectId, groupId })).toMatchObject({ members: 0 })
  for (const table of [
    sql`SELECT 1 FROM oidc_sessions WHERE account_id = ${userId}`,
    sql`SELECT 1 FROM oidc_refresh_tokens WHERE account_id = ${userId}`,
  ])
    expect(await world.database.rows(table)).toHaveLength(1)
})

test('deleting a group deletes its memberships and no user', async () => {
  const { userId, ...at } = await groupMember(place())
  await world.ok(owner, 'project_group_delete', at)
  expect(await world.database.rows(sql`SELECT 1 FROM group_members WHERE group_id = ${at.groupId}`)).toEqual(
    [],
  )
  const user = await world.ok(owner, 'project_user_get', { projectId: at.projectId, userId })
  expect(user).toMatchObject({ status: 'active', groups: [] })
})

test('the hand-over of a group names at most 20 of the members who are not managed, and changes nothing', async () => {
  const { projectId } = await ownProject(world)
  const at = await group(place(projectId))
  const { connectionId } = await connection({ world, projectId })
  const userIds = await makeAccounts(projectId, 21)
  await world.ok(owner, 'project_group_member_add', { ...at, userIds })
  const preview = await world.refused(owner, 'project_group_assign_connection', { ...at, connectionId })
  expect(preview).toMatchObject({
    status: 409,
    consequences: [expect.any(String), expect.stringContaining('21 members')],
    expect: { connectionId, managed: 0, foreign: 21 },
  })
  const { blockers } = preview as unknown as { blockers: { id: string; email: string }[] }
  expect(blockers).toHaveLength(20)
  for (const { id, email } of blockers) expect(email).toBe(`${id}@example.com`)
  expect(await world.ok(owner, 'project_group_get', at)).toMatchObject({ connection: null })
})

test('a user who is handed over keeps the user name and id of the call', async () => {
  const { projectId } = await ownProject(world)
  const one = await connection({ world, projectId })
  const userId = await makeUser(place(projectId))
  const assigned = await world.ok(owner, 'project_user_assign_connection', {
    ...one,
    userId,
    userName: 'ada.l',
    externalId: '00u9',
  })
  expect(assigned).toMatchObject({ managedBy: one.connectionId, username: 'ada.l', externalId: '00u9' })
})
