import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
  ;({ projectId } = await ownProject(world))
})
afterAll(() => world?.close())

const add = async (fields: object) => {
  const input = { projectId, displayName: unique('P '), clientId: 'x', clientSecret: 'y', ...fields }
  return (await world.ok(world.people.owner, 'federation_provider_create', input)).id
}
const update = (providerId: string, fields: object) =>
  world.call(world.people.owner, 'federation_provider_update', { projectId, providerId, ...fields })

describe('null in an update of a provider:', () => {
  test('null resets the claim of the address to email', async () => {
    const id = await add({ issuer: 'https://idp.example', emailClaim: 'upn' })
    expect((await update(id, { emailClaim: null })).body).toMatchObject({ emailClaim: null })
  })

  test('null removes the issuer of a provider whose kind has a default issuer', async () => {
    const id = await add({ catalogueId: 'gitlab', issuer: 'https://git.example' })
    expect((await update(id, { issuer: null })).body).toMatchObject({ issuer: 'https://gitlab.com' })
  })

  test('null removes an optional secret, and the audit names only its field', async () => {
    const id = await add({ issuer: 'https://idp.example' })
    expect((await update(id, { clientSecret: null })).body).toMatchObject({ clientSecretSet: false })
    const [entry] = await world.database.rows<{ detail: object }>(sql`
      SELECT detail FROM audit_entries WHERE project_id = ${projectId} AND action = 'federation.provider.update'
      ORDER BY at DESC, id DESC LIMIT 1`)
    expect(entry?.detail).toMatchObject({ clientSecret: { from: 'set', to: null } })
  })

  test('null is refused for a field that its kind requires', async () => {
    const plain = await add({ issuer: 'https://idp.example' })
    const google = await add({ catalogueId: 'google' })
    for (const [id, fields] of [
      [plain, { issuer: null }],
      [google, { clientSecret: null }],
    ] as const)
      expect((await update(id, fields)).body).toMatchObject({
        code: 'provider_incomplete',
        errors: [{ path: Object.keys(fields)[0] }],
      })
  })
})
