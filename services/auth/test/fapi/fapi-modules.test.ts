import { sql } from '@signet/db'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { codeRequest, pageOf, postForm } from '../support/journey.ts'

/**
 * Modules of the OpenID Foundation's conformance suite that consist of one request (`conformance.md`); the longer journeys have their
 * own tests.
 */

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const ciba = 'urn:openid:params:grant-type:ciba'

let auth: Auth
let issuer: string
let email: string
let clientId: string
let otherId: string
let good: Awaited<ReturnType<typeof keyOf>>
let weak: Awaited<ReturnType<typeof keyOf>>
let other: Awaited<ReturnType<typeof keyOf>>
beforeAll(async () => {
  auth = await startAuth()
  for (const key of ['fapi.enabled', 'requestObjects.enabled', 'ciba.enabled'])
    await setSetting(auth, key, true)
  const project = await makeProject(auth)
  issuer = project.issuer
  good = await keyOf()
  weak = await keyOf('RS256')
  other = await keyOf()
  const columns = {
    token_endpoint_auth_method: 'private_key_jwt',
    grant_types: ['authorization_code', 'refresh_token', ciba],
    backchannel_token_delivery_mode: 'poll',
  }
  const keys = [...good.jwks.keys, ...weak.jwks.keys]
  clientId = (await storeClient(auth, project.id, { ...columns, jwks: { keys } })).clientId
  otherId = (await storeClient(auth, project.id, { ...columns, jwks: other.jwks })).clientId
  email = (await makeUser(auth, project.id)).email
})
afterAll(() => auth?.close())

type Claims = Record<string, unknown>
type Signer = (claims: JWTPayload) => Promise<string> | string

const now = () => Math.floor(Date.now() / 1000)
const minutes = (count: number) => count * 60

const by =
  (key: () => Awaited<ReturnType<typeof keyOf>>, alg = 'ES256'): Signer =>
  (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: key().kid }).sign(key().privateKey)
const byGood = by(() => good)
const byWeak = by(() => weak, 'RS256')
const byOther = by(() => other)
const unsigned: Signer = (claims) => new UnsecuredJWT(claims).encode()
const broken: Signer = async (claims) => `${(await byGood(claims)).slice(0, -12)}AAAAAAAAAAAA`

/** A claim that is `undefined` is omitted. */
const jwt = (claims: Claims, sign: Signer) =>
  sign({ iss: clientId, aud: issuer, jti: crypto.randomUUID(), iat: now(), ...claims } as JWTPayload)

const assertion = (claims: Claims = {}, sign: Signer = byGood) =>
  jwt({ sub: clientId, exp: now() + 60, ...claims }, sign)

const object = (claims: Claims = {}, sign: Signer = byGood) =>
  jwt({ ...codeRequest, client_id: clientId, nbf: now(), exp: now() + 60, ...claims }, sign)

const backchannel = (claims: Claims = {}, sign: Signer = byGood) =>
  jwt({ scope: 'openid', login_hint: email, nbf: now(), exp: now() + 60, ...claims }, sign)

const send = async (path: string, body: Record<string, string>, proof?: string, as = clientId) =>
  (
    await postForm(
      auth,
      issuer + path,
      { client_assertion_type: assertionType, client_assertion: proof ?? (await assertion()), ...body },
      { clientId: as },
    )
  ).status

const without = (name: keyof typeof codeRequest) =>
  Object.fromEntries(Object.entries(codeRequest).filter(([key]) => key !== name))

const [taken, refused, unauthenticated] = [201, 400, 401]

describe('fapi2-security-profile-final:', () => {
  it.each<[module: string, claims: () => Claims, status: number, sign?: Signer]>([
    [
      'ensure-request-object-with-multiple-aud-succeeds',
      () => ({ aud: [issuer, 'https://a.example'] }),
      taken,
    ],
    ['ensure-request-object-with-nbf-8-seconds-in-the-future-is-accepted', () => ({ nbf: now() + 8 }), taken],
    ['ensure-request-object-without-exp-fails', () => ({ exp: undefined }), refused],
    ['ensure-request-object-without-nbf-fails', () => ({ nbf: undefined }), refused],
    ['ensure-expired-request-object-fails', () => ({ nbf: now() - 300, exp: now() - 200 }), refused],
    ['ensure-request-object-with-bad-aud-fails', () => ({ aud: 'https://a.example' }), refused],
    ['ensure-request-object-with-exp-over-60-fails', () => ({ exp: now() + minutes(70) }), refused],
    ['ensure-request-object-with-nbf-over-60-fails', () => ({ nbf: now() - minutes(70) }), refused],
    ['ensure-request-object-without-redirect-uri-fails', () => ({ redirect_uri: undefined }), refused],
    ['ensure-signed-request-object-with-RS256-fails', () => ({}), refused, byWeak],
    ['ensure-request-object-signature-algorithm-is-not-none', () => ({}), refused, unsigned],
    ['ensure-request-object-with-invalid-signature-fails', () => ({}), refused, broken],
    ['ensure-matching-key-in-authorization-request', () => ({}), refused, byOther],
    ['par-authorization-request-containing-request_uri', () => ({ request_uri: 'urn:x' }), refused],
  ])('%s: a pushed request object has the specified response', async (_module, claims, status, sign) => {
    expect(await send('/request', { request: await object(claims(), sign) })).toBe(status)
  })

  it.each<[module: string, body: () => Record<string, string>]>([
    ['par-ensure-pkce-required', () => without('code_challenge')],
    ['par-plain-pkce-rejected', () => ({ ...codeRequest, code_challenge_method: 'plain' })],
    ['ensure-redirect-uri-in-authorization-request', () => without('redirect_uri')],
    ['ensure-registered-redirect-uri', () => ({ ...codeRequest, redirect_uri: 'https://rp.example/other' })],
    ['ensure-response-type-token-fails', () => ({ ...codeRequest, response_type: 'token' })],
    ['ensure-response-type-code-idtoken-fails', () => ({ ...codeRequest, response_type: 'code id_token' })],
    [
      'par-authorization-request-containing-request_uri-form-param',
      () => ({ ...codeRequest, request_uri: 'urn:x' }),
    ],
  ])('%s: a pushed request is rejected', async (_module, body) => {
    expect(await send('/request', body())).toBe(refused)
  })

  it.each<[module: string, more: Record<string, string>]>([
    ['ensure-authorization-request-without-nonce-success', { state: 's' }],
    ['ensure-authorization-request-without-state-success', { nonce: 'n' }],
    ['ensure-authorization-request-with-64-char-nonce-success', { nonce: 'n'.repeat(64) }],
    ['ensure-authorization-request-with-long-nonce', { nonce: 'n'.repeat(384) }],
    ['ensure-authorization-request-with-long-state', { state: 's'.repeat(384) }],
    ['ensure-other-scope-order-succeeds', { scope: 'email openid' }],
  ])('%s: a pushed request is accepted', async (_module, more) => {
    expect(await send('/request', { ...codeRequest, ...more })).toBe(taken)
  })

  it('ensure-mismatched-dpop-jkt-fails: a pushed dpop_jkt must be the key of the proof', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const proof = await new SignJWT({ htm: 'POST', htu: `${issuer}/request`, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey)
    const body = {
      ...codeRequest,
      client_assertion_type: assertionType,
      client_assertion: await assertion(),
      dpop_jkt: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    }
    const answer = await postForm(auth, `${issuer}/request`, body, { clientId }, { dpop: proof })
    expect(answer.status).toBe(refused)
  })

  it('par-ensure-reused-request-uri-prior-to-auth-completion-succeeds, par-attempt-to-use-expired-request_uri: a request_uri is valid until it expires', async () => {
    const pushed = await postForm(
      auth,
      `${issuer}/request`,
      { ...codeRequest, client_assertion_type: assertionType, client_assertion: await assertion() },
      { clientId },
    )
    const query = new URLSearchParams({ client_id: clientId, request_uri: String(pushed.body.request_uri) })
    const visit = () => new FormBrowser(auth.address, redirectUri).open(`${issuer}/auth?${query}`)
    for (let visits = 0; visits < 2; visits += 1)
      expect(pageOf(await visit()).html).toContain('name="password"')
    await auth.database.run(sql`UPDATE oidc_pushed_requests SET expires_at = now() - interval '1 second'`)
    expect(pageOf(await visit()).html).toContain('invalid_request_uri')
  })

  it('par-attempt-invalid-http-method: requests are pushed only by POST', async () => {
    const answer = await fetchVia(auth.address)(`${issuer}/request`, { method: 'PUT' })
    expect(answer.status).toBe(405)
  })

  it.each<[module: string, claims: () => Claims, status: number, sign?: Signer]>([
    [
      'par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted',
      () => ({ nbf: now() + 8 }),
      taken,
    ],
    [
      'par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails',
      () => ({ nbf: now() + 65, exp: now() + 180 }),
      unauthenticated,
    ],
    ['par-test-array-as-audience-fails', () => ({ aud: [issuer] }), unauthenticated],
    ['par-test-par-endpoint-url-as-audience-fails', () => ({ aud: `${issuer}/request` }), unauthenticated],
    ['par-test-token-endpoint-url-as-audience-fails', () => ({ aud: `${issuer}/token` }), unauthenticated],
    ['ensure-client-assertion-with-wrong-aud-fails', () => ({ aud: 'https://a.example' }), unauthenticated],
    ['ensure-client-assertion-with-no-sub-fails', () => ({ sub: undefined }), unauthenticated],
    [
      'ensure-client-assertion-with-exp-is-5-minutes-in-past-fails',
      () => ({ exp: now() - minutes(5) }),
      unauthenticated,
    ],
    ['ensure-signed-client-assertion-with-RS256-fails', () => ({}), unauthenticated, byWeak],
  ])('%s: a client assertion has the specified response', async (_module, claims, status, sign) => {
    expect(await send('/request', codeRequest, await assertion(claims(), sign))).toBe(status)
  })
})

describe('fapi-ciba-id1:', () => {
  it.each<[module: string, claims: () => Claims, sign?: Signer]>([
    ['ensure-request-object-missing-aud-fails', () => ({ aud: undefined })],
    ['ensure-request-object-bad-aud-fails', () => ({ aud: 'https://a.example' })],
    ['ensure-request-object-missing-iss-fails', () => ({ iss: undefined })],
    ['ensure-request-object-bad-iss-fails', () => ({ iss: 'another-client' })],
    ['ensure-request-object-missing-exp-fails', () => ({ exp: undefined })],
    ['ensure-request-object-expired-exp-fails', () => ({ nbf: now() - 300, exp: now() - 200 })],
    ['ensure-request-object-exp-is-70-minutes-in-future-fails', () => ({ exp: now() + minutes(70) })],
    ['ensure-request-object-missing-iat-fails', () => ({ iat: undefined })],
    ['ensure-request-object-missing-nbf-fails', () => ({ nbf: undefined })],
    [
      'ensure-request-object-nbf-is-10-minutes-in-future-fails',
      () => ({ nbf: now() + minutes(10), exp: now() + minutes(20) }),
    ],
    ['ensure-request-object-nbf-is-70-minutes-in-past-fails', () => ({ nbf: now() - minutes(70) })],
    ['ensure-request-object-missing-jti-fails', () => ({ jti: undefined })],
    ['ensure-request-object-signature-algorithm-is-none-fails', () => ({}), unsigned],
    ['ensure-request-object-signature-algorithm-is-bad-fails', () => ({}), broken],
    ['ensure-request-object-signature-algorithm-is-RS256-fails', () => ({}), byWeak],
    ['ensure-request-object-signed-by-other-client-fails', () => ({}), byOther],
    ['ensure-authorization-request-with-multiple-hints-fails', () => ({ id_token_hint: 'x.y.z' })],
    ['ensure-different-client-id-and-issuer-in-backchannel-authorization-request', () => ({ iss: otherId })],
  ])('%s: a backchannel request is rejected', async (_module, claims, sign) => {
    expect(await send('/backchannel', { request: await backchannel(claims(), sign) })).toBe(refused)
  })

  it.each<[module: string, claims: () => Claims]>([
    ['fapi-ciba-id1', () => ({})],
    ['ensure-other-scope-order-succeeds', () => ({ scope: 'email openid' })],
    ['ensure-requested-expiry-as-string-succeeds', () => ({ requested_expiry: '30' })],
    ['ensure-authorization-request-with-binding-message-succeeds', () => ({ binding_message: '1234' })],
  ])('%s: a backchannel request is accepted', async (_module, claims) => {
    expect(await send('/backchannel', { request: await backchannel(claims()) })).toBe(200)
  })

  it('ensure-wrong-client-id-in-backchannel-authorization-request: the request must be signed by the authenticated client', async () => {
    const request = await backchannel()
    expect(await send('/backchannel', { request }, await assertion(), otherId)).toBe(refused)
  })

  it.each(['/backchannel', '/token'])(
    'ensure-without-client-assertion: a request without an assertion, or with one signed by RS256, is rejected at %s',
    async (path) => {
      const body =
        path === '/token' ? { grant_type: ciba, auth_req_id: 'x' } : { request: await backchannel() }
      const bare = await postForm(auth, issuer + path, body, { clientId })
      expect(bare.status).toBe(unauthenticated)
      expect(await send(path, body, await assertion({}, byWeak))).toBe(unauthenticated)
    },
  )

  it('ensure-wrong-auth-req-id-in-token-endpoint-request: an unknown auth_req_id is rejected', async () => {
    expect(await send('/token', { grant_type: ciba, auth_req_id: 'x' })).toBe(refused)
  })
})
