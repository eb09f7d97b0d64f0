import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, makeUser, ownProject, signedIn } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { enqueueLeftNotices, purgeDue } from '../../workers/purge.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

/** Each session has a notice of its own in addition. */
const notices = (projectId: string) =>
  world.database.rows<{ clientId: string; sub: string; issuer: string }>(sql`
    SELECT payload->>'clientId' AS "clientId", payload->>'sub' AS sub, payload->>'issuer' AS issuer FROM outbox
    WHERE subject LIKE 'signet.logout.notice.%' AND payload->>'projectId' = ${projectId} AND payload->>'sid' IS NULL ORDER BY payload->>'sub'`)

async function signedInProject(users: number) {
  const { projectId } = await ownProject(world)
  const place = { world, projectId, teamId: world.team }
  const { owner } = world.people
  const { clientId } = await world.ok(owner, 'client_create', {
    projectId,
    ...application,
    backchannelLogoutUri: 'https://app.example.com/logout',
  })
  const { clientId: silent } = await world.ok(owner, 'client_create', { projectId, ...application })
  const userIds: string[] = []
  for (let count = 0; count < users; count += 1) {
    const userId = await makeUser(place)
    await signedIn(place, { projectId, userId }, clientId)
    await signedIn(place, { projectId, userId }, silent)
    userIds.push(userId)
  }
  await makeUser(place)
  const { issuer } = await world.ok(owner, 'project_get', { projectId })
  return { projectId, clientId, issuer, userIds: userIds.toSorted() }
}

test('scheduling the deletion of a project sends a logout notice for each signed-in user to each application with a back-channel address', async () => {
  const { projectId, clientId, issuer, userIds } = await signedInProject(3)
  await world.ok(world.people.owner, 'project_delete', { projectId })
  expect(await notices(projectId)).toEqual(userIds.map((sub) => ({ clientId, sub, issuer })))
})

test('the purge worker sends the notices that a stopped process left, once for each account', async () => {
  const { projectId, userIds } = await signedInProject(3)
  await world.ok(world.people.owner, 'project_delete', { projectId })
  await world.database.run(sql`DELETE FROM outbox WHERE payload->>'projectId' = ${projectId}`)
  // Stores the state of a process that stopped after the first account.
  await world.database.run(
    sql`UPDATE projects SET logout_cursor = ${userIds[0] ?? ''} WHERE id = ${projectId}`,
  )
  const options = { database: world.database, baseUrl: world.deps.config.SIGNET_BASE_URL }
  await Promise.all([enqueueLeftNotices(options), enqueueLeftNotices(options)])
  expect((await notices(projectId)).map(({ sub }) => sub)).toEqual(userIds.slice(1))
})

test('a project is destroyed after its logout notices are delivered, and an hour later in any case', async () => {
  const { projectId } = await signedInProject(1)
  const exists = async () =>
    (await world.database.rows(sql`SELECT 1 FROM projects WHERE id = ${projectId}`)).length === 1
  await world.ok(world.people.owner, 'project_delete', { projectId })
  await world.ok(world.people.owner, 'project_purge', { projectId })
  expect(await exists()).toBe(true)
  await purgeDue(world.database, world.deps.logger)
  expect(await exists()).toBe(true)
  await world.database.run(
    sql`UPDATE projects SET purge_started_at = now() - interval '61 minutes' WHERE id = ${projectId}`,
  )
  await purgeDue(world.database, world.deps.logger)
  expect(await exists()).toBe(false)
})
