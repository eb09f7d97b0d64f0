import { type Sql, sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { type ClientCredentials, postForm, signIn } from '../support/journey.ts'

const jwtApi = 'https://jwt.example/orders'
const opaqueApi = 'https://opaque.example/a"b'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  for (const [identifier, format] of [
    [jwtApi, 'jwt'],
    [opaqueApi, 'opaque'],
  ])
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
      VALUES (${project.id}, ${`res_${format}`}, ${project.id}, ${identifier}, ${identifier}, 'API', ${['read']}, ${format})`)
  await auth.database.transaction((tx) => bumpProject(tx, project.id))
})
afterAll(() => auth?.close())

const userInfo = async (token: unknown) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetchVia(auth.address)(`${project.issuer}/me`, { headers })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body, challenge: answer.headers.get('www-authenticate') }
}

async function signedIn(resource: string, scope = 'openid profile offline_access read') {
  const client = await storeClient(auth, project.id)
  const user = await makeUser(auth, project.id)
  const { tokens } = await signIn(auth, project.issuer, client, user.email, {
    scope,
    resource,
    prompt: 'consent',
  })
  return { client, user, tokens }
}

const refresh = (client: ClientCredentials, token: unknown, parameters: Record<string, string> = {}) =>
  postForm(
    auth,
    `${project.issuer}/token`,
    { grant_type: 'refresh_token', refresh_token: String(token), ...parameters },
    client,
  )

describe.each([jwtApi, opaqueApi])('token for the API %s:', (api) => {
  it('a refresh with only scopes of the user returns a token for UserInfo', async () => {
    const { client, user, tokens } = await signedIn(api)
    const { body } = await refresh(client, tokens.refresh_token, { scope: 'openid profile' })
    expect(body.scope).toBe('openid profile')
    expect(await userInfo(body.access_token)).toMatchObject({ status: 200, body: { sub: user.id } })
  })

  it.each<Record<string, string>>([
    {},
    { scope: 'openid read' },
    { scope: 'read' },
    { scope: 'openid', resource: api },
  ])('a refresh with %j returns a token for the API', async (parameters) => {
    const { client, tokens } = await signedIn(api)
    const { status, body } = await refresh(client, tokens.refresh_token, parameters)
    expect(status).toBe(200)
    const described = await postForm(
      auth,
      `${project.issuer}/token/introspection`,
      { token: String(body.access_token) },
      client,
    )
    expect(described.body).toMatchObject({ active: true, aud: api })
  })

  it('UserInfo names the audience of the token that it rejects', async () => {
    const { client, tokens } = await signedIn(api)
    const withoutOpenId = await refresh(client, tokens.refresh_token, { scope: 'read' })
    for (const token of [tokens.access_token, withoutOpenId.body.access_token]) {
      const { status, body, challenge } = await userInfo(token)
      const text = `the token is for ${encodeURI(api)}, and UserInfo needs one without a resource`
      expect([status, body]).toEqual([401, { error: 'invalid_token', error_description: text }])
      expect(challenge).toContain(`error_description="${text}"`)
    }
  })
})

describe('options of an API:', () => {
  const changeApi = async (api: string, column: Sql) => {
    await auth.database.run(sql`UPDATE resources SET ${column} WHERE identifier = ${api}`)
    await auth.database.transaction((tx) => bumpProject(tx, project.id))
  }

  it.each([jwtApi, opaqueApi])(
    'UserInfo accepts tokens of users for %s while the API allows it',
    async (api) => {
      const { client, user, tokens } = await signedIn(api)
      const machine = await storeClient(auth, project.id, { grant_types: ['client_credentials'] })
      const request = { grant_type: 'client_credentials', resource: api, scope: 'read' }
      const ofMachine = await postForm(auth, `${project.issuer}/token`, request, machine)
      await changeApi(api, sql`userinfo_access = true`)
      expect(await userInfo(tokens.access_token)).toMatchObject({ status: 200, body: { sub: user.id } })
      expect((await userInfo(ofMachine.body.access_token)).status).toBe(401)
      await postForm(
        auth,
        `${project.issuer}/token/revocation`,
        { token: String(tokens.refresh_token) },
        client,
      )
      expect((await userInfo(tokens.access_token)).status).toBe(401)
      await changeApi(api, sql`userinfo_access = false`)
      expect((await userInfo((await signedIn(api)).tokens.access_token)).status).toBe(401)
    },
  )

  it('a JWT of an API with the profile plain has the type JWT, and introspection describes it', async () => {
    await changeApi(jwtApi, sql`token_profile = 'plain'`)
    const { client, tokens } = await signedIn(jwtApi)
    await changeApi(jwtApi, sql`token_profile = 'rfc9068'`)
    const introspect = async (token: unknown) =>
      (await postForm(auth, `${project.issuer}/token/introspection`, { token: String(token) }, client)).body
    expect(decodeProtectedHeader(String(tokens.access_token)).typ).toBe('JWT')
    expect(await introspect(tokens.access_token)).toMatchObject({ active: true, aud: jwtApi })
    expect(await introspect(tokens.id_token)).toEqual({ active: false })
    const usual = await signedIn(jwtApi)
    expect(decodeProtectedHeader(String(usual.tokens.access_token)).typ).toBe('at+jwt')
  })
})

it('a refresh with scopes of the user returns a token for an API that was granted without scopes', async () => {
  const { client, tokens } = await signedIn(jwtApi, 'openid profile offline_access')
  const { body } = await refresh(client, tokens.refresh_token, { scope: 'openid profile' })
  expect(decodeJwt(String(body.access_token)).aud).toBe(jwtApi)
})

it('a refresh for UserInfo returns a token for the API while UserInfo is switched off', async () => {
  const { client, tokens } = await signedIn(opaqueApi)
  await setSetting(auth, 'userinfo.enabled', false)
  try {
    const { body } = await refresh(client, tokens.refresh_token, { scope: 'openid' })
    const described = await postForm(
      auth,
      `${project.issuer}/token/introspection`,
      { token: String(body.access_token) },
      client,
    )
    expect(described.body).toMatchObject({ active: true, aud: opaqueApi })
  } finally {
    await setSetting(auth, 'userinfo.enabled', true)
  }
})

it('UserInfo repeats nothing of a token that another issuer issued', async () => {
  const { tokens } = await signedIn(jwtApi)
  const other = await makeProject(auth)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const answer = await fetchVia(auth.address)(`${other.issuer}/me`, { headers })
  expect([answer.status, await answer.json()]).toEqual([
    401,
    { error: 'invalid_token', error_description: 'invalid token provided' },
  ])
})
