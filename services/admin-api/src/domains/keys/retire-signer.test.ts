import type { SigningKey } from '@signet/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { instanceSet, signingKey, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeEach(async () => {
  world ??= await startWorld()
  const input = { name: 'Keys', slug: unique('k'), teamId: world.team }
  projectId = (await world.ok(world.people.owner, 'project_create', input)).id
})
afterAll(() => world?.close())

const keys = async () => (await world.ok(world.people.owner, 'project_key_list', { projectId })).keys

const signerOf = async (algorithm: SigningKey['algorithm']): Promise<string> =>
  (await keys()).find((key) => key.algorithm === algorithm && key.state === 'signing')?.kid ?? ''

const signing = async (algorithm: SigningKey['algorithm']) => ({ projectId, kid: await signerOf(algorithm) })

test('a signing key is not retired, also when no default and no application names its algorithm', async () => {
  const key = await signing('EdDSA')
  const retiring = { ...key, confirm: key.kid }
  expect(await world.refused(world.people.owner, 'project_key_retire', retiring)).toMatchObject({
    status: 409,
    code: 'key_signing',
  })
  const kid = await signingKey(world, instanceSet)
  expect(await world.refused(world.people.super, 'jwks_retire', { kid, confirm: kid })).toMatchObject({
    status: 409,
    code: 'key_signing',
  })
})

test('a signing key whose algorithm is not named stops signing, and verifies for a day after it is retired', async () => {
  const key = await signing('EdDSA')
  const demoted = await world.ok(world.people.owner, 'project_key_demote', key)
  expect(demoted).toMatchObject({ kid: key.kid, state: 'published' })
  expect((await keys()).filter(({ state }) => state === 'signing').map(({ algorithm }) => algorithm)).toEqual(
    expect.arrayContaining(['ES256', 'RS256']),
  )
  const retired = await world.ok(world.people.owner, 'project_key_retire', { ...key, confirm: key.kid })
  expect(retired.state).toBe('retired')
  expect(Date.parse(retired.removableAt ?? '') - Date.parse(demoted.signedUntil ?? '')).toBe(86_400_000)
})

test('a key that stopped signing is promoted again without a publication window', async () => {
  const key = await signing('EdDSA')
  await world.ok(world.people.owner, 'project_key_demote', key)
  expect(await world.ok(world.people.owner, 'project_key_promote', key)).toMatchObject({
    promoted: { kid: key.kid, state: 'signing', signedUntil: null },
  })
})

test('a signing key of the instance whose algorithm is not named stops signing', async () => {
  const kid = await signingKey(world, instanceSet)
  expect(await world.ok(world.people.super, 'jwks_demote', { kid })).toMatchObject({
    kid,
    state: 'published',
  })
})

test.each(['ES256', 'RS256'] as const)(
  'the signing key of the default %s keeps signing',
  async (algorithm) => {
    const refused = await world.refused(world.people.owner, 'project_key_demote', await signing(algorithm))
    expect(refused).toMatchObject({ code: 'key_needed', detail: expect.stringContaining(algorithm) })
  },
)

test('a key signs while an API or an application names its algorithm', async () => {
  const { owner } = world.people
  const identifier = `https://${unique('api')}.example`
  const api = {
    projectId,
    identifier,
    name: 'API',
    scopes: ['read'],
    accessTokenSigningAlg: 'EdDSA' as const,
  }
  expect(await world.ok(owner, 'resource_declare', api)).toMatchObject({ accessTokenSigningAlg: 'EdDSA' })
  const refused = await world.refused(owner, 'project_key_demote', await signing('EdDSA'))
  expect(refused).toMatchObject({ code: 'key_needed', detail: expect.stringContaining(identifier) })
  const update = { projectId, resourceId: identifier, accessTokenSigningAlg: null }
  expect(await world.ok(owner, 'resource_update', update)).toMatchObject({ accessTokenSigningAlg: null })
  const { clientId } = await world.ok(owner, 'client_create', {
    projectId,
    clientName: 'App',
    grantTypes: ['authorization_code'],
    redirectUris: ['https://app.example/callback'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    idTokenSignedResponseAlg: 'EdDSA',
  })
  const byClient = await world.refused(owner, 'project_key_demote', await signing('EdDSA'))
  expect(byClient).toMatchObject({ code: 'key_needed', detail: expect.stringContaining(clientId) })
  await world.ok(owner, 'client_update', { projectId, clientId, idTokenSignedResponseAlg: null })
  expect((await world.ok(owner, 'project_key_demote', await signing('EdDSA'))).state).toBe('published')
})

test('an API chooses among algorithms that a key of the project signs with', async () => {
  const api = { projectId, identifier: `https://${unique('api')}.example`, name: 'API', scopes: ['read'] }
  const refused = await world.refused(world.people.owner, 'resource_declare', {
    ...api,
    accessTokenSigningAlg: 'PS512',
  })
  expect(refused).toMatchObject({ code: 'invalid_value', errors: [{ path: 'accessTokenSigningAlg' }] })
  expect(await world.ok(world.people.owner, 'resource_declare', api)).toMatchObject({
    accessTokenSigningAlg: null,
  })
})
