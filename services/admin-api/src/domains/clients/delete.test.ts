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
