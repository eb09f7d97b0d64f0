import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changeClient, party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { type ClientCredentials, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let project: { id: string; issuer: string }
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
})
afterAll(() => auth?.close())

describe('introspection of a JWT access token:', () => {
  const jwtApi = 'https://jwt.example'
  const opaqueApi = 'https://opaque.example'
  beforeAll(async () => {
    for (const [identifier, format] of [
      [jwtApi, 'jwt'],
      [opaqueApi, 'opaque'],
    ])
      await auth.database.run(sql`
        INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
        VALUES (${project.id}, ${`res_${format}`}, ${project.id}, ${identifier}, ${identifier}, 'API', ${['read']}, ${format})`)
    await auth.database.transaction((tx) => bumpProject(tx, project.id))
  })

  const introspect = async (client: ClientCredentials, token: string, headers = {}) =>
    postForm(auth, `${project.issuer}/token/introspection`, { token }, client, headers)
  const isActive = async (client: ClientCredentials, token: string) =>
    (await introspect(client, token)).body.active

  async function signedIn(columns = {}, scope = 'openid read') {
    const client = await storeClient(auth, project.id, columns)
    const user = await makeUser(auth, project.id)
    const { tokens, browser } = await signIn(auth, project.issuer, client, user.email, {
      scope,
      resource: jwtApi,
    })
    return {
      client,
      user,
      browser,
      tokens,
      token: tokens.access_token,
      claims: decodeJwt(tokens.access_token),
    }
  }

  it.each([{}, { subject_type: 'pairwise' }])(
    'introspection returns the claims of a JWT of an application with %j',
    async (columns) => {
      const { client, claims, token } = await signedIn(columns)
      const { gid: _gid, ...described } = claims
      const { status, body } = await introspect(client, token)
      expect([status, body]).toEqual([200, { active: true, token_type: 'Bearer', ...described }])
    },
  )

  it('the clients that may introspect an opaque token may introspect a JWT', async () => {
    const { client, token } = await signedIn()
    const api = await storeClient(auth, project.id)
    const selfMade = await storeClient(auth, project.id)
    await changeClient(auth, selfMade.clientId, 'registered_dynamically', true)
    const answers = [client, api, selfMade].map((asking) => isActive(asking, token))
    expect(await Promise.all(answers)).toEqual([true, true, false])
    expect((await introspect({ ...client, clientSecret: 'wrong' }, token)).status).toBe(401)
  })

  it('the client is the subject of its own token in both formats', async () => {
    const client = await storeClient(auth, project.id, { grant_types: ['client_credentials'] })
    for (const resource of [jwtApi, opaqueApi]) {
      const issued = await postForm(
        auth,
        `${project.issuer}/token`,
        { grant_type: 'client_credentials', resource },
        client,
      )
      const { body } = await introspect(client, String(issued.body.access_token))
      expect([resource, body]).toEqual([
        resource,
        expect.objectContaining({
          active: true,
          sub: client.clientId,
          client_id: client.clientId,
          aud: resource,
        }),
      ])
    }
  })

  it('a JWT is inactive when another key signed it or it is no access token of this issuer', async () => {
    const { client, token, tokens, claims } = await signedIn()
    const [head = '', payload = ''] = token.split('.')
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256' })
      .sign(privateKey)
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
    for (const value of [
      forged,
      unsigned,
      `${head}.${payload}.`,
      tokens.id_token ?? '',
      `jwt.${forged}`,
      `a.b`,
      `${token}.x.y`,
    ])
      expect([value, (await introspect(client, value)).body]).toEqual([value, { active: false }])
    const other = await makeProject(auth)
    const there = await storeClient(auth, other.id)
    const elsewhere = await postForm(auth, `${other.issuer}/token/introspection`, { token }, there)
    expect(elsewhere.body).toEqual({ active: false })
    // The keys are unchanged when the address of a project changes.
    const slug = `moved-${Date.now()}`
    await auth.database.run(
      sql`UPDATE projects SET slug = ${slug}, version = version + 1 WHERE id = ${other.id}`,
    )
    const base = new URL(`/${slug}`, auth.baseUrl).href
    const before = await postForm(auth, `${base}/token/introspection`, { token }, there)
    expect(before.body).toEqual({ active: false })
  })

  it('a JWT is inactive after its session, grant, account or client ended', async () => {
    const endings: Record<string, (held: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>> = {
      session: ({ user }) =>
        auth.database.run(sql`UPDATE oidc_sessions SET expires_at = now() WHERE account_id = ${user.id}`),
      grant: ({ claims }) => auth.database.run(sql`DELETE FROM oidc_grants WHERE id = ${String(claims.gid)}`),
      account: ({ user }) => auth.database.run(sql`UPDATE accounts SET active = false WHERE id = ${user.id}`),
    }
    const api = await storeClient(auth, project.id)
    for (const [name, end] of Object.entries(endings)) {
      const held = await signedIn()
      expect([name, await isActive(api, held.token)]).toEqual([name, true])
      await end(held)
      expect([name, await isActive(api, held.token)]).toEqual([name, false])
    }
    const offline = await signedIn({}, 'openid offline_access read')
    await endings.session?.(offline)
    expect(await isActive(api, offline.token)).toBe(true)
    await auth.database.run(sql`DELETE FROM clients WHERE id = ${offline.client.clientId}`)
    await auth.database.transaction((tx) => bumpProject(tx, project.id))
    expect(await isActive(api, offline.token)).toBe(false)
  })

  it('a JWT is inactive after its expiry', async () => {
    await auth.database.run(sql`UPDATE resources SET access_token_ttl = 30 WHERE identifier = ${jwtApi}`)
    await auth.database.transaction((tx) => bumpProject(tx, project.id))
    const { client, token } = await signedIn()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    try {
      expect(await isActive(client, token)).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('introspection returns the key that a JWT is bound to, also in a signed response', async () => {
    const client = await storeClient(auth, project.id, { grant_types: ['client_credentials'] })
    await setSetting(auth, 'dpop.enabled', true)
    await setSetting(auth, 'jwtIntrospection.enabled', true)
    const { config } = await party(auth, { issuer: project.issuer, ...client })
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'))
    const { access_token: token } = await oidc.clientCredentialsGrant(config, { resource: jwtApi }, { DPoP })
    const described: JWTPayload = { active: true, token_type: 'DPoP', ...decodeJwt(token) }
    expect(described.cnf).toEqual({ jkt: await DPoP.calculateThumbprint() })
    expect((await introspect(client, token)).body).toEqual(described)
    const signed = await introspect(client, token, { accept: 'application/token-introspection+jwt' })
    expect(decodeJwt(signed.text).token_introspection).toEqual(described)
  })

  it('UserInfo rejects a JWT for an API', async () => {
    const { token } = await signedIn()
    for (const value of [token, `jwt.${token}`]) {
      const headers = { authorization: `Bearer ${value}` }
      expect((await fetchVia(auth.address)(`${project.issuer}/me`, { headers })).status).toBe(401)
    }
  })
})
