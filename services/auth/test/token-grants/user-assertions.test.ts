import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTrustedIssuer, type TrustedIssuer } from '../agents/trusted-issuer.ts'
import { type Auth, makeUser, setSetting, startAuth } from '../support/harness.ts'
import type { ClientCredentials } from '../support/journey.ts'
import { type Exchanging, jwtBearer, orders, startExchange, stock } from './exchanging.ts'

let trusted: TrustedIssuer
let auth: Auth
let at: Exchanging
let app: ClientCredentials
beforeAll(async () => {
  trusted = await startTrustedIssuer()
  auth = await startAuth([trusted.pair])
  at = await startExchange(auth)
  app = await permitting([{ subject: 'account' }])
})
afterAll(async () => {
  await auth?.close()
  trusted?.close()
})

const permitting = (issuers: readonly object[], columns: Record<string, unknown> = {}) =>
  at.machine({
    grant_types: [jwtBearer],
    // The driver would store a JavaScript array as an array of PostgreSQL.
    assertion_issuers: JSON.stringify(issuers.map((one) => ({ issuer: trusted.issuer, ...one }))),
    ...columns,
  })

const signed = (claims: Record<string, unknown> = {}, header = {}) =>
  trusted.sign({ sub: at.user.id, aud: at.project.issuer, ...claims }, header)

const trade = (assertion: string, body: Record<string, string> = {}, client = app) =>
  at.endpoint('token', { grant_type: jwtBearer, assertion, resource: orders, ...body }, client)

describe('JWT of a permitted issuer:', () => {
  it('the application exchanges the JWT for an access token of its subject, without a refresh token', async () => {
    const { status, body } = await trade(await signed(), { scope: 'read' })
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), expires_in: 900, scope: 'read', token_type: 'Bearer' },
    ])
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      sub: at.user.id,
      aud: orders,
      client_id: app.clientId,
      scope: 'read',
    })
    expect(await at.introspect(body.access_token)).toMatchObject({ active: true, sub: at.user.id })
  })

  it('the audience of the JWT may be the token endpoint, and the scopes may name the API', async () => {
    const assertion = await signed({ aud: `${at.project.issuer}/token` })
    const { body } = await trade(assertion, { resource: stock })
    expect(await at.introspect(body.access_token)).toMatchObject({
      active: true,
      aud: stock,
      scope: 'look book',
    })
    const named = { grant_type: jwtBearer, assertion: await signed(), scope: 'write' }
    const implied = await at.endpoint('token', named, app)
    expect(decodeJwt(String(implied.body.access_token))).toMatchObject({ aud: orders, scope: 'write' })
  })

  it('a token ends when its user is signed out everywhere', async () => {
    const { body } = await trade(await signed(), { resource: stock })
    await auth.database.run(sql`DELETE FROM oidc_grants WHERE project_id = ${at.project.id}`)
    expect((await at.introspect(body.access_token)).active).toBe(false)
  })

  it('a JWT that is concurrent with the revocation of the account issues nothing', async () => {
    const assertion = await signed()
    const { pending } = await auth.database.transaction(async (tx) => {
      await tx.run(sql`UPDATE accounts SET revocations = revocations + 1 WHERE id = ${at.user.id}`)
      const pending = trade(assertion)
      await new Promise((resolve) => setTimeout(resolve, 500))
      return { pending }
    })
    expect((await pending).body.error).toBe('invalid_grant')
  })

  it('each JWT is accepted once, also for another application', async () => {
    const assertion = await signed()
    const answers = await Promise.all([1, 2, 3].map(() => trade(assertion)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const other = await permitting([{ subject: 'account' }])
    expect((await trade(assertion, {}, other)).body.error).toBe('invalid_grant')
    expect(await at.causes(other)).toEqual(['the assertion was used before'])
  })

  it('the keys of an issuer may be given by their address or directly', async () => {
    const byAddress = await permitting([{ subject: 'account', jwksUri: `${trusted.issuer}/keys` }])
    expect((await trade(await signed(), {}, byAddress)).status).toBe(200)
    const pair = await generateKeyPair('ES256')
    const issuer = 'https://no-address.example'
    const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'ES256' }] }
    const direct = await permitting([{ issuer, subject: 'account', jwks }])
    const own = async (key: typeof pair.privateKey) =>
      new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(issuer)
        .setSubject(at.user.id)
        .setAudience(at.project.issuer)
        .setIssuedAt()
        .setExpirationTime('1 minute')
        .sign(key)
    expect((await trade(await own(pair.privateKey), {}, direct)).status).toBe(200)
    const wrong = (await generateKeyPair('ES256')).privateKey
    expect((await trade(await own(wrong), {}, direct)).body.error).toBe('invalid_grant')
  })
})

describe('subject of a JWT:', () => {
  it('the subject is mapped to the account as the issuer says', async () => {
    const user = await makeUser(auth, at.project.id)
    await auth.database.run(sql`
      UPDATE accounts SET username = 'Ada', username_key = 'ada', external_id = 'E-1' WHERE id = ${user.id}`)
    await auth.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
      VALUES (${at.project.id}, 'acme', 'Acme', ${trusted.issuer}, 'signet', 1)`)
    await auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${at.project.id}, 'acme', ${trusted.issuer}, 'sub-1', ${user.id})`)
    await auth.database.transaction((tx) => bumpProject(tx, at.project.id))
    for (const [mapping, sub] of [
      [{ subject: 'account' }, user.id],
      [{ subject: 'email' }, user.email.toUpperCase()],
      [{ subject: 'userName' }, 'ADA'],
      [{ subject: 'externalId' }, 'E-1'],
      [{ subject: 'provider', providerId: 'acme' }, 'sub-1'],
    ] as const) {
      const client = await permitting([mapping])
      const { body } = await trade(await signed({ sub }), {}, client)
      expect(decodeJwt(String(body.access_token)).sub, mapping.subject).toBe(user.id)
      const unknown = await trade(await signed({ sub: 'x' }), {}, client)
      expect([unknown.status, unknown.body]).toEqual([
        400,
        { error: 'invalid_grant', error_description: 'grant request is invalid' },
      ])
      expect(await at.causes(client)).toEqual([
        `the subject of the assertion is no account, by ${mapping.subject}`,
      ])
    }
  })

  it('an unverified email address names no account, and no account of another project is named', async () => {
    const user = await makeUser(auth, at.project.id)
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    const byEmail = await permitting([{ subject: 'email' }])
    expect((await trade(await signed({ sub: user.email }), {}, byEmail)).body.error).toBe('invalid_grant')
    const elsewhere = await startExchange(auth)
    expect((await trade(await signed({ sub: elsewhere.user.id }))).body.error).toBe('invalid_grant')
  })

  it.each(['active = false', 'locked_at = now()'])('an account with %s gets no token', async (change) => {
    const user = await makeUser(auth, at.project.id)
    await auth.database.run(
      change.startsWith('active')
        ? sql`UPDATE accounts SET active = false WHERE id = ${user.id}`
        : sql`UPDATE accounts SET locked_at = now() WHERE id = ${user.id}`,
    )
    expect((await trade(await signed({ sub: user.id }))).body.error).toBe('invalid_grant')
    expect(await at.causes(app)).toContain('the subject of the assertion may not sign in')
  })
})

describe('scopes for a JWT:', () => {
  it('the registered scopes of the application are the limit', async () => {
    const limited = await permitting([{ subject: 'account' }], { scope: 'read' })
    expect((await trade(await signed(), {}, limited)).body.scope).toBe('read')
    expect((await trade(await signed(), { scope: 'write' }, limited)).body.error).toBe('invalid_scope')
    for (const scope of ['admin', 'openid', 'offline_access'])
      expect((await trade(await signed(), { scope })).body.error).toBe('invalid_scope')
  })

  it('an application that needs consent gets only scopes that the user granted to it', async () => {
    const asking = await permitting([{ subject: 'account' }], {
      require_consent: true,
      grant_types: ['authorization_code', jwtBearer],
      response_types: ['code'],
      redirect_uris: ['https://rp.example/callback'],
    })
    expect((await trade(await signed(), {}, asking)).body.error).toBe('invalid_target')
    await at.tokens({ scope: 'openid write' }, asking)
    expect((await trade(await signed(), {}, asking)).body.scope).toBe('write')
  })

  it('the API must be one of the project', async () => {
    const request = { grant_type: jwtBearer, assertion: await signed() }
    expect((await at.endpoint('token', request, app)).body.error).toBe('invalid_target')
    const unknown = { resource: 'https://unknown.example/' }
    expect((await trade(await signed(), unknown)).body.error).toBe('invalid_target')
  })
})

describe('JWT that is rejected:', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  it.each<[string, () => Promise<string>, RegExp]>([
    ['for another audience', () => signed({ aud: 'https://other.example' }), /"aud"/],
    [
      'for several audiences',
      () => signed({ aud: [at.project.issuer, 'https://other.example'] }),
      /not valid/,
    ],
    ['for the issuer of another project', () => signed({ aud: auth.baseUrl }), /"aud"/],
    ['of an issuer that is not permitted', () => signed({ iss: 'https://other.example' }), /no issuer/],
    ['that expired', () => signed({ iat: now() - 200, exp: now() - 100 }), /"exp"/],
    [
      'that is older than permitted',
      () => signed({ iat: now() - 400, exp: now() + 100 }),
      /too far in the past/,
    ],
    ['that expires more than an hour ahead', () => signed({ exp: now() + 7_200 }), /more than an hour ahead/],
    ['issued in the future', () => signed({ iat: now() + 600, exp: now() + 900 }), /"iat"/],
    ['without an id', () => signed({ jti: null }), /"jti"/],
    ['without an expiry', () => signed({ exp: null }), /"exp"/],
    ['without a time of issue', () => signed({ iat: null }), /"iat"/],
    ['without a subject', () => signed({ sub: null }), /"sub"/],
    ['for another client', () => signed({ client_id: 'app_other' }), /another client/],
    ['of the type at+jwt', () => signed({}, { typ: 'at+jwt' }), /another kind of JWT/],
    ['of the type logout+jwt', () => signed({}, { typ: 'logout+jwt' }), /another kind of JWT/],
    ['of the type oauth-id-jag+jwt', () => signed({}, { typ: 'oauth-id-jag+jwt' }), /another kind of JWT/],
    [
      'signed with another key',
      async () => signed({}, { key: (await generateKeyPair('ES256')).privateKey }),
      /signature verification failed/,
    ],
    [
      'with the algorithm none',
      async () => `${encoded({ alg: 'none' })}.${(await signed()).split('.')[1]}.`,
      /not valid/,
    ],
    [
      'with HS256 and the public key as the secret',
      async () => {
        const response = await fetch(`${trusted.issuer}/keys`)
        const secret = new TextEncoder().encode(JSON.stringify(await response.json()))
        return new SignJWT(decodeJwt(await signed())).setProtectedHeader({ alg: 'HS256' }).sign(secret)
      },
      /not valid/,
    ],
    ['that is no JWT', async () => 'x', /no issuer/],
  ])(
    'a JWT %s is rejected without the cause, which the recent errors have',
    async (_what, assertion, cause) => {
      const client = await permitting([{ subject: 'account' }])
      const { status, body } = await trade(await assertion(), {}, client)
      expect([status, body]).toEqual([
        400,
        { error: 'invalid_grant', error_description: 'grant request is invalid' },
      ])
      expect((await at.causes(client)).join()).toMatch(cause)
    },
  )

  it('a JWT is rejected while the keys of its issuer cannot be read, and no blocked address is requested', async () => {
    const closed = await permitting([{ subject: 'account', jwksUri: 'http://127.0.0.1:9/keys' }])
    expect((await trade(await signed(), {}, closed)).body.error).toBe('invalid_grant')
    expect((await at.causes(closed)).join()).toMatch(/could not be read/)
  })

  it('an application without the grant type or without authentication gets unauthorized_client', async () => {
    const without = await permitting([{ subject: 'account' }], { grant_types: ['client_credentials'] })
    expect((await trade(await signed(), {}, without)).body.error).toBe('unauthorized_client')
    const open = await permitting([{ subject: 'account' }], { token_endpoint_auth_method: 'none' })
    expect((await trade(await signed(), {}, { clientId: open.clientId })).body.error).toBe(
      'unauthorized_client',
    )
  })

  it('a request without a JWT is rejected', async () => {
    const answer = await at.endpoint('token', { grant_type: jwtBearer, resource: orders }, app)
    expect(answer.body.error).toBe('invalid_request')
  })

  it('the issuer is the only accepted audience under FAPI, and the token is bound to a key', async () => {
    await setSetting(auth, 'dpop.enabled', true)
    await setSetting(auth, 'fapi.enabled', true)
    try {
      const { keys, ...key } = await keyForFapi()
      const fapi = await permitting([{ subject: 'account' }], {
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys },
      })
      const request = async (assertion: string, headers: Record<string, string> = {}) => {
        const body = {
          grant_type: jwtBearer,
          assertion,
          resource: orders,
          ...(await key.authenticate(fapi.clientId)),
        }
        return (await at.endpoint('token', body, { clientId: fapi.clientId }, headers)).body
      }
      const dpop = await key.proof()
      expect((await request(await signed())).error).toBe('invalid_grant')
      expect((await request(await signed({ aud: `${at.project.issuer}/token` }), { dpop })).error).toBe(
        'invalid_grant',
      )
      expect((await request(await signed(), { dpop: await key.proof() })).token_type).toBe('DPoP')
    } finally {
      await setSetting(auth, 'fapi.enabled', false)
    }
  })

  async function keyForFapi() {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const jwt = (claims: object, header: object) =>
      new SignJWT({ jti: crypto.randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'ES256', ...header })
        .setIssuedAt()
        .setExpirationTime('1 minute')
        .sign(privateKey)
    return {
      keys: [{ ...jwk, kid: 'f1', alg: 'ES256', use: 'sig' }],
      authenticate: async (clientId: string) => ({
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await jwt({ iss: clientId, sub: clientId, aud: at.project.issuer }, { kid: 'f1' }),
      }),
      proof: () => jwt({ htm: 'POST', htu: `${at.project.issuer}/token` }, { typ: 'dpop+jwt', jwk }),
    }
  }
})
