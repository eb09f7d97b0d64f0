import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantType, polling } from '../support/ciba.ts'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

let auth: Auth
let issuer: string
let user: { email: string }
/** The second application has the code flow too. */
let clientId: string
let withCodeFlow: string
let key: Awaited<ReturnType<typeof keyOf>>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'ciba.enabled', true)
  await setSetting(auth, 'requestObjects.enabled', true)
  const project = await makeProject(auth)
  issuer = project.issuer
  user = await makeUser(auth, project.id)
  key = await keyOf()
  const columns = {
    ...polling,
    grant_types: [...polling.grant_types, 'client_credentials'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: key.jwks,
  }
  ;({ clientId } = await storeClient(auth, project.id, columns))
  const both = {
    grant_types: [...columns.grant_types, 'authorization_code'],
    response_types: ['code'],
    redirect_uris: ['https://client.example/callback'],
  }
  ;({ clientId: withCodeFlow } = await storeClient(auth, project.id, { ...columns, ...both }))
})
afterAll(() => auth?.close())

const sign = (audience: string | string[], claims: Record<string, string>, issuedBy = clientId) =>
  new SignJWT({ ...claims, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid })
    .setIssuer(issuedBy)
    .setAudience(audience)
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('1m')
    .sign(key.privateKey)

const authenticated = async (audience: string | string[], by = clientId) => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: await sign(audience, { sub: by }, by),
})

/** The refresh token is not valid, which is an error after the authentication of the client. */
const refresh = { grant_type: 'refresh_token', refresh_token: 'unknown' }

/** Each request is complete, so that only the assertion decides. */
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
  'a refresh of an application without the code flow': async () => ({ path: '/token', body: refresh }),
  'a refresh of an application with the code flow': async () => ({ path: '/token', body: refresh }),
  'a request for a token of its own': async () => ({
    path: '/token',
    body: { grant_type: 'client_credentials' },
  }),
}

/** The client is authenticated: the user did not decide, and FAPI requires a bound token. */
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
const ofCiba = [
  'a backchannel request',
  'a poll of a backchannel request',
  'a refresh of an application without the code flow',
] as const
const never = ['another endpoint', 'another server', 'a list with the issuer'] as const

type Row = readonly [request: keyof typeof requests, audience: string, isAccepted: boolean]

/** `names` are the audiences that each request accepts, of the three of CIBA Core 7.1. */
const rows = (names: (request: keyof typeof requests) => readonly string[]): Row[] =>
  everyRequest.flatMap((request) =>
    ['issuer', 'the token endpoint', 'the backchannel endpoint', ...never].map(
      (audience): Row => [request, audience, names(request).includes(audience)],
    ),
  )

const isOfCiba = (request: string): boolean => ofCiba.some((one) => one === request)

async function check([request, audience, isAccepted]: Row) {
  const { path, body } = await requests[request]()
  const by = request === 'a refresh of an application with the code flow' ? withCodeFlow : clientId
  const all: Record<string, string> = { ...body, ...(await authenticated(audiences(audience), by)) }
  const answer = await postForm(auth, issuer + path, all, { clientId: by })
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
