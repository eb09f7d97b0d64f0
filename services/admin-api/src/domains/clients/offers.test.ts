import { sql } from '@signet/db'
import { bumpInstance } from '@signet/tenancy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
  const input = { name: 'Offers', slug: unique('k'), teamId: world.team }
  projectId = (await world.ok(world.people.owner, 'project_create', input)).id
})
afterAll(() => world?.close())

const application = {
  clientName: 'App',
  grantTypes: ['authorization_code' as const],
  redirectUris: ['https://app.example/callback'],
  tokenEndpointAuthMethod: 'client_secret_basic' as const,
}
const create = (more: object = {}) =>
  world.ok(world.people.owner, 'client_create', { projectId, ...application, ...more })
const refused = (more: object) =>
  world.refused(world.people.owner, 'client_create', { projectId, ...application, ...more })

const underFapi = async (work: () => Promise<void>) => {
  const set = (value: boolean) =>
    world.database.transaction(async (tx) => {
      await tx.run(sql`
        INSERT INTO settings (key, value) VALUES ('fapi.enabled', ${JSON.stringify(value)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
      await bumpInstance(tx)
    })
  await set(true)
  await work().finally(() => set(false))
}

test.each(['HS256', 'PS256', 'ES512'])(
  'an application cannot choose ID tokens or authorization responses that no key of the project signs: %s',
  async (algorithm) => {
    for (const field of ['idTokenSignedResponseAlg', 'authorizationSignedResponseAlg'])
      expect(await refused({ [field]: algorithm })).toMatchObject({
        code: 'invalid_value',
        errors: [{ path: field }],
      })
    const { clientId } = await create()
    const update = { projectId, clientId, idTokenSignedResponseAlg: algorithm }
    expect(await world.refused(world.people.owner, 'client_update', update)).toMatchObject({
      code: 'invalid_value',
    })
  },
)

test('an algorithm with a signing key is accepted, and the application has no problem', async () => {
  expect(await create({ idTokenSignedResponseAlg: 'ES256' })).toMatchObject({ problems: [] })
})

test('an application is accepted under FAPI only with values that the profile allows', async () => {
  await underFapi(async () => {
    expect(await refused({})).toMatchObject({ errors: [{ path: 'tokenEndpointAuthMethod' }] })
    const withKey = { tokenEndpointAuthMethod: 'private_key_jwt', jwksUri: 'https://app.example/jwks' }
    expect(await refused({ ...withKey, tokenEndpointAuthSigningAlg: 'RS256' })).toMatchObject({
      errors: [{ path: 'tokenEndpointAuthSigningAlg' }],
    })
    expect(await refused({ ...withKey, idTokenSignedResponseAlg: 'RS256' })).toMatchObject({
      errors: [{ path: 'idTokenSignedResponseAlg' }],
    })
    expect(await create({ ...withKey, idTokenSignedResponseAlg: 'ES256' })).toMatchObject({ problems: [] })
  })
})

test('an application lists its choices that settings made impossible later, and its other fields can be changed', async () => {
  const { owner } = world.people
  const { clientId } = await create({ idTokenSignedResponseAlg: 'RS256' })
  const at = { projectId, clientId }
  await underFapi(async () => {
    const problems = [
      { path: 'tokenEndpointAuthMethod', message: expect.any(String) },
      { path: 'idTokenSignedResponseAlg', message: expect.any(String) },
    ]
    expect(await world.ok(owner, 'client_get', at)).toMatchObject({ problems })
    expect(await world.ok(owner, 'client_update', { ...at, clientName: 'Renamed' })).toMatchObject({
      problems,
    })
  })
  expect(await world.ok(owner, 'client_get', at)).toMatchObject({ clientName: 'Renamed', problems: [] })
})

test('the preview of settings names the applications that would stop working', async () => {
  const { clientId } = await create({ clientName: 'Stops' })
  const agent = await world.agent(world.people.super, ['admin:high'])
  const preview = async (input: Record<string, unknown>) =>
    (await world.call(agent, 'settings_update', input)).body as {
      stoppedApplications?: { count: number; first: { clientId: string; problems: { path: string }[] }[] }
    }
  const { stoppedApplications } = await preview({ clientAuthMethods: ['private_key_jwt'] })
  expect(stoppedApplications?.first.find((one) => one.clientId === clientId)).toMatchObject({
    clientName: 'Stops',
    projectId,
    problems: [{ path: 'tokenEndpointAuthMethod' }],
  })
  expect(await preview({ 'par.enabled': false })).not.toHaveProperty('stoppedApplications')
})

test('addresses of the server calls are plain http only at a loopback address that the operator allows in development', async () => {
  const { owner } = world.people
  const replica = await world.startReplica({
    config: { ...world.deps.config, SIGNET_EGRESS_ALLOW: ['localhost:3000', 'app.example:80'] },
  })
  const { clientId } = await create({})
  const set = (fields: Record<string, unknown>) =>
    replica.call(owner, 'client_update', { projectId, clientId, ...fields })
  const uri = 'http://localhost:3000/logout'
  for (const name of ['backchannelLogoutUri', 'jwksUri'])
    expect((await set({ [name]: uri })).body).toMatchObject({ [name]: uri })
  for (const [name, other] of [
    ['backchannelLogoutUri', 'http://localhost:3001/logout'],
    ['backchannelLogoutUri', 'http://app.example/logout'],
    ['jwksUri', 'http://user@localhost:3000/jwks'],
    ['policyUri', uri],
  ] as const)
    expect((await set({ [name]: other })).body, other).toMatchObject({
      code: expect.stringMatching(/https_required|invalid_value/),
    })
  const plain = { projectId, clientId, backchannelLogoutUri: `${uri}/2` }
  expect(await world.refused(owner, 'client_update', plain)).toMatchObject({ code: 'https_required' })
})

test('a failed logout notice is shown with its application as long as the address of the notice is unchanged', async () => {
  const uri = 'https://app.example/logout'
  const { clientId } = await create({ backchannelLogoutUri: uri })
  const at = { projectId, clientId }
  const failure = { at: new Date().toISOString(), reason: 'It answered 400.' }
  await world.database.run(sql`
    UPDATE clients SET backchannel_logout_failure = ${JSON.stringify({ uri, ...failure })}::jsonb WHERE id = ${clientId}`)
  const { owner } = world.people
  expect(await world.ok(owner, 'client_get', at)).toMatchObject({ backchannelLogoutFailure: failure })
  await world.ok(owner, 'client_update', { ...at, backchannelLogoutUri: `${uri}/new` })
  expect(await world.ok(owner, 'client_get', at)).toMatchObject({ backchannelLogoutFailure: null })
})
