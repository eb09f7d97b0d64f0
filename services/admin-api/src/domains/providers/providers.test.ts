import { generateKeyPairSync } from 'node:crypto'
import type { Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { clientSecretPlace, signingKeyPlace } from '@signet/federation'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkedUser, upstream } from '../../../test/support/directories.ts'
import { unique } from '../../../test/support/things.ts'
import { type Server, startWorld, type World } from '../../../test/support/world.ts'

let world: World
let replica: Server
let projectId: string
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
  projectId = project.id
})
afterAll(() => world?.close())

const add = (fields: object = {}) =>
  world.ok(owner, 'federation_provider_create', { projectId, ...upstream(), ...fields })
const list = async () => (await world.ok(owner, 'federation_provider_list', { projectId })).providers

const apple = () => ({
  catalogueId: 'apple',
  clientId: 'com.example.shop',
  teamId: 'TEAM123456',
  keyId: 'KEY1234567',
  signingKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
})

describe('providers:', () => {
  test("a provider's secrets are sealed for their column, and responses contain only flags", async () => {
    const fields = { ...apple(), id: 'apple' }
    const created = await world.ok(owner, 'federation_provider_create', { projectId, ...fields })
    expect(created).toMatchObject({
      id: 'apple',
      signingKeySet: true,
      clientSecretSet: false,
      displayName: 'Apple',
    })
    expect(JSON.stringify([created, await list()])).not.toContain('PRIVATE KEY')
    await world.ok(owner, 'federation_provider_create', {
      projectId,
      ...upstream(),
      id: 'plain',
      clientSecret: 'hush',
    })
    const rows = await world.database.rows<{ id: string; key: string | null; secret: string | null }>(sql`
      SELECT id, signing_key_sealed AS key, client_secret_sealed AS secret FROM identity_providers
      WHERE project_id = ${projectId} ORDER BY position`)
    const { vault } = world.deps
    expect(vault.open(rows[0]?.key ?? '', signingKeyPlace({ projectId, providerId: 'apple' }))).toBe(
      fields.signingKey,
    )
    expect(vault.open(rows[1]?.secret ?? '', clientSecretPlace({ projectId, providerId: 'plain' }))).toBe(
      'hush',
    )
  })

  test('the audit of a provider names a changed secret without its value', async () => {
    const { id } = await add({ clientSecret: 'canary-one' })
    await world.ok(owner, 'federation_provider_update', {
      projectId,
      providerId: id,
      clientSecret: 'canary-two',
    })
    const entries = await world.database.rows<{ detail: object }>(
      sql`SELECT detail FROM audit_entries WHERE project_id = ${projectId} AND action LIKE 'federation.%' ORDER BY at`,
    )
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toContain('canary')
    expect(entries[1]?.detail).toMatchObject({ clientSecret: { from: 'set', to: 'changed' } })
  })

  test('a provider has the callback address that the catalogue listed before', async () => {
    const { catalogue } = await world.ok(owner, 'federation_catalogue_list', { projectId })
    expect(JSON.stringify(catalogue)).not.toMatch(/\{(?:callback|logout)\}/)
    const google = catalogue.find(({ catalogueId }) => catalogueId === 'google')
    expect(google).toMatchObject({ providerId: 'google', brand: true, callbackStability: 'provisional' })
    expect(google?.steps.join()).toContain(google?.callbackUri)
    const fields = { catalogueId: 'google', id: 'google', clientId: 'x', clientSecret: 'y' }
    const created = await world.ok(owner, 'federation_provider_create', { projectId, ...fields })
    expect(created).toMatchObject({ callbackUri: google?.callbackUri, callbackStability: 'stable' })
    const again = await world.ok(owner, 'federation_catalogue_list', { projectId })
    expect(again.catalogue.find(({ catalogueId }) => catalogueId === 'google')?.providerId).toBe('google-2')
  })

  test('a provider of no recognised kind has its callback address in the catalogue before its creation', async () => {
    const guide = async () =>
      (await world.ok(owner, 'federation_catalogue_list', { projectId })).openIdConnect
    const { providerId, callbackUri, backChannelLogoutUri, steps } = await guide()
    expect(steps.join()).toContain(callbackUri)
    expect(await add({ id: providerId })).toMatchObject({ callbackUri, backChannelLogoutUri })
    expect((await guide()).providerId).toBe('oidc-2')
  })

  test('a provider has the issuer of its tenant', async () => {
    const fields = {
      catalogueId: 'entra',
      clientId: 'x',
      clientSecret: 'y',
      tenant: 'acme.com',
      issuer: undefined,
    }
    expect(await add(fields)).toMatchObject({
      issuer: 'https://login.microsoftonline.com/acme.com/v2.0',
      recognised: { catalogueId: 'entra', brand: false },
      recommendedCorrelation: { claim: 'oid', attribute: 'externalId' },
    })
  })

  test.each([
    ['issuer', { issuer: 'http://idp.example.com' }],
    ['issuer', { issuer: 'https://idp.example.com?x=1' }],
    ['issuer', { issuer: 'https://user@idp.example.com' }],
    ['issuer', { catalogueId: 'google' }],
    ['tenant', { catalogueId: 'entra', issuer: undefined, tenant: 'common' }],
    ['tenant', { tenant: 'acme' }],
    ['signingKey', { ...apple(), clientSecret: undefined, issuer: undefined, signingKey: 'no key' }],
    ['scopes.1', { scopes: ['openid', 'a b'] }],
    ['allowedEmailDomains.0', { allowedEmailDomains: ['@example.com'] }],
    [
      'acceptsBackChannelLogout',
      { catalogueId: 'google', issuer: undefined, acceptsBackChannelLogout: true },
    ],
    [
      'acceptsFrontChannelLogout',
      { catalogueId: 'google', issuer: undefined, acceptsFrontChannelLogout: true },
    ],
    ['catalogueId', { catalogueId: '__proto__' }],
  ])('a provider with a wrong %s is refused with the path, and is not stored', async (path, fields) => {
    const problem: Problem = await world.refused(owner, 'federation_provider_create', {
      projectId,
      ...upstream(),
      ...fields,
    })
    expect(problem).toMatchObject({ code: 'invalid_value', errors: [{ path }] })
    expect(await list()).toEqual([])
  })

  test('a provider accepts the logout signals that its kind can send', async () => {
    const signals = {
      acceptsBackChannelLogout: true,
      acceptsFrontChannelLogout: true,
      acceptsGlobalTokenRevocation: true,
    }
    const added = await add(signals)
    expect(added).toMatchObject(signals)
    expect(added.frontChannelLogoutUri).toBe(added.callbackUri?.replace(/callback$/, 'frontchannel-logout'))
  })

  test('a disabled provider may be incomplete, and is enabled only when it is complete', async () => {
    const { id } = await add({
      catalogueId: 'google',
      issuer: undefined,
      clientSecret: undefined,
      enabled: false,
    })
    const change = { projectId, providerId: id, enabled: true }
    const problem: Problem = await world.refused(owner, 'federation_provider_update', change)
    expect(problem).toMatchObject({ code: 'provider_incomplete', errors: [{ path: 'clientSecret' }] })
    expect(
      await world.ok(owner, 'federation_provider_update', { ...change, clientSecret: 'y' }),
    ).toMatchObject({ enabled: true })
  })

  test('a provider warns of a name that users would confuse, and of federation being off', async () => {
    await add({ catalogueId: 'google', issuer: undefined })
    const { id } = await add({ displayName: 'Google', issuer: 'https://accounts.google.com.example.com' })
    await world.database.run(
      sql`INSERT INTO settings (key, value) VALUES ('federation.enabled', 'false'::jsonb)`,
    )
    const off = await list()
    await world.database.run(sql`DELETE FROM settings WHERE key = 'federation.enabled'`)
    expect(
      off.map(({ warnings, hiddenBecause, signInWarnings }) => ({ warnings, hiddenBecause, signInWarnings })),
    ).toEqual([
      { warnings: ['federation_off'], hiddenBecause: ['federation_off'], signInWarnings: [] },
      {
        warnings: ['federation_off', 'named_like_brand'],
        hiddenBecause: ['federation_off'],
        signInWarnings: [],
      },
    ])
    expect((await list()).find((each) => each.id === id)).toMatchObject({
      warnings: ['named_like_brand'],
      onSignInPage: true,
      signInWarnings: ['named_like_brand'],
    })
  })

  test('an enabled provider is on the sign-in page, and states the results of its last sign-ins', async () => {
    const { id } = await add()
    await add({ enabled: false })
    await world.database.run(sql`
      UPDATE identity_providers SET last_sign_in_at = now(), last_failure_at = now(),
        last_failure = '{"reason":"unavailable","detail":"The provider answered no."}'
      WHERE project_id = ${projectId} AND id = ${id}`)
    expect(await list()).toMatchObject([
      {
        onSignInPage: true,
        hiddenBecause: [],
        lastSignInAt: expect.any(String),
        lastFailure: { at: expect.any(String), reason: 'unavailable', detail: 'The provider answered no.' },
      },
      { onSignInPage: false, hiddenBecause: ['disabled'], lastSignInAt: null, lastFailure: null },
    ])
  })

  test('the deletion of a provider deletes its links, and the account stays', async () => {
    const { userId, providerId } = await linkedUser({ world, projectId })
    const confirmation = { confirm: true, expect: { withoutSignIn: 1 } }
    await world.ok(owner, 'federation_provider_delete', { projectId, providerId, ...confirmation })
    expect(await world.ok(owner, 'federation_identity_list', { projectId, userId })).toEqual({
      identities: [],
    })
    expect(await world.ok(owner, 'project_user_get', { projectId, userId })).toMatchObject({ id: userId })
  })

  test('each change of a provider increments the version that every replica reads', async () => {
    const version = async () =>
      (
        await world.database.rows<{ version: number }>(
          sql`SELECT version FROM projects WHERE id = ${projectId}`,
        )
      )[0]?.version ?? 0
    const before = await version()
    const first = await add()
    await add()
    await world.ok(owner, 'federation_provider_move', { projectId, providerId: first.id, direction: 'down' })
    await world.ok(owner, 'federation_provider_update', { projectId, providerId: first.id, displayName: 'x' })
    await world.ok(owner, 'federation_provider_delete', { projectId, providerId: first.id })
    expect(await version()).toBe(before + 5)
  })
})

describe('order of providers:', () => {
  test('providers are in the order of creation, and a move changes one position', async () => {
    const ids = [(await add()).id, (await add()).id, (await add()).id]
    expect((await list()).map(({ id }) => id)).toEqual(ids)
    const moved = await world.ok(owner, 'federation_provider_move', {
      projectId,
      providerId: ids[2] ?? '',
      direction: 'up',
    })
    expect(moved.providers.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]])
  })

  test('concurrent moves and additions on two replicas leave each provider once in the order', async () => {
    const ids = [(await add()).id, (await add()).id, (await add()).id]
    const calls = Array.from({ length: 30 }, (_, index) => {
      const server = index % 2 ? world : replica
      if (index % 10 === 9)
        return server.call(owner, 'federation_provider_create', { projectId, ...upstream() })
      const direction = index % 3 ? 'up' : 'down'
      return server.call(owner, 'federation_provider_move', {
        projectId,
        providerId: ids[index % 3],
        direction,
      })
    })
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([])
    const rows = await world.database.rows<{ position: number }>(
      sql`SELECT position FROM identity_providers WHERE project_id = ${projectId} ORDER BY position`,
    )
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('one of the last two sign-in methods remains when two replicas remove them concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = [(await add()).id, (await add()).id]
      await world.database.run(sql`UPDATE projects SET password_login = false WHERE id = ${projectId}`)
      const replies = await Promise.all([
        world.call(owner, 'federation_provider_delete', { projectId, providerId: ids[0] }),
        replica.call(owner, 'federation_provider_update', { projectId, providerId: ids[1], enabled: false }),
      ])
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
      expect((await list()).filter(({ enabled }) => enabled)).toHaveLength(1)
      await world.database.run(sql`UPDATE projects SET password_login = true WHERE id = ${projectId}`)
      await world.database.run(sql`DELETE FROM identity_providers WHERE project_id = ${projectId}`)
    }
  })
})

describe('the id of a provider at the root address:', () => {
  const create = (projectId: string, id: string) =>
    world.call(world.people.super, 'federation_provider_create', {
      projectId,
      ...upstream(),
      id,
      confirm: true,
    })

  test('an id is rejected when the other project at the root address has it', async () => {
    const id = unique('idp')
    expect((await create(world.defaultProject, id)).status).toBe(201)
    const { status, body } = await create(world.administratorsProject, id)
    expect([status, (body as Problem).code]).toEqual([409, 'already_exists'])
  })

  test('only one of two concurrent calls gets the same id', async () => {
    const id = unique('idp')
    const answers = await Promise.all(
      [world.defaultProject, world.administratorsProject].map((projectId) => create(projectId, id)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('the catalogue of the other project does not propose a taken id', async () => {
    expect((await create(world.defaultProject, 'oidc')).status).toBe(201)
    const { openIdConnect } = await world.ok(world.people.super, 'federation_catalogue_list', {
      projectId: world.administratorsProject,
    })
    expect(openIdConnect.providerId).not.toBe('oidc')
  })

  test('an id may be used again in a project with an address of its own', async () => {
    const id = unique('idp')
    expect((await create(world.defaultProject, id)).status).toBe(201)
    expect(await add({ id })).toMatchObject({ id, callbackUri: expect.stringContaining(`/${id}/callback`) })
  })
})

describe("the administrators' project:", () => {
  test('a provider of administrators changes only when a super administrator confirms the consequences', async () => {
    const person = world.people.super
    const fields = { projectId: world.administratorsProject, ...upstream() }
    const hidden = await world.call(owner, 'federation_provider_create', fields)
    expect(hidden.status).toBe(404)
    const preview = await world.call(person, 'federation_provider_create', fields)
    expect(preview.status).toBe(200)
    expect(preview.body).toMatchObject({ consequences: [expect.any(String)], changes: expect.any(Array) })
    expect(preview.text).not.toContain(fields.clientSecret)
    const at = { projectId: world.administratorsProject }
    const before = (await world.ok(person, 'federation_provider_list', at)).providers.length
    const confirmed = await world.call(person, 'federation_provider_create', { ...fields, confirm: true })
    expect(confirmed.status, confirmed.text).toBe(201)
    const { id: providerId } = confirmed.body as { id: string }
    expect((await world.call(person, 'federation_provider_delete', { ...at, providerId })).status).toBe(200)
    expect((await world.ok(person, 'federation_provider_list', at)).providers).toHaveLength(before + 1)
    expect(
      (await world.call(person, 'federation_provider_delete', { ...at, providerId, confirm: true })).status,
    ).toBe(204)
  })
})
