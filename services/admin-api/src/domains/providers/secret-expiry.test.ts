import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upstream } from '../../../test/support/directories.ts'
import { ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
  ;({ projectId } = await ownProject(world))
})
afterAll(() => world?.close())

const add = (fields: object) =>
  world.ok(world.people.owner, 'federation_provider_create', { projectId, ...upstream(), ...fields })
const change = (providerId: string, fields: object) =>
  world.ok(world.people.owner, 'federation_provider_update', { projectId, providerId, ...fields })

test('the day on which a secret ends is stored, returned and removed with null', async () => {
  const { id, secretExpiresOn } = await add({ secretExpiresOn: '2031-02-28' })
  expect(secretExpiresOn).toBe('2031-02-28')
  expect(await change(id, { secretExpiresOn: '2031-03-01' })).toMatchObject({ secretExpiresOn: '2031-03-01' })
  const [entry] = await world.database.rows<{ detail: object }>(sql`
    SELECT detail FROM audit_entries WHERE project_id = ${projectId} AND action = 'federation.provider.update'
    ORDER BY at DESC, id DESC LIMIT 1`)
  expect(entry?.detail).toMatchObject({ secretExpiresOn: { from: '2031-02-28', to: '2031-03-01' } })
  expect(await change(id, { secretExpiresOn: null })).toMatchObject({ secretExpiresOn: null })
})

test('a new secret without a day removes the day of the former secret', async () => {
  const { id } = await add({ secretExpiresOn: '2031-02-28' })
  expect(await change(id, { displayName: 'Renamed' })).toMatchObject({ secretExpiresOn: '2031-02-28' })
  expect(await change(id, { clientSecret: 'new' })).toMatchObject({ secretExpiresOn: null })
  const both = { clientSecret: 'newer', secretExpiresOn: '2032-01-01' }
  expect(await change(id, both)).toMatchObject({ secretExpiresOn: '2032-01-01' })
})

test.each(['2031-02-30', '28.02.2031', '2031-02-28T00:00:00Z'])('the day %s is refused', async (day) => {
  const { id } = await add({})
  const input = { projectId, providerId: id, secretExpiresOn: day }
  expect((await world.call(world.people.owner, 'federation_provider_update', input)).status).toBe(400)
})
