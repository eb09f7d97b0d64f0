import { defaultClaims } from '@signet/contracts'
import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../consent/journey.ts'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { type ClientCredentials, postForm } from '../support/journey.ts'

const [jwtApi, opaqueApi] = ['https://jwt.example', 'https://opaque.example']

let auth: Auth
let issuer: string
let projectId: string
beforeAll(async () => {
  auth = await startAuth()
  ;({ id: projectId, issuer } = await makeProject(auth))
  for (const [identifier, format] of [
    [jwtApi, 'jwt'],
    [opaqueApi, 'opaque'],
  ] as const)
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
      VALUES (${projectId}, ${`res_${format}`}, ${projectId}, ${identifier}, ${identifier}, ${format}, ${['read']}, ${format})`)
  await auth.database.transaction((tx) => bumpProject(tx, projectId))
})
afterAll(() => auth?.close())

let made = 0
/** Another project has groups of the same names. */
async function member() {
  made += 1
  const { id, email } = await makeUser(auth, projectId)
  const other = await makeProject(auth)
  const names = [`Staff ${made}`, `admins ${made}`] as const
  for (const name of names)
    await auth.database.run(sql`
      INSERT INTO groups (project_id, id, display_name, display_name_key, updated_at)
      VALUES (${projectId}, ${`grp_${name}`}, ${name}, ${name.toLowerCase()}, now()),
        (${other.id}, ${`grp_${name}`}, 'Foreign', ${name.toLowerCase()}, now())`)
  for (const name of names)
    await auth.database.run(
      sql`INSERT INTO group_members (project_id, group_id, account_id) VALUES (${projectId}, ${`grp_${name}`}, ${id})`,
    )
  await auth.database.run(sql`UPDATE accounts SET claims = '{"groups": ["made up"]}'::jsonb WHERE id = ${id}`)
  return { login: email, id, groups: [names[1], names[0]], groupId: `grp_${names[0]}` }
}

const userinfo = async (token: string) =>
  (await (
    await fetchVia(auth.address)(`${issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as Record<string, unknown>

const introspected = async (token: string, client: ClientCredentials) =>
  (await postForm(auth, `${issuer}/token/introspection`, { token }, client)).body

const refresh = async (client: ClientCredentials, token: string, more: Record<string, string> = {}) =>
  (
    await postForm(
      auth,
      `${issuer}/token`,
      { grant_type: 'refresh_token', refresh_token: token, ...more },
      client,
    )
  ).body

const scope = 'openid groups offline_access'

describe('groups claim:', () => {
  it('the groups are in the ID token, userinfo, JWT access tokens and introspection when the scope is granted', async () => {
    const client = await storeClient(auth, projectId)
    const { login, groups } = await member()
    const at = { auth, issuer, client, login }
    const own = await (await ask(at, { scope })).answer()
    expect((await userinfo(own.access_token)).groups).toEqual(groups)
    expect((await introspected(own.access_token, client)).groups).toEqual(groups)
    const api = await (await ask(at, { scope: `${scope} read`, resource: jwtApi })).answer()
    expect(decodeJwt(api.access_token)).toMatchObject({ aud: jwtApi, groups })
    expect(decodeJwt(String(api.id_token)).groups).toEqual(groups)
    const opaque = await (await ask(at, { scope, resource: opaqueApi })).answer()
    expect(await introspected(opaque.access_token, client)).toMatchObject({ aud: opaqueApi, groups })
  })

  it('the groups are in the ID token while conformIdTokenClaims is off', async () => {
    const client = await storeClient(auth, projectId)
    const { login, groups } = await member()
    await setSetting(auth, 'conformIdTokenClaims', false)
    const tokens = await (await ask({ auth, issuer, client, login }, { scope: `${scope} email` })).answer()
    expect(decodeJwt(String(tokens.id_token))).toMatchObject({ groups, email: login })
    await setSetting(auth, 'conformIdTokenClaims', true)
  })

  it('the next token has the current groups after a rename and after the user left a group', async () => {
    const client = await storeClient(auth, projectId)
    const { login, groups, groupId, id } = await member()
    const first = await (await ask({ auth, issuer, client, login }, { scope, resource: jwtApi })).answer()
    await auth.database.run(
      sql`UPDATE groups SET display_name = 'Zebras', display_name_key = 'zebras' WHERE project_id = ${projectId} AND id = ${groupId}`,
    )
    const second = await refresh(client, String(first.refresh_token))
    expect(decodeJwt(String(second.access_token)).groups).toEqual([groups[0], 'Zebras'])
    expect(decodeJwt(String(second.id_token)).groups).toEqual([groups[0], 'Zebras'])
    await auth.database.run(
      sql`DELETE FROM group_members WHERE project_id = ${projectId} AND account_id = ${id}`,
    )
    const third = await refresh(client, String(second.refresh_token))
    expect(decodeJwt(String(third.access_token)).groups).toEqual([])
    const narrow = await refresh(client, String(third.refresh_token), { scope: 'openid' })
    expect(decodeJwt(String(narrow.access_token))).not.toHaveProperty('groups')
    await auth.database.run(sql`DELETE FROM groups WHERE project_id = ${projectId} AND id = ${groupId}`)
  })

  it('the groups are released without the scope when the claim is requested', async () => {
    const client = await storeClient(auth, projectId)
    const { login, groups } = await member()
    const claims = JSON.stringify({ userinfo: { groups: null }, id_token: { groups: null } })
    const tokens = await (await ask({ auth, issuer, client, login }, { scope: 'openid', claims })).answer()
    expect((await userinfo(tokens.access_token)).groups).toEqual(groups)
    expect(decodeJwt(String(tokens.id_token)).groups).toEqual(groups)
  })

  it('the groups are released under another scope that the instance maps to them', async () => {
    const client = await storeClient(auth, projectId)
    const { login, groups } = await member()
    await setSetting(auth, 'claims', { ...defaultClaims, groups: [], team: ['groups'] })
    const tokens = await (
      await ask({ auth, issuer, client, login }, { scope: 'openid team', resource: jwtApi })
    ).answer()
    expect(decodeJwt(tokens.access_token).groups).toEqual(groups)
    expect(decodeJwt(String(tokens.id_token)).groups).toEqual(groups)
    const other = await (await ask({ auth, issuer, client, login }, { scope, resource: jwtApi })).answer()
    expect(decodeJwt(other.access_token)).not.toHaveProperty('groups')
    await setSetting(auth, 'claims', defaultClaims)
  })

  it.each(['openid', 'openid groups'])(
    'the groups are not released without consent to them (requested scope: %s)',
    async (asked) => {
      const client = await storeClient(auth, projectId, { require_consent: true, partial_consent: true })
      const { login } = await member()
      const at = { auth, issuer, client, login }
      const refused = { 'scope:groups': '' }
      const own = await (await ask(at, { scope: asked })).answer(refused)
      expect(await userinfo(own.access_token)).not.toHaveProperty('groups')
      expect(await introspected(own.access_token, client)).not.toHaveProperty('groups')
      const api = await (await ask(at, { scope: asked, resource: jwtApi })).answer(refused)
      for (const token of [api.access_token, String(api.id_token)])
        expect(decodeJwt(token)).not.toHaveProperty('groups')
    },
  )
})
