import {
  claimOutputs,
  claimSources,
  type DeclaredClaim,
  type OperationName,
  type Operations,
  type PreviewedClaims,
  type RequestOf,
  type TokenPreview,
} from '@signet/contracts'
import { sql } from '@signet/db'
import {
  createFuzz,
  createRelyingParty,
  FormBrowser,
  type Fuzz,
  fetchVia,
  isPage,
  runsAllCases,
} from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Console, startConsole } from './support/console.ts'
import { application, ownProject } from './support/things.ts'
import { markWrites } from './support/writes.ts'

const redirectUri = application.redirectUris[0] ?? ''
const password = 'correct horse battery staple'
const [jwtApi, opaqueApi] = ['https://jwt.example/v1', 'https://opaque.example/v1'] as const
const email = 'ada@users.example.com'

let stack: Console
let projectId: string
let issuer: string
let userId: string
beforeAll(async () => {
  stack = await startConsole()
  ;({ projectId } = await ownProject(stack.world))
  await call('settings_update', { acrValues: { 'urn:example:password': ['pwd'] }, confirm: true })
  issuer = String((await call('project_get', { projectId })).issuer)
  userId = (await call('project_user_create', { projectId, email, password })).id
  await call('project_user_update', {
    projectId,
    userId,
    claims: { level: { n: 4 }, day: 'soon', nickname: 'Countess' },
    profile: {
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      displayName: 'Ada L.',
      locale: 'en-GB',
      timezone: 'Europe/London',
      title: 'Analyst',
      phoneNumbers: [{ value: '+41 44 668 18 00', primary: true }],
      roles: [{ value: 'author' }],
      enterprise: { department: 'Research' },
    },
  })
  for (const [identifier, tokenFormat] of [
    [jwtApi, 'jwt'],
    [opaqueApi, 'opaque'],
  ] as const)
    await call('resource_declare', {
      projectId,
      identifier,
      name: 'API',
      scopes: ['read', 'write'],
      tokenFormat,
    })
  for (const displayName of ['Staff', 'Admins', 'Others']) {
    const { id: groupId } = await call('project_group_create', { projectId, displayName })
    if (displayName !== 'Others')
      await call('project_group_member_add', { projectId, groupId, userIds: [userId] })
  }
})
afterAll(() => stack?.close())

const call = <N extends OperationName>(name: N, input: RequestOf<Operations[N]>) =>
  stack.world.ok(stack.world.people.super, name, input)

/** Claims of one issue, which no preview has. */
const ofOneIssue = new Set([
  ...['exp', 'iat', 'jti', 'nonce', 'at_hash', 'sid', 'gid', 'auth_time'],
  ...['active', 'token_type', 'authorization_details'],
])

const sorted = (claims: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(([name]) => !ofOneIssue.has(name))
      .map(([name, value]) => [name, name === 'scope' ? String(value).split(' ').toSorted() : value]),
  )

const previewed = (output: TokenPreview['idToken']) =>
  output && sorted(Object.fromEntries(output.claims.map(({ claim, value }) => [claim, value])))

interface Asked {
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  readonly resource: string | undefined
  readonly acrValues: string | undefined
}

/** Returns the claims that the application receives. */
async function issue({ clientId, clientSecret, scope, resource, acrValues }: Asked) {
  const { address } = stack.auth
  const rp = await createRelyingParty({ issuer, clientId, clientSecret, redirectUri, address })
  const browser = new FormBrowser(address, redirectUri)
  const { url, redeem } = await rp.begin({
    scope,
    ...(resource ? { resource } : {}),
    ...(acrValues ? { acr_values: acrValues } : {}),
  })
  let at = await browser.open(url)
  if (isPage(at)) at = await browser.submit(at, '/login', { login: email, password })
  if (isPage(at)) throw new Error(at.html)
  const tokens = await redeem(at.arrivedAt)
  const send = fetchVia(address)
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const introspection = await send(`${issuer}/token/introspection`, {
    method: 'POST',
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: tokens.access_token }),
  })
  const described = (await introspection.json()) as Record<string, unknown>
  const bearer = { headers: { authorization: `Bearer ${tokens.access_token}` } }
  const info = await send(`${issuer}/me`, bearer)
  return {
    idToken: tokens.id_token ? sorted(decodeJwt(tokens.id_token)) : null,
    userInfo: info.ok ? sorted((await info.json()) as Record<string, unknown>) : null,
    accessToken: sorted(described),
    jwt: resource === jwtApi ? sorted(decodeJwt(tokens.access_token)) : sorted(described),
  }
}

const classes = ['urn:example:two-factor', 'urn:example:password']

const names = [
  'role',
  'groups',
  'nickname',
  'locale',
  'birthdate',
  'email',
  'unit',
  'https://x.example/claim',
]
const scopes = ['openid', 'profile', 'email', 'groups', 'read', 'write', 'unknown']

function randomClaim({ pick, chance, some }: Fuzz, owner: 'project' | 'application' | 'api'): DeclaredClaim {
  const claim = pick(names)
  const source = claim === 'email' ? 'email' : pick(claimSources)
  const value = claim === 'birthdate' ? '1815-12-10' : pick(['de-CH', 'fr'])
  const outputs = owner === 'api' ? (['access_token'] as const) : claimOutputs
  const chosen = some(outputs)
  const scope = chance(0.3) ? { scope: pick(scopes) } : {}
  const group = chance(0.3) ? { group: pick(['Staff', 'Admins', 'Others']) } : {}
  const condition = { ...scope, ...group }
  return {
    claim,
    source,
    ...(source === 'storedClaim' ? { storedClaim: pick(['level', 'day', 'missing']) } : {}),
    ...(source === 'fixed' ? { value } : {}),
    ...(Object.keys(condition).length > 0 ? { condition } : {}),
    ...(chosen.length > 0 ? { in: chosen } : {}),
  }
}

const withoutRepeats = (list: readonly DeclaredClaim[]) => [
  ...new Map(list.map((entry) => [JSON.stringify(entry), entry])).values(),
]

async function declareAtRandom(random: Fuzz, clientId: string): Promise<void> {
  const list = (owner: 'project' | 'application' | 'api') =>
    withoutRepeats(Array.from({ length: random.below(7) }, () => randomClaim(random, owner)))
  await call('project_update', { projectId, declaredClaims: list('project') })
  await call('client_update', { projectId, clientId, declaredClaims: list('application') })
  for (const resourceId of [jwtApi, opaqueApi])
    await call('resource_update', { projectId, resourceId, declaredClaims: list('api') })
}

describe('preview of the tokens of a user:', () => {
  test.each(Array.from({ length: runsAllCases ? 16 : 4 }, (_, seed) => seed + 1))(
    'the preview has the claims of the issued tokens with random declared claims (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const random = createFuzz(seed)
      const { clientId, clientSecret = '' } = await call('client_create', {
        projectId,
        ...application,
        requireConsent: false,
        subjectType: random.pick(['public', 'pairwise']),
        ...(random.chance(0.5) ? { idTokenClaims: random.chance(0.5) } : {}),
      })
      await declareAtRandom(random, clientId)
      const scope = ['openid', ...random.some(scopes.slice(1))].join(' ')
      const known = scope.replace(' unknown', '')
      const resource = /read|write/.test(scope) ? random.pick([jwtApi, opaqueApi]) : undefined
      const acrValues = random.chance(0.5) ? classes.join(' ') : undefined
      const issued = await issue({ clientId, clientSecret, scope: known, resource, acrValues })
      const preview = await call('client_token_preview', {
        projectId,
        clientId,
        userId,
        scope,
        ...(resource ? { resource } : {}),
        ...(acrValues ? { acrValues } : {}),
      })
      expect(preview.issuable).toBe(true)
      expect(previewed(preview.idToken)).toEqual(issued.idToken)
      expect(previewed(preview.userInfo)).toEqual(issued.userInfo)
      expect(previewed(preview.accessToken)).toEqual(issued.accessToken)
      expect(issued.jwt).toEqual(issued.accessToken)
    },
  )
})

describe('preview of one user:', () => {
  let clientId: string
  beforeAll(async () => {
    const created = await call('client_create', { projectId, ...application, clientName: 'Shop' })
    clientId = created.clientId
    await call('project_update', { projectId, declaredClaims: [] })
  })
  const preview = (more: object = {}) =>
    call('client_token_preview', { projectId, clientId, userId, ...more })
  const declare = (declaredClaims: readonly object[]) =>
    call('client_update', { projectId, clientId, declaredClaims: declaredClaims as DeclaredClaim[] })
  const fixed = (claim: string, more: object = {}) => ({ claim, source: 'fixed', value: 'x', ...more })

  test('each claim has its source, and each missing declared claim its reason', async () => {
    await declare([
      fixed('role', { condition: { group: 'Staff' } }),
      fixed('role'),
      fixed('a', { condition: { scope: 'email' } }),
      fixed('b', { condition: { group: 'Others' } }),
      { claim: 'c', source: 'userType' },
      { claim: 'birthdate', source: 'storedClaim', storedClaim: 'day' },
      ...['d', 'e', 'f', 'g', 'h'].map((name) => fixed(name, { value: name.repeat(990) })),
    ])
    const { idToken, scope } = await preview({ scope: 'openid profile unknown' })
    expect(scope).toBe('openid profile')
    const byName = new Map(idToken?.claims.map((one) => [one.claim, one]))
    expect(byName.get('role')).toEqual({ claim: 'role', value: 'x', origin: 'application', source: 'fixed' })
    expect(byName.get('sub')).toMatchObject({ value: userId, origin: 'protocol' })
    const { userInfo } = await preview({ scope: 'openid profile' })
    expect(userInfo?.claims).toContainEqual({
      claim: 'given_name',
      value: 'Ada',
      origin: 'account',
      source: 'profile',
    })
    expect(Object.fromEntries(idToken?.omitted.map(({ claim, reason }) => [claim, reason]) ?? [])).toEqual({
      role: 'overridden',
      a: 'scope_not_granted',
      b: 'not_in_group',
      c: 'no_value',
      birthdate: 'wrong_format',
      h: 'too_large',
    })
    await declare([])
  })

  test('acr and amr are those of the latest session of the user, and missing without one', async () => {
    const { id } = await call('project_user_create', { projectId, email: 'new@users.example.com' })
    await declare([
      { claim: 'methods', source: 'amr' },
      { claim: 'class', source: 'acr' },
    ])
    const named = (output: PreviewedClaims | null) =>
      Object.fromEntries(output?.claims.map(({ claim, value }) => [claim, value]) ?? [])
    const read = () => preview({ userId: id, acrValues: 'urn:example:password' })
    const before = await read()
    expect(before.idToken?.omitted.map(({ claim, reason }) => [claim, reason])).toEqual([
      ['methods', 'no_sign_in'],
      ['class', 'no_sign_in'],
    ])
    expect(Object.keys(named(before.idToken))).not.toContain('amr')
    for (const [uid, amr, loginTs] of [
      ['one', ['pwd', 'otp'], 1_790_000_000],
      ['two', ['pwd'], 1_790_000_100],
    ] as const)
      await stack.world.database.run(sql`
        INSERT INTO oidc_sessions (project_id, id, uid, account_id, payload, expires_at)
        VALUES (${projectId}, ${uid}, ${uid}, ${id}, ${JSON.stringify({ amr, loginTs })}::jsonb, now() + interval '1 hour')`)
    const after = await read()
    const reached = { amr: ['pwd'], acr: 'urn:example:password' }
    expect(named(after.idToken)).toMatchObject({ ...reached, methods: reached.amr, class: reached.acr })
    expect(named(after.userInfo)).toEqual({ sub: id })
    expect(named((await preview({ userId: id })).idToken)).not.toHaveProperty('acr')
    await declare([])
  })

  test('the ID token and UserInfo are null without the scope openid, and UserInfo for an API without access', async () => {
    expect(await preview({ scope: 'email' })).toMatchObject({ idToken: null, userInfo: null })
    const ofApi = await preview({ scope: 'openid read', resource: jwtApi })
    expect(ofApi).toMatchObject({ userInfo: null, scope: 'openid read' })
    expect(ofApi.accessToken.claims).toContainEqual({
      claim: 'aud',
      value: jwtApi,
      origin: 'protocol',
      source: 'protocol',
    })
  })

  test('a locked account, and an application without a grant of users, get no token', async () => {
    const { id } = await call('project_user_create', { projectId, email: 'locked@users.example.com' })
    await call('project_user_lock', { projectId, userId: id, reason: 'Left' })
    expect((await preview({ userId: id })).issuable).toBe(false)
    const machine = await call('client_create', {
      projectId,
      clientName: 'Machine',
      grantTypes: ['client_credentials'],
      tokenEndpointAuthMethod: 'client_secret_basic',
    })
    expect((await preview({ clientId: machine.clientId })).issuable).toBe(false)
  })

  test('a preview writes no row, and leaves the instance without a salt of pairwise subjects', async () => {
    const { database } = stack.world
    const { clientId: pairwise } = await call('client_create', {
      projectId,
      ...application,
      subjectType: 'pairwise',
    })
    const [salt] = await database.rows<{ sealed: string | null }>(
      sql`SELECT pairwise_salt_sealed AS sealed FROM instance`,
    )
    await database.run(sql`UPDATE instance SET pairwise_salt_sealed = NULL`)
    const written = await markWrites(database)
    const { idToken } = await preview({ clientId: pairwise, scope: 'openid' })
    expect((await written()).tables).toEqual([])
    expect(idToken?.claims.map(({ claim }) => claim)).not.toContain('sub')
    await database.run(sql`UPDATE instance SET pairwise_salt_sealed = ${salt?.sealed ?? null}`)
  })

  test('an application, a user and an API of another project are not found', async () => {
    const { world } = stack
    const foreign = await ownProject(world)
    const { id: foreignUser } = await call('project_user_create', {
      projectId: foreign.projectId,
      email: 'foreign@users.example.com',
    })
    const { clientId: foreignClient } = await call('client_create', {
      projectId: foreign.projectId,
      ...application,
    })
    const api = {
      projectId: foreign.projectId,
      identifier: 'https://foreign.example',
      name: 'API',
      scopes: [],
    }
    await call('resource_declare', api)
    for (const other of [
      { userId: foreignUser },
      { clientId: foreignClient },
      { resource: api.identifier },
      { projectId: foreign.projectId },
    ]) {
      const input = { projectId, clientId, userId, ...other }
      const refused = await world.refused(world.people.super, 'client_token_preview', input)
      expect(refused.code).toBe('not_found')
    }
    const outsider = await world.call(world.people.stranger, 'client_token_preview', {
      projectId,
      clientId,
      userId,
    })
    expect(outsider.status).toBe(404)
  })
})
