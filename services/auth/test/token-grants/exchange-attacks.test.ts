import { createHmac, createPublicKey } from 'node:crypto'
import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { decodeJwt, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, rootProjects, setSetting, startAuth } from '../support/harness.ts'
import { postForm, signIn } from '../support/journey.ts'
import {
  accessTokenType,
  billing,
  type Exchanging,
  orders,
  startExchange,
  stock,
  tokenExchange,
} from './exchanging.ts'

let auth: Auth
let at: Exchanging
let elsewhere: Exchanging
beforeAll(async () => {
  auth = await startAuth()
  at = await startExchange(auth)
  elsewhere = await startExchange(auth)
})
afterAll(() => auth?.close())

const subject = async (as = at, scope = 'openid read') => String((await as.tokens({ scope })).access_token)
const parts = (token: string) => token.split('.') as [string, string, string]
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function publicKey(token: string): Promise<JWK> {
  const { kid } = JSON.parse(Buffer.from(parts(token)[0], 'base64url').toString()) as { kid: string }
  const response = await fetchVia(auth.address)(`${at.project.issuer}/jwks`)
  const { keys } = (await response.json()) as { keys: JWK[] }
  return keys.find((key) => key.kid === kid) as JWK
}

/** The application `server` must not exchange these subject tokens; with the recorded cause. */
const attacks: Readonly<Record<string, [token: () => Promise<string>, cause: RegExp]>> = {
  'a token of another project': [() => subject(elsewhere), /of another issuer/],
  'a token for another API': [
    async () => String((await at.tokens({ resource: billing, scope: 'openid charge' })).access_token),
    /for an API whose tokens this application may not exchange/,
  ],
  'a token for UserInfo': [
    async () => {
      const { app, project, user } = at
      return String(
        (await signIn(auth, project.issuer, app, user.email, { scope: 'openid' })).tokens.access_token,
      )
    },
    /is for no API/,
  ],
  'a JWT of another issuer': [
    async () =>
      new SignJWT({ ...decodeJwt(await subject()), iss: 'https://other.example' })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
        .sign((await generateKeyPair('ES256')).privateKey),
    /of another issuer/,
  ],
  'a JWT that another key signed': [
    async () =>
      new SignJWT(decodeJwt(await subject()))
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
        .sign((await generateKeyPair('ES256')).privateKey),
    /no valid signature/,
  ],
  'a JWT with the algorithm none': [
    async () => `${encoded({ alg: 'none', typ: 'at+jwt' })}.${parts(await subject())[1]}.`,
    /no valid signature/,
  ],
  'a JWT with HS256 and the public key as the secret': [
    async () => {
      const token = await subject()
      const jwk = await publicKey(token)
      const pem = createPublicKey({ key: jwk as never, format: 'jwk' }).export({
        type: 'spki',
        format: 'pem',
      })
      const signed = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid: jwk.kid })}.${parts(token)[1]}`
      return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`
    },
    /no valid signature/,
  ],
  'a JWT with more scopes than were signed': [
    async () => {
      const token = await subject()
      const claims = { ...decodeJwt(token), scope: 'read write' }
      return [parts(token)[0], encoded(claims), parts(token)[2]].join('.')
    },
    /no valid signature/,
  ],
  'a refresh token': [
    async () => String((await at.tokens({ scope: 'openid read offline_access' })).refresh_token),
    /^the subject token is a refresh token$/,
  ],
  'an ID token': [async () => String((await at.tokens()).id_token), /no access token/],
  'a token of an application': [
    async () =>
      String(
        (
          await at.endpoint(
            'token',
            { grant_type: 'client_credentials', resource: orders, scope: 'read' },
            at.server,
          )
        ).body.access_token,
      ),
    /without a user/,
  ],
  'an opaque token of an application': [
    async () =>
      String((await at.endpoint('token', { grant_type: 'client_credentials' }, at.server)).body.access_token),
    /unknown/,
  ],
  'text that is no token': [async () => 'x', /unknown/],
}

describe.each(Object.entries(attacks))('%s as the subject token:', (_name, [token, cause]) => {
  it('the exchange is rejected without the cause, which the recent errors have', async () => {
    const server = await at.machine({ exchange_audiences: [orders] })
    const { status, body } = await at.exchange(await token(), { resource: billing }, server)
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'the subject token cannot be exchanged' },
    ])
    const [recorded] = await at.causes(server)
    expect(recorded).toMatch(cause)
  })
})

test('an expired token is rejected', async () => {
  const token = await subject()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  try {
    expect((await at.exchange(token, { resource: billing })).body.error).toBe('invalid_request')
  } finally {
    vi.useRealTimers()
  }
  expect(await at.causes(at.server)).toContain('the subject token has expired')
})

describe('request:', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without a subject token', { subject_token: '' }, 'invalid_request'],
    [
      'for an ID token as the subject',
      { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' },
      'invalid_request',
    ],
    [
      'for a refresh token as the subject',
      { subject_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      'invalid_request',
    ],
    [
      'for a refresh token as the result',
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      'invalid_request',
    ],
    ['with an actor token without a type', { actor_token: 'x' }, 'invalid_request'],
    ['with the type of an actor token alone', { actor_token_type: accessTokenType }, 'invalid_request'],
    ['for an unknown API', { resource: 'https://unknown.example/' }, 'invalid_target'],
    ['for two APIs', { resource: billing, audience: orders }, 'invalid_target'],
    ['for a text that is no address', { resource: '', audience: 'billing' }, 'invalid_target'],
    ['for a scope that the API does not declare', { resource: billing, scope: 'admin' }, 'invalid_scope'],
    ['for a scope about the user', { resource: billing, scope: 'openid email' }, 'invalid_scope'],
    ['for offline access', { resource: billing, scope: 'offline_access' }, 'invalid_scope'],
  ])('a request %s is rejected', async (_what, body, error) => {
    const named = Object.fromEntries(
      Object.entries({ resource: billing, ...body }).filter(([, value]) => value !== ''),
    )
    const answer = await at.exchange(body.subject_token ?? (await subject()), named)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })
})

describe('application:', () => {
  it('an application without the grant type gets unauthorized_client', async () => {
    const other = await at.machine({ grant_types: ['client_credentials'], exchange_audiences: [orders] })
    expect((await at.exchange(await subject(), {}, other)).body.error).toBe('unauthorized_client')
  })

  it('a public application gets unauthorized_client, also for its own token', async () => {
    const open = await at.machine({
      grant_types: ['authorization_code', tokenExchange],
      response_types: ['code'],
      redirect_uris: ['https://rp.example/callback'],
      token_endpoint_auth_method: 'none',
      exchange_audiences: [orders],
    })
    const as = { clientId: open.clientId }
    const token = String((await at.tokens({}, as as typeof open)).access_token)
    expect((await at.exchange(token, {}, as)).body.error).toBe('unauthorized_client')
  })

  it('an application without the API in its list exchanges its own tokens only', async () => {
    const plain = await at.machine()
    expect((await at.exchange(await subject(), {}, plain)).body.error).toBe('invalid_request')
  })

  it('a removed API takes effect with the next exchange', async () => {
    const server = await at.machine({ exchange_audiences: [orders] })
    const token = await subject()
    expect((await at.exchange(token, {}, server)).status).toBe(200)
    await at.change(server, 'exchange_audiences', [])
    expect((await at.exchange(token, {}, server)).body.error).toBe('invalid_request')
  })

  it('the authentication of the application is required', async () => {
    const wrong = { ...at.server, clientSecret: 'wrong' }
    expect((await at.exchange(await subject(), {}, wrong)).body.error).toBe('invalid_client')
  })

  it.each([tokenExchange, 'urn:ietf:params:oauth:grant-type:jwt-bearer'])(
    'an application cannot register itself for %s',
    async (type) => {
      await setSetting(auth, 'registration.enabled', true)
      const response = await fetchVia(auth.address)(`${at.project.issuer}/reg`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          redirect_uris: ['https://rp.example/callback'],
          grant_types: ['authorization_code', type],
          response_types: ['code'],
        }),
      })
      const body = (await response.json()) as { error: string; error_description: string }
      expect([response.status, body.error]).toEqual([400, 'invalid_client_metadata'])
      expect(body.error_description).toContain(type)
    },
  )

  it('an application of the administrators’ project cannot exchange tokens', async () => {
    const { administratorsId } = await rootProjects(auth)
    const client = await storeClient(auth, administratorsId, {
      grant_types: [tokenExchange, 'client_credentials'],
      response_types: [],
      redirect_uris: [],
    })
    const body = {
      grant_type: tokenExchange,
      subject_token: await subject(),
      subject_token_type: accessTokenType,
    }
    const answer = await postForm(auth, `${auth.baseUrl}/token`, body, client)
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_grant_type'])
  })
})

describe('account:', () => {
  it.each([
    ['deactivated', sql`UPDATE accounts SET active = false`],
    ['locked', sql`UPDATE accounts SET locked_at = now()`],
  ])(
    'the token of a %s account is rejected, and a token exchanged before is inactive',
    async (_what, change) => {
      const fresh = await startExchange(auth)
      const token = String((await fresh.tokens()).access_token)
      const before = (await fresh.exchange(token, { resource: billing })).body.access_token
      // Changes only the account: its sessions and grants remain.
      await auth.database.run(sql`${change} WHERE id = ${fresh.user.id}`)
      expect((await fresh.exchange(token, { resource: billing })).body.error).toBe('invalid_request')
      expect(await fresh.causes(fresh.server)).toEqual([
        'the subject token belongs to an account that may not sign in',
      ])
      expect((await fresh.introspect(before)).active).toBe(false)
    },
  )
})

describe('end of the sign-in:', () => {
  it.each([orders, stock])(
    'a token for %s is rejected after its session ends, and so is its exchanged token',
    async (resource) => {
      const fresh = await startExchange(auth)
      const server = await fresh.machine({ exchange_audiences: [resource] })
      const token = String((await fresh.tokens({ resource, scope: 'openid' })).access_token)
      const before = (await fresh.exchange(token, { resource: billing }, server)).body.access_token
      expect((await fresh.introspect(before)).active).toBe(true)
      await auth.database.run(sql`DELETE FROM oidc_sessions WHERE project_id = ${fresh.project.id}`)
      expect((await fresh.exchange(token, { resource: billing }, server)).body.error).toBe('invalid_request')
      expect((await fresh.introspect(before)).active).toBe(false)
    },
  )

  it('a token with offline access is exchanged after the session ends', async () => {
    const fresh = await startExchange(auth)
    const { access_token: token } = await fresh.tokens({ scope: 'openid read offline_access' })
    await auth.database.run(sql`DELETE FROM oidc_sessions WHERE project_id = ${fresh.project.id}`)
    const { body } = await fresh.exchange(token, { resource: stock })
    expect((await fresh.introspect(body.access_token)).active).toBe(true)
  })

  it('an exchange that is concurrent with the revocation of the grant issues nothing', async () => {
    const fresh = await startExchange(auth)
    const token = String((await fresh.tokens()).access_token)
    const answer = await auth.database.transaction(async (tx) => {
      await tx.run(sql`DELETE FROM oidc_grants WHERE project_id = ${fresh.project.id}`)
      const pending = fresh.exchange(token, { resource: stock })
      await new Promise((resolve) => setTimeout(resolve, 500))
      return { pending }
    })
    const { status, body } = await answer.pending
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect(await fresh.causes(fresh.server)).toEqual(['its grant was ended concurrently'])
    const stored = await auth.database.rows(
      sql`SELECT 1 FROM oidc_access_tokens WHERE project_id = ${fresh.project.id} AND client_id = ${fresh.server.clientId}`,
    )
    expect(stored).toEqual([])
  })
})

describe('tokens bound to a key:', () => {
  const proof = async (key: Awaited<ReturnType<typeof keyOf>>) => {
    const { keys } = key.jwks
    return new SignJWT({ htm: 'POST', htu: `${at.project.issuer}/token`, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: keys[0] as JWK })
      .setIssuedAt()
      .sign(key.privateKey)
  }
  let bound: string
  let own: Awaited<ReturnType<typeof keyOf>>
  beforeAll(async () => {
    await setSetting(auth, 'dpop.enabled', true)
    own = await keyOf()
    await at.change(at.app, 'grant_types', ['authorization_code', 'refresh_token', tokenExchange])
    const { refresh_token: refresh } = await at.tokens({ scope: 'openid read offline_access' })
    const body = { grant_type: 'refresh_token', refresh_token: String(refresh) }
    bound = String((await at.endpoint('token', body, at.app, { dpop: await proof(own) })).body.access_token)
    expect(decodeJwt(bound).cnf).toBeDefined()
  })

  it('the exchanged token is bound to the key of the application that exchanges', async () => {
    const answer = await at.exchange(await subject(), { resource: billing }, at.server, {
      dpop: await proof(await keyOf()),
    })
    expect(answer.body.token_type).toBe('DPoP')
    expect(decodeJwt(String(answer.body.access_token)).cnf).toMatchObject({ jkt: expect.any(String) })
  })

  it('a bound token is exchanged for a bound token only', async () => {
    expect((await at.exchange(bound, { resource: billing })).body.error).toBe('invalid_request')
    const answer = await at.exchange(bound, { resource: billing }, at.server, {
      dpop: await proof(await keyOf()),
    })
    expect(answer.status).toBe(200)
  })

  it('the application that a bound token was issued to proves the same key', async () => {
    const other = await at.exchange(bound, { scope: 'read' }, at.app, { dpop: await proof(await keyOf()) })
    expect(other.body.error).toBe('invalid_request')
    const same = await at.exchange(bound, { scope: 'read' }, at.app, { dpop: await proof(own) })
    expect(same.status).toBe(200)
  })

  it('a proof is accepted once', async () => {
    const once = { dpop: await proof(own) }
    expect((await at.exchange(bound, { scope: 'read' }, at.app, once)).status).toBe(200)
    expect((await at.exchange(bound, { scope: 'read' }, at.app, once)).status).toBe(400)
  })
})
