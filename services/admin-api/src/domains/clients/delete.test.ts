import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, ownProject } from '../../../test/support/things.ts'
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

test('the recent errors of an application are listed with cause and advice, and end with the application', async () => {
  const { projectId } = await ownProject(world)
  const clientId = await makeClient({ world, projectId, teamId: world.team })
  await world.database.run(sql`
    INSERT INTO client_errors (project_id, client_id, endpoint, error, reason, value, count, first_at, last_at, expires_at)
    SELECT ${projectId}, ${clientId}, 'token', 'invalid_grant', reason, '', 2, now(), now() - age, now() - age + interval '7 days'
    FROM (VALUES ('authorization code already consumed', interval '1 hour'), ('unheard of', interval '0'),
      ('authorization code not found', interval '8 days')) AS stored (reason, age)`)
  const { owner, stranger } = world.people
  const { errors } = await world.ok(owner, 'client_error_list', { projectId, clientId })
  expect(errors).toMatchObject([
    { cause: 'other', reason: 'unheard of', advice: null, value: null, count: 2 },
    {
      cause: 'code_used',
      endpoint: 'token',
      error: 'invalid_grant',
      advice: expect.stringContaining('twice'),
    },
  ])
  expect(await world.refused(stranger, 'client_error_list', { projectId, clientId })).toMatchObject({
    status: 404,
  })
  await world.ok(owner, 'client_delete', { projectId, clientId })
  expect(await world.database.rows(sql`SELECT 1 FROM client_errors WHERE client_id = ${clientId}`)).toEqual(
    [],
  )
})
