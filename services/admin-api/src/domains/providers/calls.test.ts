import { catalogueIds } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkedUser, upstream } from '../../../test/support/directories.ts'
import { ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
afterAll(() => world?.close())

test('providers are created and deleted while federation is off', async () => {
  const { projectId } = await ownProject(world)
  await world.database.run(sql`
    INSERT INTO settings (key, value) VALUES ('federation.enabled', 'false'::jsonb)`)
  const { id: providerId } = await world.ok(owner, 'federation_provider_create', { projectId, ...upstream() })
  await world.ok(owner, 'federation_provider_delete', { projectId, providerId })
  const { providers } = await world.ok(owner, 'federation_provider_list', { projectId })
  await world.database.run(sql`DELETE FROM settings WHERE key = 'federation.enabled'`)
  expect(providers).toEqual([])
})

test('the first provider cannot be moved up and the last cannot be moved down', async () => {
  const { projectId } = await ownProject(world)
  const add = async () =>
    (await world.ok(owner, 'federation_provider_create', { projectId, ...upstream() })).id
  const [first, last] = [await add(), await add()]
  for (const [providerId, direction] of [
    [first, 'up'],
    [last, 'down'],
  ])
    expect(
      await world.refused(owner, 'federation_provider_move', { projectId, providerId, direction }),
    ).toMatchObject({ status: 409, code: 'provider_at_end' })
  const { providers } = await world.ok(owner, 'federation_provider_list', { projectId })
  expect(providers.map(({ id }) => id)).toEqual([first, last])
})

test('the catalogue has the steps and the exact callback address of each recognised provider, and no credential', async () => {
  const { projectId } = await ownProject(world)
  const { issuer } = await world.ok(owner, 'project_get', { projectId })
  await world.ok(owner, 'federation_provider_create', { projectId, ...upstream() })
  const { catalogue } = await world.ok(owner, 'federation_catalogue_list', { projectId })
  expect(catalogue.map(({ catalogueId }) => catalogueId)).toEqual([...catalogueIds])
  for (const { providerId, callbackUri, where, steps } of catalogue) {
    expect(callbackUri).toBe(`${issuer}/federation/${providerId}/callback`)
    expect(where).not.toBe('')
    expect(steps.length).toBeGreaterThan(1)
    expect(steps.join(' ')).toContain(callbackUri)
  }
  expect(JSON.stringify(catalogue)).not.toContain('secret-of-the-provider')
})

test('federation_identity_list names the identities of a user by provider, and deleting one keeps the account', async () => {
  const { projectId } = await ownProject(world)
  const { userId, providerId } = await linkedUser({ world, projectId })
  const at = { projectId, userId }
  const { identities } = await world.ok(owner, 'federation_identity_list', at)
  expect(identities.map((one) => one.providerId)).toEqual([providerId])
  await world.ok(owner, 'federation_identity_delete', { ...at, providerId })
  expect(await world.ok(owner, 'federation_identity_list', at)).toEqual({ identities: [] })
  expect(await world.ok(owner, 'project_user_get', at)).toMatchObject({ id: userId, status: 'active' })
})
