import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange' as const
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const receivers = [{ issuer: 'https://login.partner.example', clientId: 'store', scopes: ['read'] }]
const trusted = [{ issuer: 'https://issuer.example', subject: 'email' as const }]

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const application = {
  clientName: 'Server',
  grantTypes: [tokenExchange],
  tokenEndpointAuthMethod: 'client_secret_basic' as const,
}
const create = (more: object = {}, projectId = world.project) =>
  world.call(world.people.super, 'client_create', { projectId, ...application, ...more })

describe('application that exchanges tokens:', () => {
  test('an API of the project is accepted, and one of another project is refused', async () => {
    const identifier = `https://${unique('api')}.example/`
    const api = { projectId: world.project, identifier, name: 'API', scopes: ['read'] }
    await world.ok(world.people.owner, 'resource_declare', api)
    const { status, body } = await create({ exchangeAudiences: [identifier] })
    expect([status, body]).toEqual([201, expect.objectContaining({ exchangeAudiences: [identifier] })])
    const foreign = await create({ exchangeAudiences: [identifier] }, world.foreignProject)
    expect(foreign.body).toMatchObject({
      code: 'invalid_value',
      errors: [{ path: 'exchangeAudiences.0', message: 'is not the identifier of an API of the project' }],
    })
  })

  test.each([tokenExchange, jwtBearer])('a public application cannot have %s', async (type) => {
    const { body } = await create({
      grantTypes: [type],
      assertionIssuers: trusted,
      tokenEndpointAuthMethod: 'none',
    })
    expect(body).toMatchObject({ code: 'invalid_value', errors: [{ path: 'tokenEndpointAuthMethod' }] })
  })

  test.each([tokenExchange, jwtBearer])(
    'an application of the administrators’ project cannot have %s',
    async (type) => {
      const { body } = await create(
        { grantTypes: [type], assertionIssuers: trusted },
        world.administratorsProject,
      )
      expect(body).toMatchObject({ code: 'invalid_value', errors: [{ path: 'grantTypes' }] })
    },
  )

  test('an application with permitted issuers keeps at least one while it has the grant', async () => {
    expect((await create({ grantTypes: [jwtBearer] })).body).toMatchObject({
      code: 'invalid_value',
      errors: [{ path: 'assertionIssuers' }],
    })
    const { body } = await create({ grantTypes: [jwtBearer], assertionIssuers: trusted })
    const { clientId } = body as { clientId: string }
    const at = { projectId: world.project, clientId }
    expect(
      await world.refused(world.people.owner, 'client_update', { ...at, assertionIssuers: null }),
    ).toMatchObject({ code: 'invalid_value' })
    const changed = { ...at, assertionIssuers: null, grantTypes: [tokenExchange] }
    expect((await world.ok(world.people.owner, 'client_update', changed)).assertionIssuers).toBeNull()
  })

  test('the audit names changed receivers of identity assertions, and null removes all of them', async () => {
    const { body } = await create({ assertionAudiences: receivers })
    const { clientId } = body as { clientId: string }
    const at = { projectId: world.project, clientId }
    const changed = await world.ok(world.people.owner, 'client_update', { ...at, assertionAudiences: null })
    expect(changed.assertionAudiences).toBeNull()
    const { entries } = await world.ok(world.people.owner, 'audit_list', { project: world.project })
    expect(entries.find(({ action }) => action === 'client.update')?.detail).toEqual({
      assertionAudiences: 'changed',
    })
  })

  test('the audit entry of changed issuers contains no keys', async () => {
    const { body } = await create({ grantTypes: [jwtBearer], assertionIssuers: trusted })
    const { clientId } = body as { clientId: string }
    const jwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }] }
    await world.ok(world.people.owner, 'client_update', {
      projectId: world.project,
      clientId,
      assertionIssuers: [{ issuer: 'https://issuer.example', subject: 'email', jwks }],
    })
    const { entries } = await world.ok(world.people.owner, 'audit_list', { project: world.project })
    expect(entries.find(({ action }) => action === 'client.update')?.detail).toEqual({
      assertionIssuers: 'changed',
    })
  })

  test('a project file creates an API and the application that exchanges its tokens, and the same file plans no change', async () => {
    const { projectId } = await ownProject(world)
    const identifier = `https://${unique('api')}.example/`
    const file = {
      version: 1 as const,
      apis: { [identifier]: { name: 'API', scopes: ['read'] } },
      applications: {
        Server: {
          grantTypes: [tokenExchange, jwtBearer],
          tokenEndpointAuthMethod: 'client_secret_basic' as const,
          exchangeAudiences: [identifier],
          assertionIssuers: trusted,
          assertionAudiences: receivers,
        },
      },
    }
    const input = { projectId, file: file as never }
    const { digest } = await world.ok(world.people.owner, 'project_file_plan', input)
    const applied = await world.call(world.people.owner, 'project_file_apply', { ...input, digest })
    expect(applied.status, applied.text).toBe(200)
    const { clients } = await world.ok(world.people.owner, 'client_list', { projectId })
    expect(clients).toMatchObject([{ clientName: 'Server', exchangeAudiences: [identifier] }])
    const clientId = clients[0]?.clientId ?? ''
    const stored = await world.ok(world.people.owner, 'client_get', { projectId, clientId })
    expect(stored.assertionAudiences).toEqual(receivers)
    expect((await world.ok(world.people.owner, 'project_file_plan', input)).changes).toEqual([])
  })
})
