import { generateKeyPairSync } from 'node:crypto'
import type { Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connection, heldConnection, provider, removal } from '../../../test/support/directories.ts'
import { group, makeUser, type Place, unique } from '../../../test/support/things.ts'
import { type Server, startWorld, type World } from '../../../test/support/world.ts'

let world: World
let replica: Server
let place: Place
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  replica = await world.startReplica()
  owner = world.people.owner
})
beforeEach(async () => {
  const project = await world.ok(owner, 'project_create', {
    name: 'Shop',
    slug: unique('s'),
    teamId: world.team,
  })
  place = { world, projectId: project.id, teamId: world.team }
})
afterAll(() => world?.close())

const read = (one: { projectId: string; connectionId: string }) =>
  world.ok(owner, 'provisioning_connection_get', one)
const tokens = ({ projectId }: { projectId: string }) =>
  world.database.rows<object>(
    sql`SELECT 1 FROM oidc_client_credentials_tokens WHERE project_id = ${projectId}`,
  )

async function obtainToken(one: { projectId: string; connectionId: string }): Promise<void> {
  const { clientId } = await read(one)
  await world.database.run(sql`
    INSERT INTO oidc_client_credentials_tokens (project_id, id, client_id, payload, expires_at)
    VALUES (${one.projectId}, ${unique('t')}, ${clientId}, '{}'::jsonb, now() + interval '1 hour')`)
}

describe('connections:', () => {
  test('a new connection replaces its provider in the creation of accounts', async () => {
    const one = await provider(place)
    const created = await world.ok(owner, 'provisioning_connection_create', { ...one, displayName: 'Acme' })
    const { issuer } = await world.ok(owner, 'project_get', { projectId: place.projectId })
    expect(created).toMatchObject({
      scimBaseUrl: `${issuer}/scim/v2`,
      tokenEndpoint: `${issuer}/token`,
      correlation: { claim: 'sub', attribute: 'externalId' },
      emailTrust: 'untrusted',
      threshold: null,
      directory: 'generic',
      enabled: true,
      warnings: ['no_credential'],
      credentials: [],
      availableCredentialKinds: ['key', 'secret', 'static_token'],
    })
    expect(await world.ok(owner, 'federation_provider_get', one)).toMatchObject({
      provisioning: 'existing_only',
      boundConnection: { id: created.id, displayName: 'Acme' },
    })
  })

  test('a new connection has the terms of the directory of its provider', async () => {
    const { id: providerId } = await world.ok(owner, 'federation_provider_create', {
      projectId: place.projectId,
      clientId: 'x',
      issuer: 'https://acme.okta.com',
    })
    const fields = { projectId: place.projectId, providerId, displayName: 'Acme' }
    expect(await world.ok(owner, 'provisioning_connection_create', fields)).toMatchObject({
      directory: 'okta',
    })
  })

  test('only one of two concurrent connections for the same provider is created on two replicas', async () => {
    const fields = { ...(await provider(place)), displayName: 'Acme' }
    const replies = await Promise.all(
      [world, replica, world, replica].map((server) =>
        server.call(owner, 'provisioning_connection_create', fields),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const codes = replies.filter(({ status }) => status === 409).map(({ body }) => (body as Problem).code)
    expect(new Set(codes)).toEqual(new Set(['provider_already_bound']))
  })

  test('an update changes the given fields, and null removes the threshold', async () => {
    const one = await connection(place, { threshold: { count: 5, windowSeconds: 600 } })
    const changes = {
      displayName: 'Renamed',
      enabled: false,
      threshold: null,
      emailTrust: 'trusted' as const,
    }
    expect(await world.ok(owner, 'provisioning_connection_update', { ...one, ...changes })).toMatchObject(
      changes,
    )
  })

  test('the deletion of a connection deletes its credentials and tokens, keeps its groups, and its provider creates no users', async () => {
    const one = await connection(place)
    await world.ok(owner, 'provisioning_credential_issue', { ...one, kind: 'secret' })
    await obtainToken(one)
    const { groupId } = await group(place)
    await world.database.run(sql`UPDATE groups SET connection_id = ${one.connectionId} WHERE id = ${groupId}`)
    const { providerId } = await read(one)
    await world.ok(owner, 'provisioning_connection_delete', one)
    expect(await tokens(one)).toEqual([])
    expect(await world.ok(owner, 'project_group_get', { projectId: place.projectId, groupId })).toMatchObject(
      {
        connection: null,
      },
    )
    const left = await world.ok(owner, 'federation_provider_get', { projectId: place.projectId, providerId })
    expect(left).toMatchObject({ boundConnection: null, provisioning: 'existing_only' })
  })

  test('a hand-over concurrent with the deletion of the connection leaves no account with a deleted connection', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await connection(place)
      const userId = await makeUser(place)
      const replies = await Promise.all([
        world.call(owner, 'project_user_assign_connection', { ...one, userId }),
        replica.call(owner, 'provisioning_connection_delete', one),
      ])
      expect(replies.map(({ status }) => status < 300).toSorted()).toEqual([false, true])
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    }
  })
})

describe('credentials:', () => {
  test('a credential is shown once and stored as a digest, and the previous one remains valid for at most a day', async () => {
    const one = await connection(place)
    const first = await world.ok(owner, 'provisioning_credential_issue', {
      ...one,
      kind: 'static_token',
      lifetimeDays: 90,
    })
    expect(first.staticToken).toMatch(/^sct_[\w-]{43}$/)
    expect(first.previousEndsAt).toBeUndefined()
    const days = (Date.parse(first.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(89.9)
    const second = await world.ok(owner, 'provisioning_credential_issue', { ...one, kind: 'static_token' })
    expect((Date.parse(second.previousEndsAt ?? '') - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    const held = await read(one)
    expect(held.credentials).toMatchObject([
      { kind: 'static_token', family: 'static_token', previous: { endsAt: second.previousEndsAt } },
    ])
    const text = JSON.stringify([
      held,
      await world.database.rows(
        sql`SELECT * FROM provisioning_credentials WHERE project_id = ${place.projectId}`,
      ),
      await world.database.rows(sql`SELECT * FROM audit_entries WHERE project_id = ${place.projectId}`),
    ])
    for (const value of [first.staticToken, second.staticToken]) expect(text).not.toContain(value)
  })

  test('an immediate replacement of the client credential revokes its tokens, and an overlapping one does not', async () => {
    const one = await connection(place)
    await world.ok(owner, 'provisioning_credential_issue', { ...one, kind: 'secret' })
    await obtainToken(one)
    await world.ok(owner, 'provisioning_credential_issue', { ...one, kind: 'secret' })
    expect(await tokens(one)).toHaveLength(1)
    const last = await world.ok(owner, 'provisioning_credential_issue', {
      ...one,
      kind: 'secret',
      overlap: false,
    })
    expect(last.previousEndsAt).toBeUndefined()
    expect(await tokens(one)).toEqual([])
    expect((await read(one)).credentials).toMatchObject([{ kind: 'secret', previous: null }])
  })

  test('a credential of another kind replaces the current one immediately and revokes its tokens', async () => {
    const one = await connection(place)
    const issue = (kind: 'secret' | 'static_token') =>
      world.ok(owner, 'provisioning_credential_issue', { ...one, kind, overlap: true })
    const held = async () => (await read(one)).credentials.map(({ kind, previous }) => [kind, previous])
    await issue('static_token')
    expect((await issue('secret')).previousEndsAt).toBeUndefined()
    expect(await held()).toEqual([['secret', null]])
    await obtainToken(one)
    expect((await issue('static_token')).previousEndsAt).toBeUndefined()
    expect(await held()).toEqual([['static_token', null]])
    expect(await tokens(one)).toEqual([])
  })

  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })

  test('public keys as the credential replace a secret immediately', async () => {
    const one = await connection(place)
    await world.ok(owner, 'provisioning_credential_issue', { ...one, kind: 'secret' })
    const fields = { kind: 'key' as const, jwks: { keys: [jwk] }, signingAlg: 'ES256' }
    const issued = await world.ok(owner, 'provisioning_credential_issue', { ...one, ...fields })
    expect(issued).toEqual({ kind: 'key', clientId: (await read(one)).clientId })
    expect((await read(one)).credentials).toMatchObject([{ kind: 'key', previous: null, expiresAt: null }])
  })

  test.each([
    ['jwks.keys.0', { kind: 'key', jwks: { keys: [privateKey.export({ format: 'jwk' })] } }],
    ['jwks.keys.1', { kind: 'key', jwks: { keys: [jwk, { kty: 'oct', k: 'c2VjcmV0' }] } }],
    ['jwks.keys.0', { kind: 'key', jwks: { keys: [small] } }],
    ['jwks.keys.0', { kind: 'key', jwks: { keys: [{ ...jwk, x: 'AA' }] } }],
    ['jwks.keys.0', { kind: 'key', jwks: { keys: [{ ...jwk, use: 'enc' }] } }],
    ['signingAlg', { kind: 'key', jwks: { keys: [jwk] }, signingAlg: 'RS256' }],
    ['signingAlg', { kind: 'key', jwks: { keys: [jwk] }, signingAlg: 'HS256' }],
    ['jwks', { kind: 'key' }],
    ['jwksUri', { kind: 'key', jwks: { keys: [jwk] }, jwksUri: 'https://idp.example.com/jwks' }],
    ['lifetimeDays', { kind: 'secret', lifetimeDays: 90 }],
    ['jwks', { kind: 'static_token', jwks: { keys: [jwk] } }],
  ])('a credential with a wrong %s is refused with the path, and nothing is issued', async (path, fields) => {
    const one = await connection(place)
    const problem: Problem = await world.refused(owner, 'provisioning_credential_issue', {
      ...one,
      ...fields,
    })
    expect(problem).toMatchObject({ code: 'credential_material', errors: [{ path }] })
    expect((await read(one)).credentials).toEqual([])
  })

  test('eleven keys, or none, are refused as an invalid shape', async () => {
    const one = await connection(place)
    for (const keys of [[], Array.from({ length: 11 }, () => jwk)]) {
      const input = { ...one, kind: 'key', jwks: { keys } }
      expect(await world.refused(owner, 'provisioning_credential_issue', input)).toMatchObject({
        code: 'invalid_request',
      })
    }
  })

  test('a connection warns before its credential expires and after', async () => {
    const one = await connection(place)
    await world.ok(owner, 'provisioning_credential_issue', { ...one, kind: 'static_token' })
    expect((await read(one)).warnings).toEqual([])
    const endsIn = (interval: string) =>
      world.database.run(sql`
        UPDATE provisioning_credentials SET expires_at = now() + ${interval}::text::interval WHERE project_id = ${place.projectId}`)
    await endsIn('10 days')
    expect((await read(one)).warnings).toEqual(['credential_expires_soon'])
    await endsIn('-1 second')
    expect((await read(one)).warnings).toEqual(['no_credential', 'credential_expired'])
  })
})

describe('holds:', () => {
  test('a hold names its users, is listed for callers who may see the project, and ends with the release', async () => {
    await heldConnection(place)
    const one = await heldConnection(place)
    const hold = await world.ok(owner, 'provisioning_hold_get', one)
    expect(hold).toMatchObject({ held: true, count: 1, refused: 1, total: 1, rows: [{ attempts: 1 }] })
    const seen = await world.ok(owner, 'provisioning_hold_list', {})
    expect(seen.connections).toContainEqual(
      expect.objectContaining({ connectionId: one.connectionId, refused: 1 }),
    )
    const strangers = await world.ok(world.people.stranger, 'provisioning_hold_list', {})
    expect(strangers).toEqual({ count: 0, connections: [] })
    expect(await read(one)).toMatchObject({ held: true, warnings: ['no_credential', 'held'] })
    expect(await world.ok(owner, 'provisioning_connection_release', one)).toMatchObject({ held: false })
    expect(await world.ok(owner, 'provisioning_hold_get', one)).toEqual({ held: false })
    expect(await removal({ world }, one, hold.rows?.[0]?.userId ?? '')).toBe('allowed')
  })

  test('a hold remains after an edit and while the connection is disabled', async () => {
    const one = await heldConnection(place)
    const threshold = { count: 100, windowSeconds: 300 }
    await world.ok(owner, 'provisioning_connection_update', { ...one, enabled: false, threshold })
    expect(await read(one)).toMatchObject({ held: true, enabled: false, threshold })
  })

  test('a hold is released once by two concurrent replicas', async () => {
    const one = await heldConnection(place)
    const replies = await Promise.all(
      [world, replica].map((server) => server.call(owner, 'provisioning_connection_release', one)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

test('the directory guide names the addresses of the project and no credential', async () => {
  const { projectId } = place
  const { directories } = await world.ok(owner, 'provisioning_directory_list', { projectId })
  const { issuer } = await world.ok(owner, 'project_get', { projectId })
  expect(directories.map(({ directory }) => directory)).toEqual(['entra', 'okta', 'generic'])
  for (const { values } of directories)
    expect(values).toEqual({ scimBaseUrl: `${issuer}/scim/v2`, tokenEndpoint: `${issuer}/token` })
})
