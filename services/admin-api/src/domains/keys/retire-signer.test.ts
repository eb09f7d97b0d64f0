import type { SigningKey } from '@signet/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { unique } from '../../../test/support/things.ts'
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

const retiring = async (algorithm: SigningKey['algorithm']) => {
  const kid = await signerOf(algorithm)
  return { projectId, kid, confirm: kid }
}

test('the signer of an algorithm that nothing uses is retired, and verifies until its tokens are over', async () => {
  const retired = await world.ok(world.people.owner, 'project_key_retire', await retiring('EdDSA'))
  expect(retired.state).toBe('retired')
  expect(Date.parse(retired.removableAt ?? '') - Date.parse(retired.signedUntil ?? '')).toBe(86_400_000)
  expect((await keys()).filter(({ state }) => state === 'signing').map(({ algorithm }) => algorithm)).toEqual(
    expect.arrayContaining(['ES256', 'RS256']),
  )
})

test.each(['ES256', 'RS256'] as const)('the signer of a default is not: %s', async (algorithm) => {
  const refused = await world.refused(world.people.owner, 'project_key_retire', await retiring(algorithm))
  expect(refused).toMatchObject({ code: 'key_signing', detail: expect.stringContaining(algorithm) })
})

test('nor is one that an API or an application chose, until it chooses otherwise', async () => {
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
  const refused = await world.refused(owner, 'project_key_retire', await retiring('EdDSA'))
  expect(refused).toMatchObject({ code: 'key_signing', detail: expect.stringContaining(identifier) })
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
  const byClient = await world.refused(owner, 'project_key_retire', await retiring('EdDSA'))
  expect(byClient).toMatchObject({ code: 'key_signing', detail: expect.stringContaining(clientId) })
  await world.ok(owner, 'client_update', { projectId, clientId, idTokenSignedResponseAlg: null })
  expect((await world.ok(owner, 'project_key_retire', await retiring('EdDSA'))).state).toBe('retired')
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
