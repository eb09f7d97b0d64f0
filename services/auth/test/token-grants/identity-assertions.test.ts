import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTrustedIssuer, type TrustedIssuer } from '../agents/trusted-issuer.ts'
import { type Auth, makeUser, setSetting, startAuth } from '../support/harness.ts'
import type { ClientCredentials } from '../support/journey.ts'
import { type Exchanging, jwtBearer, orders, startExchange, stock } from './exchanging.ts'

const identityType = { typ: 'oauth-id-jag+jwt' }

let trusted: TrustedIssuer
let auth: Auth
let at: Exchanging
let app: ClientCredentials
beforeAll(async () => {
  trusted = await startTrustedIssuer()
  auth = await startAuth([trusted.pair])
  at = await startExchange(auth)
  await auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${at.project.id}, 'acme', 'Acme', ${trusted.issuer}, 'signet', 1)`)
  await auth.database.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
    VALUES (${at.project.id}, 'acme', ${trusted.issuer}, 'ada', ${at.user.id})`)
  await auth.database.transaction((tx) => bumpProject(tx, at.project.id))
  app = await accepting({ subject: 'provider', providerId: 'acme' })
})
afterAll(async () => {
  await auth?.close()
  trusted?.close()
})

const accepting = (issuer: object, columns: Record<string, unknown> = {}) =>
  at.machine({
    grant_types: [jwtBearer],
    assertion_issuers: JSON.stringify([{ issuer: trusted.issuer, identityAssertions: true, ...issuer }]),
    ...columns,
  })

const signed = (claims: Record<string, unknown> = {}, header: object = {}, client = app) =>
  trusted.sign(
    { sub: 'ada', aud: at.project.issuer, client_id: client.clientId, ...claims },
    { ...identityType, ...header },
  )

const trade = (
  assertion: string,
  body: Record<string, string> = {},
  client = app,
  headers: Record<string, string> = {},
) => at.endpoint('token', { grant_type: jwtBearer, assertion, ...body }, client, headers)

const refused = (error: string, description = 'grant request is invalid') => [
  400,
  { error, error_description: description },
]

describe('identity assertion of a permitted issuer (ID-JAG):', () => {
  it('the application exchanges the assertion for an access token of the linked account at its resource', async () => {
    const { status, body } = await trade(await signed({ resource: orders, scope: 'read admin' }))
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
  })

  it('an assertion without a resource is for the API of the request, also with its audience as a list of one', async () => {
    const { body } = await trade(await signed({ aud: [at.project.issuer] }), { resource: stock })
    expect(await at.introspect(body.access_token)).toMatchObject({ active: true, scope: 'look book' })
  })

  it('an assertion with several resources is for the one of them that the request names, in any spelling', async () => {
    const resource = [orders.replace(/\/$/, ''), stock]
    const { body } = await trade(await signed({ resource }), { resource: orders })
    expect(decodeJwt(String(body.access_token)).aud).toBe(orders)
  })

  it('an assertion that is mapped by email names the account with the verified address of its claim', async () => {
    const user = await makeUser(auth, at.project.id)
    const byEmail = await accepting({ subject: 'email' })
    const claims = { resource: orders, sub: 'unknown', email: user.email }
    const { body } = await trade(await signed(claims, {}, byEmail), {}, byEmail)
    expect(decodeJwt(String(body.access_token)).sub).toBe(user.id)
    for (const wrong of [
      { ...claims, email: undefined },
      { ...claims, email_verified: false },
    ])
      expect((await trade(await signed(wrong, {}, byEmail), {}, byEmail)).body.error).toBe('invalid_grant')
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    expect((await trade(await signed(claims, {}, byEmail), {}, byEmail)).body.error).toBe('invalid_grant')
  })

  it('an application of another project exchanges no assertion that is addressed to this project', async () => {
    const elsewhere = await startExchange(auth)
    const columns = {
      grant_types: [jwtBearer],
      assertion_issuers: JSON.stringify([
        { issuer: trusted.issuer, identityAssertions: true, subject: 'account' },
      ]),
    }
    const other = await elsewhere.machine(columns)
    const body = { grant_type: jwtBearer, resource: orders }
    const sub = elsewhere.user.id
    const forHere = await signed({ sub }, {}, other)
    expect((await elsewhere.endpoint('token', { ...body, assertion: forHere }, other)).status).toBe(400)
    const forThere = await signed({ sub, aud: elsewhere.project.issuer }, {}, other)
    expect((await elsewhere.endpoint('token', { ...body, assertion: forThere }, other)).status).toBe(200)
  })

  it('each assertion is accepted once, also in concurrent requests', async () => {
    const assertion = await signed({ resource: orders })
    const answers = await Promise.all([1, 2, 3].map(() => trade(assertion)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('an application that needs consent gets only scopes that the user granted to it', async () => {
    const asking = await accepting(
      { subject: 'provider', providerId: 'acme' },
      {
        require_consent: true,
        grant_types: ['authorization_code', jwtBearer],
        response_types: ['code'],
        redirect_uris: ['https://rp.example/callback'],
      },
    )
    const claims = { resource: orders, scope: 'read write' }
    const request = async () => (await trade(await signed(claims, {}, asking), {}, asking)).body
    expect((await request()).error).toBe('invalid_target')
    await at.tokens({ scope: 'openid write' }, asking)
    expect((await request()).scope).toBe('write')
  })

  it('discovery names the profile of the grant', async () => {
    const response = await fetchVia(auth.address)(`${at.project.issuer}/.well-known/openid-configuration`)
    expect(await response.json()).toMatchObject({
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
    })
  })
})

describe('identity assertion that is rejected:', () => {
  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, Record<string, unknown>, object, RegExp]>([
    ['of the type JWT', {}, { typ: 'JWT' }, /"typ"/],
    ['for another audience', { aud: 'https://other.example' }, {}, /"aud"/],
    ['for the token endpoint', { aud: 'TOKEN' }, {}, /"aud"/],
    ['for several audiences', { aud: 'LIST' }, {}, /not valid/],
    ['for another client', { client_id: 'app_other' }, {}, /another client/],
    ['without a client', { client_id: null }, {}, /another client/],
    ['without an id', { jti: null }, {}, /"jti"/],
    ['that expired', { iat: now() - 200, exp: now() - 100 }, {}, /"exp"/],
    ['that is older than permitted', { iat: now() - 400 }, {}, /too far in the past/],
    ['that expires more than an hour ahead', { exp: now() + 7_200 }, {}, /more than an hour ahead/],
    ['for a subject without a link', { sub: 'eve' }, {}, /is no account, by provider/],
    ['of a tenant of the issuer', { tenant: 'acme' }, {}, /claim tenant/],
    ['for a tenant of this issuer', { aud_tenant: 'acme' }, {}, /claim aud_tenant/],
    ['with authorization details', { authorization_details: [] }, {}, /claim authorization_details/],
    ['that is bound to another key', { cnf: { jkt: 'x' } }, {}, /bound to a key/],
    ['with a resource that is no text', { resource: [1] }, {}, /names no resource/],
    ['of an issuer that is not permitted', { iss: 'https://other.example' }, {}, /no issuer/],
  ])('an assertion %s is rejected', async (_what, claims, header, cause) => {
    const client = await accepting({ subject: 'provider', providerId: 'acme' })
    const { issuer } = at.project
    const aud = { TOKEN: `${issuer}/token`, LIST: [issuer, 'https://other.example'] }[String(claims.aud)]
    const assertion = await signed({ ...claims, ...(aud ? { aud } : {}) }, header, client)
    const { status, body } = await trade(assertion, { resource: orders }, client)
    expect([status, body]).toEqual(refused('invalid_grant'))
    expect((await at.causes(client)).join()).toMatch(cause)
  })

  it('an assertion with the signature of another key is rejected', async () => {
    const { privateKey: key } = await generateKeyPair('ES256')
    expect((await trade(await signed({ resource: orders }, { key }))).body.error).toBe('invalid_grant')
  })

  it('an assertion is rejected for another resource, for other scopes and for a scope beyond it', async () => {
    const limited = () => signed({ resource: orders, scope: 'read' })
    expect((await trade(await limited(), { resource: stock })).body.error).toBe('invalid_target')
    expect((await trade(await limited(), { scope: 'write' })).body.error).toBe('invalid_scope')
    const foreign = await signed({ resource: orders, scope: 'mail' })
    expect((await trade(foreign)).body.error).toBe('invalid_scope')
    const unknown = await signed({ resource: 'https://unknown.example/' })
    expect((await trade(unknown)).body.error).toBe('invalid_target')
  })

  it.each(['active = false', 'locked_at = now()'])('an account with %s gets no token', async (change) => {
    const user = await makeUser(auth, at.project.id)
    const byId = await accepting({ subject: 'account' })
    const isActive = !change.startsWith('active')
    await auth.database.run(sql`
      UPDATE accounts SET active = ${isActive}, locked_at = ${isActive ? new Date() : null} WHERE id = ${user.id}`)
    const assertion = await signed({ sub: user.id, resource: orders }, {}, byId)
    expect((await trade(assertion, {}, byId)).body.error).toBe('invalid_grant')
    expect(await at.causes(byId)).toEqual(['the subject of the assertion may not sign in'])
  })

  it('an assertion that is bound to a key is exchanged with a proof of this key for a bound token', async () => {
    await setSetting(auth, 'dpop.enabled', true)
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const cnf = { jkt: await calculateJwkThumbprint(jwk) }
    const dpop = await new SignJWT({
      htm: 'POST',
      htu: `${at.project.issuer}/token`,
      jti: crypto.randomUUID(),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey)
    expect((await trade(await signed({ resource: orders, cnf }))).body.error).toBe('invalid_grant')
    const { body } = await trade(await signed({ resource: orders, cnf }), {}, app, { dpop })
    expect(body.token_type).toBe('DPoP')
  })
})
