import { sql } from '@signet/db'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFieldRule, type FieldRule } from '../support/field-rules.ts'
import { application, makeClient, ownProject } from '../support/things.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const both = ['client_create', 'client_update'] as const
const origins = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://o${index}.example.com`)
const addresses = (count: number) => origins(count).map((origin) => `${origin}/callback`)
const long = (length: number) => 'https://app.example.com/'.padEnd(length, 'x')
const png = Buffer.from('89504e470d0a1a0a', 'hex')
const logo = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`
const pngOf = (bytes: number) => logo(Buffer.concat([png, Buffer.alloc(bytes - png.length)]))

const addressList = (field: 'redirectUris' | 'postLogoutRedirectUris'): FieldRule => ({
  title: `${field} holds up to 50 addresses of up to 2000 characters`,
  operations: both,
  field,
  accepted: [addresses(50), [long(2000)]],
  rejected: [addresses(51), [long(2001)], [''], 'https://app.example.com/callback'],
})

const https = (field: string): FieldRule => ({
  title: `${field} must be an https address`,
  operations: both,
  field,
  accepted: ['https://app.example.com/x'],
  rejected: ['http://app.example.com/x', 'app.example.com', ''],
})

const issuer = 'https://issuer.example'
const keys = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }] }
const trusted = (more: object = {}) => ({ issuer, subject: 'email', ...more })
const manyTrusted = (count: number) =>
  Array.from({ length: count }, (_, index) => trusted({ issuer: `${issuer}/${index}` }))

const receiver = (more: object = {}) => ({ issuer, clientId: 'store', ...more })
const manyReceivers = (count: number) =>
  Array.from({ length: count }, (_, index) => receiver({ issuer: `${issuer}/${index}` }))

const rules: readonly FieldRule[] = [
  {
    title:
      'assertionAudiences holds up to 10 receivers with one entry each, whose assertions live at most 300 seconds',
    operations: both,
    field: 'assertionAudiences',
    accepted: [
      [],
      manyReceivers(10),
      [receiver({ resources: ['https://api.example/a', 'urn:example:api'], scopes: ['read', 'a:b'] })],
      [receiver({ seconds: 30 })],
      [receiver({ seconds: 300, clientId: 'https://app.example/client.json' })],
    ],
    rejected: [
      manyReceivers(11),
      [receiver(), receiver({ clientId: 'other' })],
      [receiver({ issuer: 'http://issuer.example' })],
      [receiver({ issuer: `${issuer}?a=b` })],
      [receiver({ issuer: `${issuer}#a` })],
      [receiver({ issuer: 'issuer' })],
      [receiver({ clientId: '' })],
      [receiver({ resources: [] })],
      [receiver({ resources: ['api'] })],
      [receiver({ resources: ['https://api.example/#a'] })],
      [receiver({ scopes: [] })],
      [receiver({ scopes: ['read write'] })],
      [receiver({ scopes: [''] })],
      [receiver({ seconds: 29 })],
      [receiver({ seconds: 301 })],
      [{ issuer }],
      'x',
    ],
  },
  {
    title: 'exchangeAudiences holds up to 50 identifiers of APIs of the project',
    operations: both,
    field: 'exchangeAudiences',
    accepted: [[]],
    rejected: [
      ['https://unknown.example/'],
      [''],
      'https://api.example/',
      Array(51).fill('https://a.example/'),
    ],
  },
  {
    title: 'assertionIssuers holds up to 10 issuers, each with one source of keys and one meaning of sub',
    operations: both,
    field: 'assertionIssuers',
    accepted: [
      [],
      manyTrusted(10),
      [trusted({ jwks: keys })],
      [trusted({ jwksUri: `${issuer}/keys`, maxSeconds: 60 })],
      [trusted({ identityAssertions: true })],
      ...['account', 'userName', 'externalId'].map((subject) => [trusted({ subject })]),
    ],
    rejected: [
      manyTrusted(11),
      [trusted(), trusted()],
      [trusted({ issuer: 'http://issuer.example' })],
      [trusted({ issuer: `${issuer}?a=b` })],
      [trusted({ issuer: 'issuer' })],
      [trusted({ jwksUri: 'http://issuer.example/keys' })],
      [trusted({ jwks: keys, jwksUri: `${issuer}/keys` })],
      [trusted({ jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } })],
      [trusted({ jwks: { keys: [{ ...keys.keys[0], d: 'AAAA' }] } })],
      [trusted({ subject: 'provider' })],
      [trusted({ subject: 'provider', providerId: 'unknown' })],
      [trusted({ providerId: 'acme' })],
      [trusted({ subject: 'name' })],
      [trusted({ identityAssertions: 'yes' })],
      [trusted({ maxSeconds: 59 })],
      [trusted({ maxSeconds: 3601 })],
      [{ issuer }],
      'x',
    ],
  },
  {
    title: 'applicationType is web or native',
    operations: both,
    field: 'applicationType',
    accepted: ['web', 'native'],
    rejected: ['spa', '', null],
  },
  {
    title: 'grantTypes holds at least one of the seven supported grants',
    operations: both,
    field: 'grantTypes',
    accepted: [
      ['authorization_code'],
      ['refresh_token', 'authorization_code'],
      ['client_credentials'],
      ['urn:ietf:params:oauth:grant-type:device_code'],
      ['urn:openid:params:grant-type:ciba'],
      ['urn:ietf:params:oauth:grant-type:token-exchange'],
      ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
    ],
    rejected: [[], ['password'], ['implicit'], ['authorization_code', 'password'], null],
    beside: { backchannelTokenDeliveryMode: 'poll', assertionIssuers: [trusted()] },
  },
  {
    title: 'grantTypes is required on creation',
    operations: ['client_create'],
    field: 'grantTypes',
    accepted: [],
    rejected: [undefined],
  },
  addressList('redirectUris'),
  addressList('postLogoutRedirectUris'),
  {
    title: 'tokenEndpointAuthMethod is one of the five supported methods',
    operations: both,
    field: 'tokenEndpointAuthMethod',
    accepted: ['none', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'],
    rejected: ['tls_client_auth', 'self_signed_tls_client_auth', 'basic', '', null],
    beside: { jwksUri: 'https://app.example.com/jwks' },
  },
  {
    title: 'tokenEndpointAuthMethod is required on creation',
    operations: ['client_create'],
    field: 'tokenEndpointAuthMethod',
    accepted: [],
    rejected: [undefined],
  },
  {
    title: 'backchannelTokenDeliveryMode is poll or ping',
    operations: both,
    field: 'backchannelTokenDeliveryMode',
    accepted: ['poll', 'ping'],
    rejected: ['push', ''],
    beside: {
      grantTypes: ['urn:openid:params:grant-type:ciba'],
      backchannelClientNotificationEndpoint: 'https://app.example.com/ciba',
    },
  },
  {
    title: 'the delivery mode ping needs a notification endpoint',
    operations: both,
    field: 'backchannelClientNotificationEndpoint',
    accepted: ['https://app.example.com/ciba'],
    rejected: [undefined],
    beside: { grantTypes: ['urn:openid:params:grant-type:ciba'], backchannelTokenDeliveryMode: 'ping' },
  },
  {
    title: 'corsOrigins holds up to 50 origins of up to 300 characters',
    operations: both,
    field: 'corsOrigins',
    accepted: [origins(50), []],
    rejected: [origins(51), [`https://${'x'.repeat(300)}`], [''], 'https://app.example.com'],
  },
  {
    title: 'jwks is an object with an array of keys',
    operations: both,
    field: 'jwks',
    accepted: [{ keys: [] }],
    rejected: [{}, [], { keys: {} }, { keys: ['x'] }, 'x'],
  },
  https('jwksUri'),
  https('backchannelLogoutUri'),
  https('policyUri'),
  https('tosUri'),
  {
    title: 'subjectType is public or pairwise',
    operations: both,
    field: 'subjectType',
    accepted: ['public', 'pairwise'],
    rejected: ['private', ''],
  },
  {
    title: 'pkce is required or optional',
    operations: both,
    field: 'pkce',
    accepted: ['required', 'optional'],
    rejected: ['off', true, ''],
  },
  {
    title: 'idTokenClaims is true or false',
    operations: both,
    field: 'idTokenClaims',
    accepted: [true, false],
    rejected: ['yes', 1],
  },
  {
    title: 'logo is a PNG, JPEG or WebP data URL of at most 64 KiB',
    operations: both,
    field: 'logo',
    accepted: [
      pngOf(65_536),
      logo(Buffer.from('ffd8ffe0', 'hex'), 'jpeg'),
      logo(Buffer.from('524946460000000057454250', 'hex'), 'webp'),
    ],
    rejected: [pngOf(65_537), logo(png, 'gif'), logo(png, 'svg+xml'), 'https://app.example.com/logo.png', ''],
  },
  {
    title: 'primaryColor is a color written #rrggbb',
    operations: both,
    field: 'primaryColor',
    accepted: ['#0b7285', '#FFD400'],
    rejected: ['#fff', 'red', '0b7285', '#0b72850', ''],
  },
]

test.for(someOf(rules).map((rule) => [rule.title, rule] as const))('%s', ([_title, rule]) =>
  expectFieldRule(world, rule),
)

describe('an application:', () => {
  const clearable = {
    backchannelTokenDeliveryMode: 'poll',
    backchannelClientNotificationEndpoint: 'https://app.example.com/ciba',
    jwksUri: 'https://app.example.com/jwks',
    tokenEndpointAuthSigningAlg: 'ES256',
    idTokenSignedResponseAlg: 'ES256',
    authorizationSignedResponseAlg: 'ES256',
    requestObjectSigningAlg: 'ES256',
    requireSignedRequestObject: true,
    requirePushedAuthorizationRequests: true,
    dpopBoundAccessTokens: true,
    backchannelLogoutUri: 'https://app.example.com/logout',
    backchannelLogoutSessionRequired: true,
    subjectType: 'pairwise',
    pkce: 'optional',
    idTokenClaims: true,
    assertionIssuers: [{ issuer: 'https://issuer.example', subject: 'email' }],
    assertionAudiences: [{ issuer: 'https://issuer.example', clientId: 'store' }],
    logo: pngOf(16),
    primaryColor: '#0b7285',
    policyUri: 'https://app.example.com/privacy',
    tosUri: 'https://app.example.com/terms',
  } as const

  test('an application stores each optional field and returns it, and null resets it to its default', async () => {
    const { projectId, clientId } = { projectId: world.project, clientId: await makeClient(place()) }
    const at = { projectId, clientId }
    const bare = await world.ok(world.people.owner, 'client_get', at)
    for (const [field, value] of Object.entries(clearable)) {
      const stored = await world.call(world.people.owner, 'client_update', { ...at, [field]: value })
      expect([stored.status, Reflect.get(Object(stored.body), field)], `${field} ${stored.text}`).toEqual([
        200,
        value,
      ])
      expect(Reflect.get(await world.ok(world.people.owner, 'client_get', at), field)).toEqual(value)
      const cleared = await world.call(world.people.owner, 'client_update', { ...at, [field]: null })
      expect([cleared.status, Reflect.get(Object(cleared.body), field)], `${field} ${cleared.text}`).toEqual([
        200,
        Reflect.get(bare, field),
      ])
    }
    const { updatedAt: _before, ...before } = bare
    const { updatedAt: _after, ...after } = await world.ok(world.people.owner, 'client_get', at)
    expect(after).toEqual(before)
  })

  test('an application keeps each field that an update leaves out', async () => {
    const {
      clientSecret: _secret,
      updatedAt: _created,
      ...created
    } = await world.ok(world.people.owner, 'client_create', {
      projectId: world.project,
      ...application,
      ...clearable,
      assertionIssuers: [...clearable.assertionIssuers],
      assertionAudiences: [...clearable.assertionAudiences],
      jwksUri: undefined,
    })
    const changed = await world.ok(world.people.owner, 'client_update', {
      projectId: world.project,
      clientId: created.clientId,
      clientName: 'Renamed',
    })
    const { updatedAt: _updated, ...rest } = changed
    expect(rest).toEqual({ ...created, clientName: 'Renamed' })
  })

  test('an update with an invalid origin refuses the whole list of origins', async () => {
    const clientId = await makeClient(place())
    const at = { projectId: world.project, clientId }
    const corsOrigins = ['https://app.example.com']
    await world.ok(world.people.owner, 'client_update', { ...at, corsOrigins })
    for (const invalid of ['https://other.example.com/path', '*', 'null', 'other.example.com'])
      expect(
        await world.refused(world.people.owner, 'client_update', {
          ...at,
          corsOrigins: ['https://valid.example.com', invalid],
        }),
      ).toMatchObject({ code: 'invalid_origin' })
    expect((await world.ok(world.people.owner, 'client_get', at)).corsOrigins).toEqual(corsOrigins)
  })

  test('an application is read and listed in its own project only', async () => {
    const clientId = await makeClient(place())
    const { owner, stranger, super: admin } = world.people
    const { clients } = await world.ok(owner, 'client_list', { projectId: world.project })
    expect(clients.map((client) => client.clientId)).toContain(clientId)
    const foreign = { projectId: world.foreignProject, clientId }
    for (const person of [stranger, admin])
      for (const [name, input] of [
        ['client_get', foreign],
        ['client_update', { ...foreign, clientName: 'Taken' }],
        ['client_secret_rotate', foreign],
        ['client_delete', foreign],
      ] as const)
        expect(await world.refused(person, name, input)).toMatchObject({ status: 404 })
    const { clients: others } = await world.ok(admin, 'client_list', { projectId: world.foreignProject })
    expect(others.map((client) => client.clientId)).not.toContain(clientId)
  })

  const place = () => ({ world, projectId: world.project, teamId: world.team })
})

test('the recent errors of an application are listed with cause and advice, and end with the application', async () => {
  const { projectId } = await ownProject(world)
  const clientId = await makeClient({ world, projectId, teamId: world.team })
  await world.database.run(sql`
    INSERT INTO client_errors (project_id, client_id, endpoint, error, reason, value, count, first_at, last_at, expires_at)
    SELECT ${projectId}, ${clientId}, 'token', 'invalid_grant', reason, '', 2, now(), now() - age, now() - age + interval '7 days'
    FROM (VALUES ('authorization code already consumed', interval '1 hour'), ('unheard of', interval '0'),
      ('authorization code not found', interval '8 days')) AS stored (reason, age)`)
  const { owner, stranger } = world.people
  const { errors } = await world.ok(owner, 'client_error_list', { projectId, clientId })
  expect(errors).toMatchObject([
    { cause: 'other', reason: 'unheard of', advice: null, value: null, count: 2 },
    {
      cause: 'code_used',
      endpoint: 'token',
      error: 'invalid_grant',
      advice: expect.stringContaining('twice'),
    },
  ])
  expect(await world.refused(stranger, 'client_error_list', { projectId, clientId })).toMatchObject({
    status: 404,
  })
  await world.ok(owner, 'client_delete', { projectId, clientId })
  expect(await world.database.rows(sql`SELECT 1 FROM client_errors WHERE client_id = ${clientId}`)).toEqual(
    [],
  )
})
