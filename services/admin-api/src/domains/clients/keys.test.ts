import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { application } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
}
const { y: _y, ...incomplete } = key
const withKey = (value: Record<string, unknown>) => ({
  ...application,
  tokenEndpointAuthMethod: 'private_key_jwt' as const,
  jwks: { keys: [value] },
})

const create = (fields: object) =>
  world.call(world.people.owner, 'client_create', { projectId: world.project, ...application, ...fields })

describe('keys of an application:', () => {
  test('complete public keys are accepted', async () => {
    const made = await world.ok(world.people.owner, 'client_create', {
      projectId: world.project,
      ...withKey(key),
    })
    expect(made.jwks).toEqual({ keys: [key] })
  })

  test.each([
    ['a private key', { ...key, d: 'x' }],
    ['a private RSA key', { kty: 'RSA', n: 'x', e: 'AQAB', p: 'x' }],
    ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0' }],
    ['an incomplete key', incomplete],
    ['a key without a type', { crv: 'P-256' }],
    ['a key of an unknown type', { kty: 'XYZ', x: 'x' }],
    ['a key whose id is a number', { ...key, kid: 7 }],
  ])('%s among the keys is refused with its path, at creation and at change', async (_what, value) => {
    const refused = await create(withKey(value))
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'invalid_value', errors: [{ path: 'jwks.keys.0' }] },
    })
    const { clientId } = await world.ok(world.people.owner, 'client_create', {
      projectId: world.project,
      ...application,
    })
    const changed = await world.call(world.people.owner, 'client_update', {
      projectId: world.project,
      clientId,
      jwks: { keys: [value] },
    })
    expect(changed.status).toBe(422)
  })
})

test.each([
  [
    'tokenEndpointAuthSigningAlg',
    { tokenEndpointAuthMethod: 'client_secret_jwt', tokenEndpointAuthSigningAlg: 'RS256' },
  ],
  ['tokenEndpointAuthSigningAlg', { ...withKey(key), tokenEndpointAuthSigningAlg: 'HS256' }],
  ['idTokenSignedResponseAlg', { idTokenSignedResponseAlg: 'none' }],
  ['requestObjectSigningAlg', { requestObjectSigningAlg: 'nonsense' }],
])('an unusable algorithm is refused at %s', async (path, fields) => {
  expect(await create(fields)).toMatchObject({ status: 422, body: { errors: [{ path }] } })
})

test('an application that registered itself with a certificate can be read', async () => {
  await world.database.run(sql`
    INSERT INTO clients (project_id, id, grant_types, response_types, token_endpoint_auth_method, registered_dynamically)
    VALUES (${world.project}, 'self-registered', ${['authorization_code']}, ${['code']}, 'tls_client_auth', true)`)
  const read = await world.ok(world.people.owner, 'client_get', {
    projectId: world.project,
    clientId: 'self-registered',
  })
  expect(read).toMatchObject({ tokenEndpointAuthMethod: 'tls_client_auth', registeredDynamically: true })
})
