import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeUser, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('an owner deletes an application that registered itself, and still cannot change it', async () => {
  const { projectId } = await ownProject(world)
  const clientId = await makeClient({ world, projectId, teamId: world.team })
  await world.database.run(sql`UPDATE clients SET registered_dynamically = true WHERE id = ${clientId}`)
  const { owner } = world.people
  const change = { projectId, clientId, clientName: 'Renamed' }
  expect(await world.refused(owner, 'client_update', change)).toMatchObject({
    code: 'client_registered_dynamically',
  })
  await world.ok(owner, 'client_delete', { projectId, clientId })
  expect(await world.refused(owner, 'client_get', { projectId, clientId })).toMatchObject({ status: 404 })
})

test('the users with a valid grant of an application are counted once, and up to 1,000', async () => {
  const { projectId } = await ownProject(world)
  const home = { world, projectId, teamId: world.team }
  const one = { projectId, clientId: await makeClient(home) }
  const grant = (accountId: string, expiresIn = '1 day', clientId = one.clientId) =>
    world.database.run(sql`
      INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload, expires_at)
      VALUES (${projectId}, ${crypto.randomUUID()}, ${accountId}, ${clientId}, '{}', now() + ${expiresIn}::interval)`)
  const users = [await makeUser(home), await makeUser(home), await makeUser(home)] as const
  for (const userId of [users[0], users[0], users[1]]) await grant(userId)
  await grant(users[2], '-1 minute')
  await grant(users[2], '1 day', await makeClient(home))
  const count = () => world.ok(world.people.owner, 'client_grant_count_get', one)
  expect(await count()).toEqual({ users: 2, usersCapped: false })
  await world.database.run(sql`
    INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload)
    SELECT ${projectId}, gen_random_uuid()::text, 'usr_' || n, ${one.clientId}, '{}' FROM generate_series(1, 999) n`)
  expect(await count()).toEqual({ users: 1_000, usersCapped: true })
})
