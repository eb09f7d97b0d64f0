import { settingKeys } from '@signet/contracts'
import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

interface World {
  readonly issuer: string
  readonly email: string
  readonly web: { clientId: string; clientSecret: string }
  readonly machine: { clientId: string; clientSecret: string }
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
let auth: Auth
let world: World
beforeAll(async () => {
  auth = await startAuth([], { SIGNET_PROXY_HOPS: '1' })
  const { id, issuer } = await makeProject(auth)
  const none = { response_types: [], redirect_uris: [] }
  world = {
    issuer,
    email: (await makeUser(auth, id)).email,
    web: await storeClient(auth, id),
    machine: await storeClient(auth, id, { ...none, grant_types: ['client_credentials', deviceGrant] }),
  }
})
afterAll(() => auth.close())

/** Returns `interaction`, or the error of the response. */
async function asked(parameters: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({
    client_id: world.web.clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    ...parameters,
  })
  const location =
    (await fetchVia(auth.address)(`${world.issuer}/auth?${query}`)).headers.get('location') ?? ''
  return location.includes('/interaction/')
    ? 'interaction'
    : (URL.parse(location)?.searchParams.get('error') ?? 'page')
}

const posted = (path: string, body: Record<string, string> = {}) =>
  postForm(auth, world.issuer + path, body, world.machine)

const status = async (path: string, method = 'GET', type?: string) =>
  (
    await fetchVia(auth.address)(world.issuer + path, {
      method,
      ...(type ? { headers: { 'content-type': type }, body: '{}' } : {}),
    })
  ).status

async function withProof() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const dpop = await new SignJWT({ htm: 'POST', htu: `${world.issuer}/token`, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .setIssuedAt()
    .sign(privateKey)
  const answer = await postForm(
    auth,
    `${world.issuer}/token`,
    { grant_type: 'client_credentials' },
    world.machine,
    { dpop },
  )
  return answer.body.error ?? answer.body.token_type
}

const userCode = async () => String((await posted('/device/auth', { scope: 'openid' })).body.user_code)

const idTokenWithEmail = async () => {
  const { tokens } = await codeFlow(auth, { issuer: world.issuer, ...world.web }, world.email, {
    scope: 'openid email',
  })
  return 'email' in decodeJwt(tokens.id_token ?? '')
}

interface Row {
  readonly setting: string
  /** Default: true and false. */
  readonly values?: readonly [on: unknown, off: unknown]
  readonly needs?: Readonly<Record<string, unknown>>
  readonly discovery?: readonly [member: string, on: unknown, off: unknown]
  readonly behaviour?: readonly [probe: () => Promise<unknown>, on: unknown, off: unknown]
}

const there = expect.any(String)
const some = expect.any(Array)
const has = (value: string) => expect.arrayContaining([value])
const lacks = (value: string) => expect.not.arrayContaining([value])
const mTLS = { 'mTLS.enabled': true, 'mTLS.trustProxyCertificateHeader': true }

const rows: readonly Row[] = [
  { setting: 'dpop.requireNonce', behaviour: [withProof, 'use_dpop_nonce', 'DPoP'] },
  {
    setting: 'fapi.enabled',
    discovery: ['require_pushed_authorization_requests', true, undefined],
    behaviour: [async () => (await posted('/token', { grant_type: 'client_credentials' })).status, 400, 200],
  },
  { setting: 'backchannelLogout.enabled', discovery: ['backchannel_logout_supported', true, undefined] },
  { setting: 'encryption.enabled', discovery: ['id_token_encryption_alg_values_supported', some, undefined] },
  {
    setting: 'globalTokenRevocation.enabled',
    discovery: ['global_token_revocation_endpoint', there, undefined],
    behaviour: [() => status('/global-token-revocation', 'POST', 'application/json'), 401, 404],
  },
  {
    setting: 'mTLS.enabled',
    needs: { 'mTLS.tlsClientAuth': true },
    discovery: ['token_endpoint_auth_methods_supported', has('tls_client_auth'), lacks('tls_client_auth')],
  },
  {
    setting: 'mTLS.tlsClientAuth',
    needs: mTLS,
    discovery: ['token_endpoint_auth_methods_supported', has('tls_client_auth'), lacks('tls_client_auth')],
  },
  {
    setting: 'mTLS.selfSignedTlsClientAuth',
    needs: mTLS,
    discovery: [
      'token_endpoint_auth_methods_supported',
      has('self_signed_tls_client_auth'),
      lacks('self_signed_tls_client_auth'),
    ],
  },
  {
    setting: 'mTLS.certificateBoundAccessTokens',
    needs: mTLS,
    discovery: ['tls_client_certificate_bound_access_tokens', true, undefined],
  },
  {
    setting: 'deviceFlow.enabled',
    discovery: ['device_authorization_endpoint', there, undefined],
    behaviour: [async () => (await posted('/device/auth', { scope: 'openid' })).status, 200, 404],
  },
  {
    setting: 'deviceFlow.charset',
    values: ['digits', 'base-20'],
    behaviour: [
      userCode,
      expect.stringMatching(/^\d{4}-\d{4}$/),
      expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
    ],
  },
  {
    setting: 'deviceFlow.mask',
    values: ['*** *** ***', '****-****'],
    behaviour: [
      userCode,
      expect.stringMatching(/^\w{3} \w{3} \w{3}$/),
      expect.stringMatching(/^\w{4}-\w{4}$/),
    ],
  },
  {
    setting: 'ciba.enabled',
    discovery: ['backchannel_authentication_endpoint', there, undefined],
    behaviour: [() => status('/account/requests'), 303, 404],
  },
  {
    setting: 'ciba.deliveryModes',
    values: [['poll', 'ping'], ['poll']],
    needs: { 'ciba.enabled': true },
    discovery: ['backchannel_token_delivery_modes_supported', ['poll', 'ping'], ['poll']],
  },
  {
    setting: 'requestObjects.enabled',
    discovery: ['request_parameter_supported', true, undefined],
    behaviour: [() => asked({ request: 'x' }), 'invalid_request_object', 'request_not_supported'],
  },
  {
    setting: 'requestObjects.requireSignedRequestObject',
    needs: { 'requestObjects.enabled': true },
    discovery: ['require_signed_request_object', true, undefined],
    behaviour: [asked, 'invalid_request', 'interaction'],
  },
  {
    setting: 'richAuthorizationRequests.enabled',
    discovery: ['authorization_details_types_supported', [], undefined],
    behaviour: [
      () => asked({ authorization_details: '[{"type":"x"}]' }),
      'invalid_authorization_details',
      'interaction',
    ],
  },
  {
    setting: 'richAuthorizationRequests.types',
    values: [{ payment: { type: 'object' } }, {}],
    needs: { 'richAuthorizationRequests.enabled': true },
    discovery: ['authorization_details_types_supported', ['payment'], []],
  },
  {
    setting: 'registration.enabled',
    discovery: ['registration_endpoint', there, undefined],
    behaviour: [() => status('/reg', 'POST', 'application/json'), 400, 403],
  },
  {
    setting: 'clientIdMetadataDocument.enabled',
    discovery: ['client_id_metadata_document_supported', true, undefined],
  },
  {
    setting: 'clientAuthMethods',
    values: [
      ['none', 'client_secret_basic'],
      ['none', 'private_key_jwt'],
    ],
    discovery: [
      'token_endpoint_auth_methods_supported',
      has('client_secret_basic'),
      lacks('client_secret_basic'),
    ],
    behaviour: [async () => (await posted('/token', { grant_type: 'client_credentials' })).status, 200, 400],
  },
  {
    setting: 'scopes',
    values: [['openid', 'offline_access', 'report'], ['openid']],
    discovery: ['scopes_supported', has('report'), lacks('report')],
  },
  {
    setting: 'claims',
    values: [
      { openid: ['sub'], email: ['email', 'shoe_size'] },
      { openid: ['sub'], email: ['email'] },
    ],
    discovery: ['claims_supported', has('shoe_size'), lacks('shoe_size')],
  },
  { setting: 'conformIdTokenClaims', behaviour: [idTokenWithEmail, false, true] },
  {
    setting: 'acrValues',
    values: [{ 'urn:example:one': ['pwd'] }, {}],
    discovery: ['acr_values_supported', ['urn:example:one'], undefined],
  },
]

describe.each(rows)(
  'setting $setting:',
  ({ setting, values = [true, false], needs = {}, discovery, behaviour }) => {
    it.each([0, 1] as const)(
      'value %i of two is effective in discovery and behavior on the next request',
      async (index) => {
        const all = { ...needs, [setting]: values[index] }
        for (const [key, value] of Object.entries(all)) await setSetting(auth, key, value)
        try {
          const answer = await fetchVia(auth.address)(`${world.issuer}/.well-known/openid-configuration`)
          const document = (await answer.json()) as Record<string, unknown>
          if (discovery) expect(document[discovery[0]]).toEqual(discovery[index + 1])
          if (behaviour) expect(await behaviour[0]()).toEqual(behaviour[index + 1])
        } finally {
          await auth.database.run(sql`DELETE FROM settings WHERE key = ANY(${Object.keys(all)})`)
          await setSetting(auth, 'rateLimit.enabled', false)
        }
      },
    )
  },
)

const coveredInFiles: Readonly<Record<string, string>> = {
  'authorization.allowOmittingSingleRegisteredRedirectUri': 'switches.test.ts',
  'pkce.required': 'switches.test.ts',
  'par.enabled': 'switches.test.ts',
  'par.allowUnregisteredRedirectUris': 'switches.test.ts',
  'dpop.enabled': 'switches.test.ts',
  'introspection.enabled': 'switches.test.ts',
  'jwtIntrospection.enabled': 'switches.test.ts',
  'responseMode.jwt.enabled': 'switches.test.ts',
  'clientCredentials.enabled': 'switches.test.ts',
  'userinfo.enabled': 'switches.test.ts',
  'jwtUserinfo.enabled': 'switches.test.ts',
  'revocation.enabled': 'switches.test.ts',
  'rpInitiatedLogout.enabled': 'switches.test.ts',
  'claimsParameter.enabled': 'switches.test.ts',
  'resourceIndicators.enabled': 'switches.test.ts',
  'rateLimit.enabled': 'switches.test.ts',
  'cors.enabled': 'cors.test.ts',
  'mTLS.trustProxyCertificateHeader': 'mutual-tls.test.ts',
  'refreshTokens.reuseSeconds': 'tokens/redemption.test.ts',
  'registration.issueRegistrationAccessToken': 'registration.test.ts',
  'registrationManagement.enabled': 'registration.test.ts',
  'registrationManagement.rotateRegistrationAccessToken': 'registration.test.ts',
  'consent.scopeDescriptions': 'consent.test.ts',
  accessTokenSigningAlg: 'tokens/signing.test.ts',
}

/** Settings without an effect on this service. */
const others = /^(?:rateLimit|loginThrottle|scim|errorStore|errorreport|plans|projects|mcp|federation)\./

it('every setting of the authorization server has tests of two values', () => {
  const shown = new Set([...rows.map(({ setting }) => setting), ...Object.keys(coveredInFiles)])
  expect(settingKeys.filter((key) => !shown.has(key) && !others.test(key))).toEqual([])
})
