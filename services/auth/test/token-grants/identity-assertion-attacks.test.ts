import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { storeClient } from '../support/clients.ts'
import { type Auth, rootProjects, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'
import { accessTokenType, billing, orders, stock, tokenExchange } from './exchanging.ts'
import {
  type Issuing,
  identityAssertionType,
  idTokenType,
  refreshTokenType,
  startIssuing,
} from './issuing.ts'

let auth: Auth
let world: Issuing
beforeAll(async () => {
  auth = await startAuth()
  world = await startIssuing(auth)
})
afterAll(() => auth?.close())

type Application = Awaited<ReturnType<Issuing['issuing']>>

const ofRefresh = { subject_token_type: refreshTokenType }
const tokensFor = (client: Application, at = world.at) =>
  at.tokens({ scope: 'openid offline_access' }, client)
const idTokenFor = async (client: Application, at = world.at) =>
  String((await tokensFor(client, at)).id_token)

type Subject = (app: Application) => Promise<unknown>

/** ID tokens that get no assertion, with the recorded cause. */
const idTokens: Readonly<Record<string, [Subject, RegExp]>> = {
  'an ID token of another application': [
    async () => idTokenFor(await world.issuing()),
    /no ID token of this application/,
  ],
  'an ID token of another project': [
    async (app) => world.sign({ ...decodeJwt(await idTokenFor(app)), iss: world.there.project.issuer }),
    /no ID token of this application/,
  ],
  'an ID token that another key signed': [
    async (app) =>
      new SignJWT(decodeJwt(await idTokenFor(app)))
        .setProtectedHeader({ alg: 'RS256' })
        .sign((await generateKeyPair('RS256')).privateKey),
    /no ID token of this application/,
  ],
  'an ID token that has expired': [
    async (app) =>
      world.sign({ ...decodeJwt(await idTokenFor(app)), exp: Math.floor(Date.now() / 1000) - 1 }),
    /has expired/,
  ],
  'an ID token without an expiry': [
    async (app) => {
      const { exp: _exp, ...claims } = decodeJwt(await idTokenFor(app))
      return world.sign(claims)
    },
    /has expired/,
  ],
  'an ID token without a session': [
    async (app) => {
      const { sid: _sid, ...claims } = decodeJwt(await idTokenFor(app))
      return world.sign(claims)
    },
    /without a session/,
  ],
  'an ID token of a session of another user': [
    async (app) => world.sign({ ...decodeJwt(await idTokenFor(app)), sub: 'usr_other' }),
    /session that has ended/,
  ],
  'a logout token': [
    async (app) => world.sign(decodeJwt(await idTokenFor(app)), { typ: 'logout+jwt' }),
    /another type than an ID token/,
  ],
  'an access token': [async (app) => (await tokensFor(app)).access_token, /no ID token of this application/],
  'a text that is no token': [async () => 'x', /no ID token of this application/],
}

describe.each(Object.entries(idTokens))('%s as the subject token:', (_name, [token, cause]) => {
  it('the application gets no identity assertion, and the recent errors have the cause', async () => {
    const app = await world.issuing()
    const { status, body } = await world.ask(await token(app), app)
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'the subject token cannot be exchanged' },
    ])
    expect((await world.at.causes(app)).join()).toMatch(cause)
  })
})

describe('refresh token as the subject token:', () => {
  it.each<[string, Subject, RegExp]>([
    [
      'of another application',
      async () => (await tokensFor(await world.issuing())).refresh_token,
      /refresh token of another application/,
    ],
    [
      'that was used before',
      async (app) => {
        const { refresh_token: token } = await tokensFor(app)
        await auth.database.run(sql`
          UPDATE oidc_refresh_tokens SET consumed_at = now() - interval '1 hour' WHERE client_id = ${app.clientId}`)
        return token
      },
      /was used before/,
    ],
    ['that is unknown', async () => 'unknown', /unknown, expired or revoked/],
    ['that is an ID token', (app) => idTokenFor(app), /unknown, expired or revoked/],
  ])('a refresh token %s is rejected', async (_what, token, cause) => {
    const app = await world.issuing()
    const { status, body } = await world.ask(await token(app), app, ofRefresh)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect((await world.at.causes(app)).join()).toMatch(cause)
  })

  it('a refresh token that is bound to a key is rejected without a proof of the key', async () => {
    const app = await world.issuing()
    const { refresh_token: token } = await tokensFor(app)
    await auth.database.run(sql`
      UPDATE oidc_refresh_tokens SET payload = payload || '{"jkt": "other"}' WHERE client_id = ${app.clientId}`)
    expect((await world.ask(token, app, ofRefresh)).body.error).toBe('invalid_request')
    expect((await world.at.causes(app)).join()).toMatch(/bound to a key/)
  })
})

describe('end of the sign-in:', () => {
  it.each([
    ['ended', sql`DELETE FROM oidc_sessions WHERE project_id = `],
    ['expired', sql`UPDATE oidc_sessions SET expires_at = now() WHERE project_id = `],
  ])('an ID token whose session %s is rejected', async (_what, change) => {
    const fresh = await startIssuing(auth)
    const app = await fresh.issuing()
    const idToken = await idTokenFor(app, fresh.at)
    expect((await fresh.ask(idToken, app)).status).toBe(200)
    await auth.database.run(sql`${change}${fresh.at.project.id}`)
    expect((await fresh.ask(idToken, app)).body.error).toBe('invalid_request')
    expect(await fresh.at.causes(app)).toEqual(['the subject token belongs to a session that has ended'])
  })

  it('an ID token and a refresh token whose grant ended are rejected', async () => {
    const fresh = await startIssuing(auth)
    const app = await fresh.issuing()
    const tokens = await tokensFor(app, fresh.at)
    await auth.database.run(sql`DELETE FROM oidc_grants WHERE project_id = ${fresh.at.project.id}`)
    expect((await fresh.ask(tokens.id_token, app)).body.error).toBe('invalid_request')
    expect((await fresh.ask(tokens.refresh_token, app, ofRefresh)).body.error).toBe('invalid_request')
    expect(await fresh.at.causes(app)).toEqual(['the subject token belongs to a grant that has ended'])
  })

  it('a refresh token without offline access is rejected after its session ended', async () => {
    const fresh = await startIssuing(auth)
    const app = await fresh.issuing()
    const { refresh_token: token } = await tokensFor(app, fresh.at)
    await auth.database.run(sql`
      UPDATE oidc_refresh_tokens SET payload = payload || jsonb_build_object('expiresWithSession', true,
        'sessionUid', (SELECT uid FROM oidc_sessions WHERE project_id = ${fresh.at.project.id}))
      WHERE client_id = ${app.clientId}`)
    expect((await fresh.ask(token, app, ofRefresh)).status).toBe(200)
    await auth.database.run(sql`DELETE FROM oidc_sessions WHERE project_id = ${fresh.at.project.id}`)
    expect((await fresh.ask(token, app, ofRefresh)).body.error).toBe('invalid_request')
  })

  it.each([
    ['deactivated', sql`UPDATE accounts SET active = false WHERE id = `],
    ['locked', sql`UPDATE accounts SET locked_at = now() WHERE id = `],
  ])('a %s user gets no identity assertion', async (_what, change) => {
    const fresh = await startIssuing(auth)
    const app = await fresh.issuing()
    const tokens = await tokensFor(app, fresh.at)
    await auth.database.run(sql`${change}${fresh.at.user.id}`)
    expect((await fresh.ask(tokens.id_token, app)).body.error).toBe('invalid_request')
    expect((await fresh.ask(tokens.refresh_token, app, ofRefresh)).body.error).toBe('invalid_request')
    expect(await fresh.at.causes(app)).toEqual([
      'the subject token belongs to an account that may not sign in',
    ])
  })

  it('a request that is concurrent with the revocation of the grant issues nothing', async () => {
    const fresh = await startIssuing(auth)
    const app = await fresh.issuing()
    const idToken = await idTokenFor(app, fresh.at)
    const { pending } = await auth.database.transaction(async (tx) => {
      await tx.run(sql`DELETE FROM oidc_grants WHERE project_id = ${fresh.at.project.id}`)
      const asked = fresh.ask(idToken, app)
      await new Promise((resolve) => setTimeout(resolve, 500))
      return { pending: asked }
    })
    const { status, body } = await pending
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect(await fresh.at.causes(app)).toEqual(['its grant was ended concurrently'])
  })

  it('an ID token is rejected after its expiry, while its session continues', async () => {
    const app = await world.issuing()
    const idToken = await idTokenFor(app)
    vi.useFakeTimers({ toFake: ['Date'], now: Number(decodeJwt(idToken).exp) * 1000 })
    try {
      expect((await world.ask(idToken, app)).body.error).toBe('invalid_request')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('permission of the application:', () => {
  const entry = { resources: [orders, billing], scopes: ['read', 'write'] }
  it.each<[string, Record<string, string | null>, string]>([
    ['for another authorization server', { audience: 'https://other.example' }, 'invalid_target'],
    ['for the receiver in another spelling', { audience: 'SLASH' }, 'invalid_target'],
    ['without an audience', { audience: null }, 'invalid_request'],
    ['for a resource beyond the entry', { resource: stock }, 'invalid_target'],
    ['for a scope beyond the entry', { scope: 'read admin' }, 'invalid_scope'],
    ['with an actor token', { actor_token: 'x', actor_token_type: accessTokenType }, 'invalid_request'],
    ['with the type of an actor token', { actor_token_type: accessTokenType }, 'invalid_request'],
    ['without a subject token', { subject_token: null }, 'invalid_request'],
    ['without the type of the subject token', { subject_token_type: null }, 'invalid_request'],
    ['for an access token', { subject_token_type: accessTokenType }, 'invalid_request'],
  ])('a request %s is rejected', async (_what, body, error) => {
    const app = await world.issuing(entry)
    const idToken = await idTokenFor(app)
    const audience = body.audience === 'SLASH' ? { audience: `${world.receiver.issuer}/` } : {}
    const answer = await world.ask(idToken, app, { ...body, ...audience })
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect((await world.ask(idToken, app)).status).toBe(200)
  })

  it.each(['orders', 'https://orders.example/#part'])('the resource %s is rejected', async (resource) => {
    const app = await world.issuing()
    const answer = await world.ask(await idTokenFor(app), app, { resource })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_target'])
  })

  it('a request for two authorization servers is rejected, also when both are permitted', async () => {
    const other = { issuer: 'https://other.example', clientId: 'store' }
    const app = await world.issuing({}, { assertion_audiences: JSON.stringify([world.receiver, other]) })
    const idToken = await idTokenFor(app)
    const request = async (audiences: readonly string[]) => {
      const body = new URLSearchParams({
        grant_type: tokenExchange,
        requested_token_type: identityAssertionType,
        subject_token: idToken,
        subject_token_type: idTokenType,
      })
      for (const audience of audiences) body.append('audience', audience)
      const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')
      const headers = {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      }
      const url = `${world.at.project.issuer}/token`
      const response = await fetchVia(auth.address)(url, { method: 'POST', headers, body })
      return (await response.json()) as { readonly error?: string }
    }
    expect(await request([world.receiver.issuer])).not.toHaveProperty('error')
    expect((await request([world.receiver.issuer, other.issuer])).error).toBe('invalid_request')
  })

  it('the issuer gets no assertion of its own', async () => {
    const app = await world.issuing({ issuer: world.at.project.issuer })
    const audience = world.at.project.issuer
    const { body } = await world.ask(await idTokenFor(app), app, { audience })
    expect(body.error).toBe('invalid_target')
  })

  it('an application without receivers gets no assertion', async () => {
    const app = await storeClient(auth, world.at.project.id, {
      grant_types: ['authorization_code', 'refresh_token', tokenExchange],
    })
    const { status, body } = await world.ask(await idTokenFor(app), app)
    expect([status, body.error]).toEqual([400, 'invalid_target'])
    expect(await world.at.causes(app)).toEqual([
      'the audience is no authorization server for which the application gets identity assertions',
    ])
  })

  it('an application without the grant, and one that does not authenticate, get unauthorized_client', async () => {
    const other = await world.issuing({}, { grant_types: ['authorization_code', 'refresh_token'] })
    expect((await world.ask(await idTokenFor(other), other)).body.error).toBe('unauthorized_client')
    const app = await world.issuing()
    const idToken = await idTokenFor(app)
    await world.at.change(app, 'token_endpoint_auth_method', 'none')
    const { body } = await world.ask(idToken, { clientId: app.clientId })
    expect(body.error).toBe('unauthorized_client')
  })

  it('an application of the administrators’ project gets no assertion', async () => {
    const { administratorsId } = await rootProjects(auth)
    const client = await storeClient(auth, administratorsId, {
      grant_types: [tokenExchange, 'client_credentials'],
      response_types: [],
      redirect_uris: [],
      assertion_audiences: JSON.stringify([world.receiver]),
    })
    const body = {
      grant_type: tokenExchange,
      requested_token_type: identityAssertionType,
      audience: world.receiver.issuer,
      subject_token: 'x',
      subject_token_type: idTokenType,
    }
    const answer = await postForm(auth, `${auth.baseUrl}/token`, body, client)
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_grant_type'])
  })
})
