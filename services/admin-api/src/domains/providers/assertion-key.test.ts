import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { sql } from '@signet/db'
import { assertionKeyPlace } from '@signet/federation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upstream } from '../../../test/support/directories.ts'
import { projectWithUsers } from '../../../test/support/sign-in-users.ts'
import { ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
  ;({ projectId } = await ownProject(world))
})
afterAll(() => world?.close())

const signed = { clientAuthentication: 'private_key_jwt' } as const
const add = (fields: object) => {
  const { clientSecret: _none, ...plain } = upstream()
  return world.ok(world.people.owner, 'federation_provider_create', { projectId, ...plain, ...fields })
}
const change = (at: { projectId: string; providerId: string }, fields: object) =>
  world.ok(world.people.super, 'federation_provider_update', { ...at, ...fields })

async function stored(id: string, inProject = projectId) {
  const [row] = await world.database.rows<{ key: JsonWebKey | null; sealed: string | null }>(sql`
    SELECT assertion_key AS key, assertion_key_sealed AS sealed FROM identity_providers
    WHERE project_id = ${inProject} AND id = ${id}`)
  if (!row) throw new Error('no provider')
  return row
}

describe('clientAuthentication of a provider:', () => {
  test('private_key_jwt generates a key pair, returns its public part and never its private part', async () => {
    const { id, ...answer } = await add(signed)
    const { key, sealed } = await stored(id)
    expect(answer).toMatchObject({
      clientAuthentication: 'private_key_jwt',
      clientSecretSet: false,
      assertionKey: { keySetUri: expect.stringMatching(new RegExp(`/federation/${id}/jwks$`)) },
    })
    const pem = createPublicKey(answer.assertionKey?.publicKey ?? '').export({ format: 'jwk' })
    expect(key).toMatchObject(pem)
    const privateKey = JSON.parse(
      world.deps.vault.open(sealed ?? '', assertionKeyPlace({ projectId, providerId: id })),
    )
    const replies = [
      await world.call(world.people.owner, 'federation_provider_get', { projectId, providerId: id }),
      await world.call(world.people.super, 'audit_list', { project: projectId }),
    ]
    for (const { text } of replies) expect(text).not.toContain(privateKey.d)
    expect(JSON.stringify(key)).not.toContain(privateKey.d)
  })

  test('two providers never share a key, and a change back to secret deletes the key', async () => {
    const [one, another] = [await add(signed), await add(signed)]
    const first = await stored(one.id)
    expect(first.key?.n).not.toBe((await stored(another.id)).key?.n)
    const at = { projectId, providerId: one.id }
    expect(await change(at, { ...signed, displayName: 'Renamed' })).toMatchObject({
      assertionKey: one.assertionKey,
    })
    expect(await change(at, { clientAuthentication: 'secret' })).toMatchObject({ assertionKey: null })
    expect(await stored(one.id)).toEqual({ key: null, sealed: null })
    await change(at, signed)
    expect((await stored(one.id)).key?.n).not.toBe(first.key?.n)
  })

  test.each(['okta', 'auth0'])(
    'a provider of the kind %s needs no secret with private_key_jwt',
    async (kind) => {
      const { id } = await add({ catalogueId: kind, ...signed })
      const refused = await world.refused(world.people.owner, 'federation_provider_update', {
        projectId,
        providerId: id,
        clientAuthentication: 'secret',
      })
      expect(refused).toMatchObject({ code: 'provider_incomplete', errors: [{ path: 'clientSecret' }] })
      expect(await stored(id)).toMatchObject({ sealed: expect.any(String) })
    },
  )

  test.each([
    ['google', {}],
    ['entra', { tenant: 'acme.example' }],
    ['gitlab', {}],
  ])(
    'private_key_jwt is refused for the kind %s, which accepts no key set of a client',
    async (kind, fields) => {
      const input = { projectId, ...upstream(), catalogueId: kind, issuer: undefined, ...fields, ...signed }
      expect(await world.refused(world.people.owner, 'federation_provider_create', input)).toMatchObject({
        code: 'invalid_value',
        errors: [{ path: 'clientAuthentication' }],
      })
    },
  )

  test('a change of the last sign-in method waits for a trial, and its key is returned before', async () => {
    const at = await projectWithUsers(world, { linked: 1, passwordLogin: false })
    const answer = await change(at, signed)
    expect(answer).toMatchObject({
      clientAuthentication: 'secret',
      assertionKey: { publicKey: expect.stringContaining('PUBLIC KEY') },
      pendingChange: { fields: ['clientAuthentication'] },
    })
    expect(await change(at, { pendingChange: null })).toMatchObject({ assertionKey: null })
  })
})

test('the database refuses a provider that authenticates by a key that it does not have', async () => {
  const { id } = await add({})
  const writing = world.database.run(sql`
    UPDATE identity_providers SET client_authentication = 'private_key_jwt' WHERE project_id = ${projectId} AND id = ${id}`)
  await expect(writing).rejects.toThrow(/identity_providers_assertion_key/)
})
