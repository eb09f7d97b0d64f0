import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection } from '../../../test/support/directories.ts'
import { group, makeUser, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('provisioning_connection_get returns configuration, credentials, available kinds, and the numbers of managed users and groups', async () => {
  const { owner } = world.people
  const { projectId } = await ownProject(world)
  const place = { world, projectId, teamId: world.team }
  const threshold = { count: 5, windowSeconds: 600 }
  const one = await connection(place, { threshold })
  await world.ok(owner, 'provisioning_credential_issue', { ...one, kind: 'static_token' })
  await world.ok(owner, 'project_user_assign_connection', { ...one, userId: await makeUser(place) })
  const { groupId } = await group(place)
  await world.database.run(sql`UPDATE groups SET connection_id = ${one.connectionId} WHERE id = ${groupId}`)
  expect(await world.ok(owner, 'provisioning_connection_get', one)).toMatchObject({
    id: one.connectionId,
    threshold,
    enabled: true,
    credentials: [{ kind: 'static_token', previous: null }],
    availableCredentialKinds: ['key', 'secret', 'static_token'],
    managedUsers: 1,
    managedGroups: 1,
  })
})
