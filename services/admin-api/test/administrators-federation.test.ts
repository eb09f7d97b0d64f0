import type { OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProvider } from './support/attempts.ts'
import { upstream } from './support/directories.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const changes: readonly (readonly [OperationName, (providerId: string) => object])[] = [
  ['federation_provider_create', () => upstream()],
  ['federation_provider_update', (providerId) => ({ providerId, displayName: 'Renamed' })],
  ['federation_provider_move', (providerId) => ({ providerId, direction: 'up' })],
  ['federation_provider_certificate_renew', (providerId) => ({ providerId })],
  ['federation_provider_delete', (providerId) => ({ providerId })],
]

const stored = () =>
  world.database.rows(sql`
    SELECT * FROM identity_providers WHERE project_id = ${world.administratorsProject} ORDER BY id`)

const giveCertificate = (projectId: string, providerId: string) =>
  world.ok(world.people.super, 'federation_provider_update', {
    projectId,
    providerId,
    clientAuthentication: 'tls_client_auth',
    confirm: true,
  })

test.each(changes)(
  'the operation %s is for super administrators in the administrators’ project, and changes nothing without a confirmation',
  async (name, fields) => {
    const projectId = world.administratorsProject
    await addProvider(world, projectId)
    const providerId = await addProvider(world, projectId)
    if (name === 'federation_provider_certificate_renew') await giveCertificate(projectId, providerId)
    const input = { projectId, ...fields(providerId) }
    const before = await stored()
    for (const person of [world.people.owner, world.people.member])
      expect((await world.call(person, name, { ...input, confirm: true })).status).toBe(404)
    const preview = await world.call(world.people.super, name, input)
    expect(preview.status, preview.text).toBe(200)
    expect(preview.body).toMatchObject({ consequences: expect.any(Array) })
    expect(await stored()).toEqual(before)
    const confirmed = await world.call(world.people.super, name, { ...input, confirm: true })
    expect(confirmed.status, confirmed.text).toBeLessThan(300)
    expect(await stored()).not.toEqual(before)
  },
)
