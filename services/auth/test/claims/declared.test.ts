import type { StoredClaim } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../consent/journey.ts'
import { changeClient, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { type ClientCredentials, postForm } from '../support/journey.ts'

const [jwtApi, opaqueApi] = ['https://jwt.example', 'https://opaque.example']

let auth: Auth
let issuer: string
let projectId: string
let client: ClientCredentials
let user: { readonly id: string; readonly email: string }
beforeAll(async () => {
  auth = await startAuth()
})
beforeEach(async () => {
  ;({ id: projectId, issuer } = await makeProject(auth))
  for (const [identifier, format] of [
    [jwtApi, 'jwt'],
    [opaqueApi, 'opaque'],
  ] as const)
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
      VALUES (${projectId}, ${`res_${format}`}, ${projectId}, ${identifier}, ${identifier}, ${format}, ${['read']}, ${format})`)
  client = await storeClient(auth, projectId)
  user = await makeUser(auth, projectId)
})
afterAll(() => auth?.close())

type Owner = 'project' | 'api' | 'application'

async function declare(owner: Owner, claims: readonly StoredClaim[]): Promise<void> {
  const list = JSON.stringify(claims)
  const updates: Readonly<Record<Owner, Sql>> = {
    project: sql`UPDATE projects SET declared_claims = ${list}::jsonb WHERE id = ${projectId}`,
    api: sql`UPDATE resources SET declared_claims = ${list}::jsonb WHERE project_id = ${projectId}`,
    application: sql`UPDATE clients SET declared_claims = ${list}::jsonb WHERE id = ${client.clientId}`,
  }
  await auth.database.run(updates[owner])
  await auth.database.transaction((tx) => bumpProject(tx, projectId))
}

const fixed = (claim: string, value: unknown, more: Partial<StoredClaim> = {}): StoredClaim => ({
  claim,
  source: 'fixed',
  value,
  ...more,
})
const everywhere = { in: ['id_token', 'userinfo', 'access_token'] } as const satisfies Partial<StoredClaim>

const userInfo = async (token: string) =>
  (await (
    await fetchVia(auth.address)(`${issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as Record<string, unknown>

const introspect = async (token: string) =>
  (await postForm(auth, `${issuer}/token/introspection`, { token }, client)).body

const signIn = async (parameters: Readonly<Record<string, string>> = {}) =>
  (await ask({ auth, issuer, client, login: user.email }, { scope: 'openid', ...parameters })).answer()

/** Introspection returns the claims of the access token. */
async function outputs(parameters: Readonly<Record<string, string>> = {}) {
  const tokens = await signIn(parameters)
  return {
    id: decodeJwt(String(tokens.id_token)) as Record<string, unknown>,
    access: await introspect(tokens.access_token),
    info: parameters.resource ? {} : await userInfo(tokens.access_token),
    tokens,
  }
}

async function joinGroup(name: string): Promise<string> {
  const id = `grp_${projectId}_${name}`
  await auth.database.run(sql`
    INSERT INTO groups (project_id, id, display_name, display_name_key, updated_at)
    VALUES (${projectId}, ${id}, ${name}, ${name.toLowerCase()}, now())`)
  await auth.database.run(
    sql`INSERT INTO group_members (project_id, group_id, account_id) VALUES (${projectId}, ${id}, ${user.id})`,
  )
  return id
}

describe('outputs of declared claims:', () => {
  it('claims of an application and of its project are in the ID token and UserInfo, and not in access tokens', async () => {
    await declare('application', [fixed('plan', 'gold')])
    await declare('project', [fixed('tenant', 'acme')])
    const { id, info, access } = await outputs()
    for (const claims of [id, info]) expect(claims).toMatchObject({ plan: 'gold', tenant: 'acme' })
    for (const name of ['plan', 'tenant']) expect(access).not.toHaveProperty(name)
  })

  it.each([jwtApi, opaqueApi])(
    'claims of the API %s are in its access tokens and their introspection only',
    async (resource) => {
      await declare('api', [fixed('tier', 3)])
      const { id, access, tokens } = await outputs({ scope: 'openid read', resource })
      expect(access).toMatchObject({ active: true, aud: resource, tier: 3 })
      expect(id).not.toHaveProperty('tier')
      if (resource === jwtApi) expect(decodeJwt(tokens.access_token)).toMatchObject({ tier: 3 })
      const own = await outputs()
      for (const claims of [own.id, own.info, own.access]) expect(claims).not.toHaveProperty('tier')
    },
  )

  it('a claim is in the outputs that it names', async () => {
    await declare('application', [
      fixed('a', 'x', { in: ['access_token'] }),
      fixed('b', 'x', { in: ['id_token'] }),
      fixed('c', 'x', { in: ['userinfo'] }),
    ])
    const { id, info, access } = await outputs()
    const named = (claims: object) => ['a', 'b', 'c'].filter((name) => name in claims)
    expect([named(access), named(id), named(info)]).toEqual([['a'], ['b'], ['c']])
  })

  it('access tokens without a user have the fixed values only', async () => {
    client = await storeClient(auth, projectId, { grant_types: ['client_credentials'] })
    const inGroup = { condition: { groupId: await joinGroup('Staff') } }
    await declare('api', [
      fixed('tier', 3),
      { claim: 'login', source: 'userName' },
      fixed('staff', true, inGroup),
    ])
    const form = { grant_type: 'client_credentials', resource: jwtApi, scope: 'read' }
    const { body } = await postForm(auth, `${issuer}/token`, form, client)
    const claims = decodeJwt(String(body.access_token))
    expect(claims).toMatchObject({ sub: client.clientId, tier: 3 })
    for (const name of ['login', 'staff']) expect(claims).not.toHaveProperty(name)
  })
})

describe('sources of declared claims:', () => {
  it('fields of the account and of its profile, stored claims and groups are sources', async () => {
    const profile = {
      name: { givenName: 'Ada' },
      displayName: 'Ada L.',
      roles: [{ value: 'author' }],
      enterprise: { department: 'Research', manager: { value: 'babbage' } },
    }
    await auth.database.run(sql`
      UPDATE accounts SET profile = ${JSON.stringify(profile)}::jsonb, claims = '{"level": {"n": 4}}'::jsonb,
        username = ${`ada-${user.id}`}, username_key = ${`ada-${user.id}`}, external_id = 'e-7' WHERE id = ${user.id}`)
    const [staff, admins] = [await joinGroup('Staff'), await joinGroup('admins')]
    const sources: readonly StoredClaim[] = [
      { claim: 'login', source: 'userName' },
      { claim: 'first', source: 'givenName' },
      { claim: 'shown', source: 'displayName' },
      { claim: 'unit', source: 'department' },
      { claim: 'boss', source: 'manager' },
      { claim: 'roles', source: 'roles' },
      { claim: 'number', source: 'externalId' },
      { claim: 'level', source: 'storedClaim', storedClaim: 'level' },
      { claim: 'group_ids', source: 'groupIds' },
      { claim: 'groups', source: 'groupNames' },
      { claim: 'absent', source: 'title' },
    ]
    await declare(
      'application',
      sources.map((entry) => ({ ...entry, ...everywhere })),
    )
    const { id, info, access } = await outputs()
    for (const claims of [id, info, access]) {
      expect(claims).toMatchObject({
        login: `ada-${user.id}`,
        first: 'Ada',
        shown: 'Ada L.',
        unit: 'Research',
        boss: 'babbage',
        roles: ['author'],
        number: 'e-7',
        level: { n: 4 },
        group_ids: [admins, staff],
        groups: ['admins', 'Staff'],
      })
      expect(claims).not.toHaveProperty('absent')
    }
  })

  it('amr is a source for the ID token and access tokens, and not for UserInfo', async () => {
    await declare('application', [{ claim: 'methods', source: 'amr' }])
    await declare('api', [{ claim: 'methods', source: 'amr' }])
    const { id, info } = await outputs()
    expect(id.methods).toEqual(id.amr)
    expect(info).not.toHaveProperty('methods')
    const api = await outputs({ scope: 'openid read offline_access', resource: jwtApi, prompt: 'consent' })
    expect(decodeJwt(api.tokens.access_token).methods).toEqual(api.id.amr)
  })

  it('a value of an account that breaks the format of a standard claim is omitted', async () => {
    await auth.database.run(
      sql`UPDATE accounts SET claims = '{"day": "soon", "site": "https://ada.example"}'::jsonb WHERE id = ${user.id}`,
    )
    await declare('application', [
      { claim: 'birthdate', source: 'storedClaim', storedClaim: 'day' },
      { claim: 'website', source: 'storedClaim', storedClaim: 'site' },
    ])
    const { id } = await outputs()
    expect(id).toMatchObject({ website: 'https://ada.example' })
    expect(id).not.toHaveProperty('birthdate')
  })
})

describe('conditions of declared claims:', () => {
  it('a claim with a scope needs the granted scope, in an access token also one of the API', async () => {
    await declare('application', [
      fixed('by_email', true, { ...everywhere, condition: { scope: 'email' } }),
      fixed('by_read', true, { ...everywhere, condition: { scope: 'read' } }),
    ])
    const without = await outputs()
    for (const claims of [without.id, without.info, without.access])
      expect(claims).not.toHaveProperty('by_email')
    const granted = await outputs({ scope: 'openid email' })
    for (const claims of [granted.id, granted.info, granted.access])
      expect(claims).toMatchObject({ by_email: true })
    const api = await outputs({ scope: 'openid email read', resource: jwtApi })
    expect(api.access).toMatchObject({ by_email: true, by_read: true })
    expect(api.id).not.toHaveProperty('by_read')
  })

  it('a claim with a group follows membership at the next refresh, and a deleted group has no members', async () => {
    const groupId = await joinGroup('Staff')
    await declare('application', [
      fixed('role', 'staff', { ...everywhere, condition: { groupId } }),
      fixed('role', 'guest', everywhere),
    ])
    const parameters = { scope: 'openid offline_access', prompt: 'consent' }
    const first = await outputs(parameters)
    for (const claims of [first.id, first.info, first.access]) expect(claims).toMatchObject({ role: 'staff' })
    await auth.database.run(
      sql`UPDATE groups SET display_name = 'Renamed', display_name_key = 'renamed' WHERE id = ${groupId}`,
    )
    const form = { grant_type: 'refresh_token', refresh_token: String(first.tokens.refresh_token) }
    const second = (await postForm(auth, `${issuer}/token`, form, client)).body
    expect(decodeJwt(String(second.id_token))).toMatchObject({ role: 'staff' })
    await auth.database.run(sql`DELETE FROM groups WHERE id = ${groupId}`)
    await joinGroup('Renamed')
    const again = { ...form, refresh_token: String(second.refresh_token) }
    const third = (await postForm(auth, `${issuer}/token`, again, client)).body
    expect(decodeJwt(String(third.id_token))).toMatchObject({ role: 'guest' })
    expect(await introspect(String(third.access_token))).toMatchObject({ role: 'guest' })
    expect(await userInfo(String(third.access_token))).toMatchObject({ role: 'guest' })
  })

  it('a claim that the user refused on the consent page is in no token', async () => {
    client = await storeClient(auth, projectId, { require_consent: true, partial_consent: true })
    await auth.database.run(
      sql`UPDATE accounts SET claims = '{"nickname": "Ada"}'::jsonb WHERE id = ${user.id}`,
    )
    await declare('application', [fixed('nickname', 'Countess', everywhere)])
    const claims = JSON.stringify({ userinfo: { nickname: null } })
    const { answer } = await ask({ auth, issuer, client, login: user.email }, { scope: 'openid', claims })
    const tokens = await answer({ 'claim:nickname': '' })
    for (const found of [
      decodeJwt(String(tokens.id_token)),
      await userInfo(tokens.access_token),
      await introspect(tokens.access_token),
    ])
      expect(found).not.toHaveProperty('nickname')
  })
})

describe('precedence of declared claims:', () => {
  it('a claim of an application replaces that of an API, that of a project and that of the account', async () => {
    await auth.database.run(
      sql`UPDATE accounts SET claims = '{"nickname": "Ada", "a": 1, "b": 1, "c": 1}'::jsonb WHERE id = ${user.id}`,
    )
    const toTokens = { in: ['access_token', 'id_token'] } as const satisfies Partial<StoredClaim>
    await declare(
      'project',
      ['a', 'b', 'c', 'nickname'].map((name) => fixed(name, 'project', toTokens)),
    )
    await declare(
      'api',
      ['a', 'b'].map((name) => fixed(name, 'api')),
    )
    await declare('application', [fixed('a', 'application', toTokens)])
    const { access, id } = await outputs({ scope: 'openid profile read', resource: jwtApi })
    expect(access).toMatchObject({ a: 'application', b: 'api', c: 'project', nickname: 'project' })
    expect(id).toMatchObject({ a: 'application', b: 'project', c: 'project', nickname: 'project' })
  })

  it('a declared claim without a value leaves the released claim of the account', async () => {
    await auth.database.run(
      sql`UPDATE accounts SET claims = '{"nickname": "Ada"}'::jsonb WHERE id = ${user.id}`,
    )
    await declare('application', [{ claim: 'nickname', source: 'title' }])
    await changeClient(auth, client.clientId, 'id_token_claims', true)
    expect((await outputs({ scope: 'openid profile' })).id).toMatchObject({ nickname: 'Ada' })
  })
})

describe('size of declared claims:', () => {
  it('the declared claims of a token have at most 4096 bytes, and a claim that does not fit is omitted', async () => {
    const long = 'x'.repeat(990)
    await declare('application', [
      ...['a', 'b', 'c', 'd', 'e'].map((name) => fixed(name, long, everywhere)),
      fixed('small', 1, everywhere),
    ])
    const { id, info, access } = await outputs()
    for (const claims of [id, info, access]) {
      expect(Object.keys(claims)).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'small']))
      expect(claims).not.toHaveProperty('e')
    }
  })

  it('a user of more than 100 groups has no claim with groups, and conditions still apply', async () => {
    const groupId = await joinGroup('Staff')
    await auth.database.run(sql`
      INSERT INTO groups (project_id, id, display_name, display_name_key, updated_at)
      SELECT ${projectId}, ${projectId} || n, 'g' || n, 'g' || n, now() FROM generate_series(1, 100) n`)
    await auth.database.run(sql`
      INSERT INTO group_members (project_id, group_id, account_id)
      SELECT project_id, id, ${user.id} FROM groups WHERE project_id = ${projectId} AND id <> ${groupId}`)
    await declare('application', [
      { claim: 'names', source: 'groupNames' },
      fixed('staff', true, { condition: { groupId } }),
    ])
    const { id } = await outputs()
    expect(id).toMatchObject({ staff: true })
    expect(id).not.toHaveProperty('names')
  })
})
