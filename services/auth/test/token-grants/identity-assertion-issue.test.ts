import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { decodeJwt, decodeProtectedHeader, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf } from '../support/clients.ts'
import { type Auth, setSetting, startAuth } from '../support/harness.ts'
import { billing, orders } from './exchanging.ts'
import { type Issuing, identityAssertionType, refreshTokenType, startIssuing } from './issuing.ts'

let auth: Auth
let world: Issuing
beforeAll(async () => {
  auth = await startAuth()
  world = await startIssuing(auth)
})
afterAll(() => auth?.close())

describe('identity assertion of one project for another (ID-JAG):', () => {
  it('a signed-in user gets an access token of an API of the other project, without a page', async () => {
    const { at, there, receiver, issuing, ask, trade } = world
    const app = await issuing()
    const { id_token: idToken } = await at.tokens({ scope: 'openid' }, app)
    const answer = await ask(idToken, app, { resource: orders, scope: 'read' })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        expires_in: 300,
        issued_token_type: identityAssertionType,
        scope: 'read',
        token_type: 'N_A',
      },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const assertion = String(answer.body.access_token)
    expect(decodeProtectedHeader(assertion)).toMatchObject({ typ: 'oauth-id-jag+jwt', alg: 'RS256' })
    const { iat = 0, ...claims } = decodeJwt(assertion)
    expect(claims).toEqual({
      iss: at.project.issuer,
      sub: at.user.id,
      aud: receiver.issuer,
      client_id: receiver.clientId,
      jti: expect.any(String),
      exp: iat + 300,
      resource: orders,
      scope: 'read',
      auth_time: expect.any(Number),
      amr: ['pwd'],
    })
    const { status, body } = await trade(assertion)
    expect([status, body]).toMatchObject([200, { scope: 'read', token_type: 'Bearer' }])
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      iss: there.project.issuer,
      sub: there.user.id,
      aud: orders,
      client_id: receiver.clientId,
      scope: 'read',
    })
  })

  it('each assertion has an id of its own, and is accepted once by the receiver', async () => {
    const { at, issuing, ask, trade, orders: wanted } = world
    const app = await issuing()
    const { id_token: idToken } = await at.tokens({ scope: 'openid' }, app)
    const [one, two] = [await ask(idToken, app, wanted), await ask(idToken, app, wanted)]
    for (const { body } of [one, two]) expect((await trade(body.access_token)).status).toBe(200)
    expect((await trade(one.body.access_token)).body.error).toBe('invalid_grant')
  })

  it('a refresh token of the application is exchanged again and again, also after the session ends', async () => {
    const fresh = await startIssuing(auth)
    const app = await fresh.issuing()
    const { refresh_token: token } = await fresh.at.tokens({ scope: 'openid offline_access' }, app)
    await auth.database.run(sql`DELETE FROM oidc_sessions WHERE project_id = ${fresh.at.project.id}`)
    for (const _time of [1, 2]) {
      const { body } = await fresh.ask(token, app, {
        ...fresh.orders,
        subject_token_type: refreshTokenType,
      })
      expect(decodeJwt(String(body.access_token))).toMatchObject({
        sub: fresh.at.user.id,
        auth_time: expect.any(Number),
        amr: ['pwd'],
      })
      expect((await fresh.trade(body.access_token)).body.scope).toBe('read')
    }
  })

  it('the address of the user is in the assertion when the user released it to the application', async () => {
    const { at, issuing, ask } = world
    const app = await issuing()
    const claims = async (scope: string) => {
      const tokens = await at.tokens({ scope }, app)
      const ofRefresh = { subject_token_type: refreshTokenType }
      return [await ask(tokens.id_token, app), await ask(tokens.refresh_token, app, ofRefresh)].map(
        ({ body }) => decodeJwt(String(body.access_token)),
      )
    }
    for (const each of await claims('openid offline_access')) expect(each.email).toBeUndefined()
    for (const each of await claims('openid email offline_access'))
      expect(each).toMatchObject({ email: at.user.email, email_verified: true })
  })

  it.each([
    ['withdrew the scope', { openid: { scope: 'openid offline_access' } }],
    ['rejected the claim', { rejected: { openid: { claims: ['email'] } } }],
  ])('an assertion for a refresh token has no address after the user %s', async (_what, change) => {
    const { at, issuing, ask } = world
    const app = await issuing()
    const { refresh_token: token } = await at.tokens({ scope: 'openid email offline_access' }, app)
    await auth.database.run(sql`
      UPDATE oidc_grants SET payload = payload || ${change} WHERE client_id = ${app.clientId}`)
    const { body } = await ask(token, app, { subject_token_type: refreshTokenType })
    const claims = decodeJwt(String(body.access_token))
    expect([claims.sub, claims.email]).toEqual([at.user.id, undefined])
  })

  it('a request without resource and scope gets everything that a limited entry permits, and no limit otherwise', async () => {
    const { at, issuing, ask } = world
    const limited = await issuing({ resources: [orders, billing], scopes: ['read', 'charge'], seconds: 60 })
    const { id_token: idToken } = await at.tokens({ scope: 'openid' }, limited)
    const { body } = await ask(idToken, limited)
    expect(body).toMatchObject({ expires_in: 60, scope: 'read charge' })
    const { iat = 0, ...claims } = decodeJwt(String(body.access_token))
    expect(claims).toMatchObject({ resource: [orders, billing], scope: 'read charge', exp: iat + 60 })
    const open = await issuing()
    const answer = await ask((await at.tokens({ scope: 'openid' }, open)).id_token, open)
    expect(answer.body).not.toHaveProperty('scope')
    const free = decodeJwt(String(answer.body.access_token))
    expect(free).not.toHaveProperty('resource')
    expect(free).not.toHaveProperty('scope')
  })

  it('an assertion for a request with a proof is bound to its key, which the receiver requires', async () => {
    await setSetting(auth, 'dpop.enabled', true)
    const { at, there, issuing, ask, trade, orders: wanted } = world
    const app = await issuing()
    const key = await keyOf()
    const [jwk] = key.jwks.keys
    const proof = (issuer: string) =>
      new SignJWT({ htm: 'POST', htu: `${issuer}/token`, jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: jwk as JWK })
        .setIssuedAt()
        .sign(key.privateKey)
    const { id_token: idToken } = await at.tokens({ scope: 'openid' }, app)
    const dpop = await proof(at.project.issuer)
    const { body } = await ask(idToken, app, wanted, { dpop })
    expect(body.token_type).toBe('N_A')
    expect(decodeJwt(String(body.access_token)).cnf).toEqual({ jkt: expect.any(String) })
    expect((await trade(body.access_token)).body.error).toBe('invalid_grant')
    const other = await ask(idToken, app, wanted, { dpop: await proof(at.project.issuer) })
    const traded = await trade(other.body.access_token, {}, { dpop: await proof(there.project.issuer) })
    expect(traded.body.token_type).toBe('DPoP')
    expect((await ask(idToken, app, wanted, { dpop })).status).toBe(400)
  })

  it('an assertion under FAPI has an algorithm that FAPI permits', async () => {
    const { at, issuing, ask } = world
    const key = await keyOf()
    const app = await issuing()
    const { refresh_token: token } = await at.tokens({ scope: 'openid offline_access' }, app)
    await at.change(app, 'jwks', JSON.stringify(key.jwks))
    await at.change(app, 'token_endpoint_auth_method', 'private_key_jwt')
    const signed = (claims: JWTPayload, header: object) =>
      new SignJWT({ ...claims, jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', ...header })
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(key.privateKey)
    const { issuer } = at.project
    const [jwk] = key.jwks.keys
    const dpop = await signed({ htm: 'POST', htu: `${issuer}/token` }, { typ: 'dpop+jwt', jwk })
    const names = { iss: app.clientId, sub: app.clientId, aud: issuer }
    const authentication = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signed(names, { kid: key.kid }),
    }
    await setSetting(auth, 'fapi.enabled', true)
    try {
      const body = { ...authentication, subject_token_type: refreshTokenType }
      const answer = await ask(token, { clientId: app.clientId }, body, { dpop })
      expect(decodeProtectedHeader(String(answer.body.access_token)).alg).toMatch(/^(PS256|ES256|EdDSA)$/)
    } finally {
      await setSetting(auth, 'fapi.enabled', false)
    }
  })

  it('an application with pairwise subjects gets the subject of the receiver, and never the id of the account', async () => {
    const { at, issuing, ask } = world
    const app = await issuing({}, { subject_type: 'pairwise' })
    const tokens = await at.tokens({ scope: 'openid offline_access' }, app)
    const ofRefresh = { subject_token_type: refreshTokenType }
    const { body } = await ask(tokens.refresh_token, app, ofRefresh)
    const { sub } = decodeJwt(String(body.access_token))
    expect([at.user.id, decodeJwt(String(tokens.id_token)).sub]).not.toContain(sub)
    expect((await ask(tokens.id_token, app)).body.error).toBe('invalid_request')
    expect(await at.causes(app)).toEqual([
      'the subject token is an ID token with a pairwise subject: present the refresh token',
    ])
  })

  it('the user of an assertion counts as active', async () => {
    const fresh = await startIssuing(auth)
    const app = await fresh.issuing()
    const { id_token: idToken } = await fresh.at.tokens({ scope: 'openid' }, app)
    expect((await fresh.ask(idToken, app)).status).toBe(200)
    const kinds = async () =>
      (
        await auth.database.rows<{ kind: string }>(sql`
          SELECT kind FROM activity_marks WHERE project_id = ${fresh.at.project.id} AND account_id = ${fresh.at.user.id}`)
      ).map(({ kind }) => kind)
    await expect.poll(kinds, { timeout: 15_000 }).toContain('renewal')
  })

  it('discovery names the token type', async () => {
    const { at } = world
    const response = await fetchVia(auth.address)(`${at.project.issuer}/.well-known/openid-configuration`)
    expect(await response.json()).toMatchObject({
      identity_chaining_requested_token_types_supported: [identityAssertionType],
    })
  })
})
