import { afterAll, beforeAll, expect, test } from 'vitest'
import { connection } from '../../../test/support/directories.ts'
import { api, application, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('the preview of an address change names applications, connections, providers with new callbacks, APIs and both issuers', async () => {
  const { super: root } = world.people
  const { projectId } = await ownProject(world)
  const { issuer } = await world.ok(root, 'project_get', { projectId })
  const { clientId } = await world.ok(root, 'client_create', { projectId, ...application })
  const { connectionId } = await connection({ world, projectId })
  const { providerId } = await world.ok(root, 'provisioning_connection_get', { projectId, connectionId })
  const { identifier } = await world.ok(root, 'resource_declare', { projectId, ...api() })
  const slug = unique('n')
  const { status, body } = await world.call(root, 'project_address_change', { projectId, slug })
  const to = String(issuer).replace(/[^/]+$/, slug)
  expect([status, body]).toMatchObject([
    200,
    {
      applications: [{ clientId }],
      connections: [{ id: connectionId }],
      providers: [{ id: providerId, newCallback: `${to}/federation/${providerId}/callback` }],
      resources: [{ identifier }],
      issuers: { from: issuer, to },
      expect: { applications: 1, connections: 1, providers: 1, resources: 1 },
    },
  ])
  expect(await world.ok(root, 'project_get', { projectId })).toMatchObject({ issuer })
})

test('an address change takes exactly one of slug and host', async () => {
  const { projectId } = await ownProject(world)
  for (const fields of [{}, { slug: unique('n'), host: `${unique('h')}.example.com` }])
    expect(
      await world.refused(world.people.super, 'project_address_change', { projectId, ...fields }),
    ).toMatchObject({ code: 'address_ambiguous' })
})
