import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAlgorithm, ownProject, publishedKey } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
let root: World['people']['super']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  root = world.people.super
})
afterAll(() => world?.close())

test('a key set limits new keys to twenty a day, and revoked keys count', async () => {
  const { projectId } = await ownProject(world)
  const made = async () =>
    (await world.database.rows(sql`SELECT 1 FROM signing_keys WHERE key_set_id = ${projectId}`)).length
  const generate = () => world.call(owner, 'project_key_generate', { projectId, alg: 'EdDSA' })
  for (let left = 20 - (await made()); left > 0; left -= 1) {
    const { status, body } = await generate()
    expect(status).toBe(201)
    const { kid } = body as { kid: string }
    await world.ok(owner, 'project_key_revoke', { projectId, kid, confirm: kid })
  }
  expect(await made()).toBe(20)
  expect((await world.ok(owner, 'project_key_list', { projectId })).keys.length).toBeLessThan(12)
  for (const refused of [
    await generate(),
    await world.call(owner, 'project_key_rotate', { projectId, alg: 'EdDSA' }),
  ])
    expect(refused).toMatchObject({ status: 409, body: { reason: 'key_limit' } })
  expect(await made()).toBe(20)
})

test('jwks_list returns the keys of the instance and project_key_list those of a project, without key material', async () => {
  const { projectId } = await ownProject(world)
  const instance = (await world.ok(root, 'jwks_list', {})).keys
  const own = (await world.ok(owner, 'project_key_list', { projectId })).keys
  for (const keys of [instance, own])
    expect(keys.map(({ algorithm, state }) => `${algorithm} ${state}`).toSorted()).toEqual([
      'ES256 signing',
      'EdDSA signing',
      'RS256 signing',
    ])
  const kids = new Set([...instance, ...own].map(({ kid }) => kid))
  expect(kids.size).toBe(6)
  for (const key of [...instance, ...own])
    for (const member of ['d', 'p', 'q', 'jwk', 'private', 'privateSealed'])
      expect(key).not.toHaveProperty(member)
})

test('jwks_generate without an algorithm chooses one', async () => {
  await freshAlgorithm(world, 'instance')
  expect(await world.ok(root, 'jwks_generate', {})).toMatchObject({ algorithm: 'ES256', state: 'published' })
})

test('project_key_rotate with an algorithm that is not supported is refused', async () => {
  const { projectId } = await ownProject(world)
  for (const alg of ['HS256', 'none', undefined])
    expect(await world.refused(owner, 'project_key_rotate', { projectId, alg })).toMatchObject({
      status: 400,
      errors: [{ path: 'alg' }],
    })
})

test('a key is retired or revoked only with a confirm that equals its kid', async () => {
  const { projectId } = await ownProject(world)
  const kid = await publishedKey(world, projectId)
  const state = async () =>
    (await world.ok(owner, 'project_key_list', { projectId })).keys.find((key) => key.kid === kid)?.state
  for (const operation of ['project_key_retire', 'project_key_revoke'] as const)
    for (const confirm of [undefined, '', 'another']) {
      const { status } = await world.refused(owner, operation, { projectId, kid, confirm })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(await state()).toBe('published')
    }
})
