import { fetchVia, sampled } from '@signet/testkit'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
let issuer: string
const ids: Record<string, string> = {}
const key = await keyOf()
beforeAll(async () => {
  auth = await startAuth()
  const on = [
    'requestObjects.enabled',
    'par.enabled',
    'dpop.enabled',
    'ciba.enabled',
    'deviceFlow.enabled',
    'introspection.enabled',
    'revocation.enabled',
    'registration.enabled',
    'globalTokenRevocation.enabled',
    'rpInitiatedLogout.enabled',
    'claimsParameter.enabled',
    'richAuthorizationRequests.enabled',
    'clientIdMetadataDocument.enabled',
    'jwtIntrospection.enabled',
    'backchannelLogout.enabled',
    'federation.enabled',
  ]
  for (const name of on) await setSetting(auth, name, true)
  const project = await makeProject(auth)
  issuer = project.issuer
  ids.signed = (
    await storeClient(auth, project.id, {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: key.jwks,
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    })
  ).clientId
  ids.public = (
    await storeClient(auth, project.id, { token_endpoint_auth_method: 'none', jwks: key.jwks })
  ).clientId
})
afterAll(() => auth?.close())

const values = [
  5,
  -1,
  1e300,
  true,
  null,
  [],
  {},
  [[]],
  [5],
  [null],
  { a: 1 },
  '',
  '\0',
  '\ud800',
  'x'.repeat(3_000),
]

const claims = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'] as const
const requested = [
  'client_id',
  'redirect_uri',
  'scope',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'max_age',
  'claims',
  'authorization_details',
  'resource',
  'prompt',
  'login_hint',
  'id_token_hint',
  'code_challenge',
  'code_challenge_method',
  'acr_values',
  'ui_locales',
  'events',
  'sid',
  'htm',
  'htu',
  'ath',
] as const

const usual = () => {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: ids.signed,
    sub: ids.signed,
    aud: issuer,
    exp: now + 60,
    nbf: now,
    iat: now,
    jti: `${Math.random()}`,
    client_id: ids.signed,
    response_type: 'code',
    redirect_uri: 'https://rp.example/callback',
  }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (payload: unknown, header: unknown) => `${part(header)}.${part(payload)}.`
const signed = (payload: Record<string, unknown>, typ: string) =>
  new SignJWT(payload as never).setProtectedHeader({ alg: 'ES256', kid: key.kid, typ }).sign(key.privateKey)

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
type Fields = Readonly<Record<string, string>>

const carriers: readonly [
  path: string,
  fields: (jwt: string) => Fields,
  headers?: (jwt: string) => Fields,
][] = [
  ...['/token', '/request', '/token/introspection', '/token/revocation', '/device/auth', '/backchannel'].map(
    (path): [string, (jwt: string) => Fields] => [
      path,
      (jwt) => ({
        grant_type: 'client_credentials',
        token: 'x',
        client_assertion_type: assertionType,
        client_assertion: jwt,
      }),
    ],
  ),
  ['/auth', (jwt) => ({ client_id: ids.signed ?? '', request: jwt })],
  [
    '/auth',
    (jwt) => ({ client_id: ids.public ?? '', id_token_hint: jwt, response_type: 'code', scope: 'openid' }),
  ],
  ['/request', (jwt) => ({ client_id: ids.public ?? '', request: jwt })],
  ['/session/end', (jwt) => ({ id_token_hint: jwt })],
  [
    '/token',
    (jwt) => ({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: jwt,
      client_id: ids.public ?? '',
    }),
  ],
  [
    '/token',
    () => ({ grant_type: 'authorization_code', code: 'x', client_id: ids.public ?? '' }),
    (dpop) => ({ dpop }),
  ],
  ['/me', () => ({}), (jwt) => ({ authorization: `DPoP ${jwt}`, dpop: jwt })],
  ['/global-token-revocation', () => ({}), (jwt) => ({ authorization: `Bearer ${jwt}` })],
  ['/federation/x/backchannel-logout', (jwt) => ({ logout_token: jwt })],
]

async function post(base: string, [path, fields, headers]: (typeof carriers)[number], jwt: string) {
  const answer = await fetchVia(auth.address)(`${base}${path}`, {
    method: 'POST',
    headers: {
      'content-type':
        path === '/global-token-revocation' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...headers?.(jwt),
    },
    body: path === '/global-token-revocation' ? '{}' : new URLSearchParams(fields(jwt)),
  })
  return answer.status
}

it.each([...claims, ...requested])('a JWT whose claim %s has a wrong type causes no fault', async (claim) => {
  const problems: unknown[] = []
  const requests = values.flatMap((value) =>
    carriers.flatMap((carrier) =>
      (carrier[0] === '/token' ? [issuer, auth.baseUrl] : [issuer]).flatMap((base) =>
        [true, false].map((isSigned) => ({ value, carrier, base, isSigned })),
      ),
    ),
  )
  for (const { value, carrier, base, isSigned } of sampled(requests, 0.08)) {
    const payload = { ...usual(), [claim]: value }
    const type = claim.startsWith('ht') ? 'dpop+jwt' : 'JWT'
    const jwt = isSigned ? await signed(payload, type).catch(() => '') : unsigned(payload, { alg: 'none' })
    const status = await post(base, carrier, jwt)
    if (status >= 500) problems.push({ at: carrier[0], value: JSON.stringify(value)?.slice(0, 30), status })
  }
  expect(problems.slice(0, 5)).toEqual([])
  expect(
    [...new Set(auth.occurrences.map(({ message, stack }) => `${message}\n${stack}`))].slice(0, 3),
  ).toEqual([])
})

it.each([
  ['a header that is a list', unsigned({}, [])],
  ['a header that is null', unsigned({}, null)],
  ['an algorithm that is a number', unsigned({ sub: 'x' }, { alg: 5 })],
  ['a key that is a list', unsigned({ sub: 'x' }, { alg: 'ES256', typ: 'dpop+jwt', jwk: [] })],
  ['a key of another type', unsigned({ sub: 'x' }, { alg: 'ES256', typ: 'dpop+jwt', jwk: { kty: 5 } })],
  ['a critical header', unsigned({ sub: 'x' }, { alg: 'ES256', crit: 5 })],
  ['claims that are a list', unsigned([], { alg: 'none' })],
  ['claims that are null', unsigned(null, { alg: 'none' })],
  ['five parts', 'a.b.c.d.e'],
  ['only dots', '.'.repeat(5_000)],
])('a JWT with %s causes no fault', async (_what, jwt) => {
  const statuses = []
  for (const carrier of carriers) statuses.push(await post(issuer, carrier, jwt))
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect([...new Set(auth.occurrences.map(({ message, stack }) => `${message}\n${stack}`))]).toEqual([])
})
