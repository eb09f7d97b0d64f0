import { actors, recordAudit } from '@signet/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection } from '../../../test/support/directories.ts'
import { makeUser, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const entriesOf = async (projectId: string) =>
  (await world.ok(world.people.super, 'audit_list', { project: projectId })).entries

test('an entry of the console names actor, action, target and scope, and no surface', async () => {
  const { projectId } = await ownProject(world)
  const userId = await makeUser({ world, projectId, teamId: world.team })
  expect(await entriesOf(projectId)).toContainEqual(
    expect.objectContaining({
      actor: world.people.super.accountId,
      action: 'enduser.create',
      targetType: 'EndUser',
      targetId: userId,
      targetScope: world.team,
      surface: null,
      clientId: null,
      projectId,
      connectionId: null,
      kid: null,
    }),
  )
})

test('an entry of an agent names its surface and its client', async () => {
  const { projectId } = await ownProject(world)
  const agent = await world.agent(world.people.owner, ['admin:read', 'admin:write'])
  await world.ok(agent, 'project_update', { projectId, name: 'By an agent' })
  const [entry] = await entriesOf(projectId)
  expect(entry).toMatchObject({
    actor: world.people.owner.accountId,
    action: 'project.update',
    targetType: 'Project',
    targetId: projectId,
    surface: 'mcp',
    clientId: expect.stringMatching(/./),
  })
})

test('an entry of a directory names its surface and its connection, and an entry about a connection names it', async () => {
  const { projectId } = await ownProject(world)
  const { connectionId } = await connection({ world, projectId })
  await recordAudit(world.database, {
    actor: actors.connection(connectionId),
    action: 'enduser.update',
    targetType: 'EndUser',
    targetId: 'usr_1',
    targetScope: projectId,
    surface: 'scim',
    projectId,
    connectionId,
  })
  const { entries } = await world.ok(world.people.super, 'audit_list', { connection: connectionId })
  expect(entries).toMatchObject([
    { actor: `connection:${connectionId}`, surface: 'scim', connectionId },
    { action: 'provisioning.connection.create', surface: null, connectionId },
  ])
})
