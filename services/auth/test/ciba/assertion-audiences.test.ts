import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantType, polling } from '../support/ciba.ts'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

let auth: Auth
let issuer: string
let user: { email: string }
let clientId: string
let key: Awaited<ReturnType<typeof keyOf>>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'ciba.enabled', true)
  await setSetting(auth, 'requestObjects.enabled', true)
  const project = await makeProject(auth)
  issuer = project.issuer
  user = await makeUser(auth, project.id)
  key = await keyOf()
  ;({ clientId } = await storeClient(auth, project.id, {
    ...polling,
    grant_types: [...polling.grant_types, 'client_credentials'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: key.jwks,
  }))
})
afterAll(() => auth?.close())

const sign = (audience: string | string[], claims: Record<string, string>) =>
  new SignJWT({ ...claims, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid })
    .setIssuer(clientId)
    .setAudience(audience)
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('1m')
    .sign(key.privateKey)

const authenticated = async (audience: string | string[]) => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: await sign(audience, { sub: clientId }),
})

/** Requests by endpoint; each is complete, so that only the assertion decides. */
const requests = {
  'a backchannel request': async () => ({
    path: '/backchannel',
    body: { request: await sign(issuer, { scope: 'openid', login_hint: user.email }) },
  }),
  'a poll of a backchannel request': async () => {
    const { path, body } = await requests['a backchannel request']()
    const sent = await postForm(
      auth,
      issuer + path,
      { ...body, ...(await authenticated(issuer)) },
      { clientId },
    )
    return { path: '/token', body: { grant_type: grantType, auth_req_id: String(sent.body.auth_req_id) } }
  },
  'a request for a token of its own': async () => ({
    path: '/token',
    body: { grant_type: 'client_credentials' },
  }),
}

/** Errors of a request whose client is authenticated: the user did not decide, and FAPI requires a bound token. */
const afterAuthentication = [undefined, 'authorization_pending', 'invalid_grant']

const audiences = (name: string): string | string[] =>
  ({
    issuer,
    'the token endpoint': `${issuer}/token`,
    'the backchannel endpoint': `${issuer}/backchannel`,
    'another endpoint': `${issuer}/token/introspection`,
    'another server': 'https://other.example',
    'a list with the issuer': [issuer],
  })[name] ?? name

const everyRequest = Object.keys(requests) as (keyof typeof requests)[]
const ofCiba = ['a backchannel request', 'a poll of a backchannel request'] as const
const never = ['another endpoint', 'another server', 'a list with the issuer'] as const

type Row = readonly [request: keyof typeof requests, audience: string, isAccepted: boolean]

/** Rows of one profile: `names` are the audiences that each request accepts, of the three of CIBA Core 7.1. */
const rows = (names: (request: keyof typeof requests) => readonly string[]): Row[] =>
  everyRequest.flatMap((request) =>
    ['issuer', 'the token endpoint', 'the backchannel endpoint', ...never].map(
      (audience): Row => [request, audience, names(request).includes(audience)],
    ),
  )

const isOfCiba = (request: string): boolean => ofCiba.some((one) => one === request)

async function check([request, audience, isAccepted]: Row) {
  const { path, body } = await requests[request]()
  const all: Record<string, string> = { ...body, ...(await authenticated(audiences(audience))) }
  const answer = await postForm(auth, issuer + path, all, { clientId })
  if (isAccepted) expect(afterAuthentication).toContain(answer.body.error)
  else expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
}

/** A request at the backchannel endpoint may name this endpoint, and each request the issuer and the token endpoint. */
const withEndpoints = (request: string): readonly string[] => [
  'issuer',
  'the token endpoint',
  ...(request === 'a backchannel request' ? ['the backchannel endpoint'] : []),
]

describe('audience of a client assertion without the FAPI profile:', () => {
  test.each(rows(withEndpoints))('%s with %s as the audience is accepted: %j', (...row) => check(row))
})

describe('audience of a client assertion under the FAPI profile:', () => {
  beforeAll(() => setSetting(auth, 'fapi.enabled', true))
  afterAll(() => setSetting(auth, 'fapi.enabled', false))

  test.each(rows((request) => (isOfCiba(request) ? withEndpoints(request) : ['issuer'])))(
    '%s with %s as the audience is accepted: %j',
    (...row) => check(row),
  )
})
