import { fetchVia } from '@signet/testkit'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeFlow, keyOf, party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { answerRequest, approveDevice, type ClientCredentials, postForm } from '../support/journey.ts'

/** `redemption.test.ts` covers codes and refresh tokens. */
const parallel = 16
const rounds = Math.min(Number(process.env.SIGNET_RACE_ROUNDS ?? 3), 500)

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const cibaGrant = 'urn:openid:params:grant-type:ciba'

let auth: Auth
let replicas: readonly Auth['address'][]
let issuer: string
let email: string
let client: ClientCredentials
let keyed: ClientCredentials
let key: Awaited<ReturnType<typeof keyOf>>
let flow: Awaited<ReturnType<typeof codeFlow>>
beforeAll(async () => {
  auth = await startAuth()
  replicas = [auth.address, (await auth.startReplica()).address]
  await setSetting(auth, 'ciba.enabled', true)
  const project = await makeProject(auth)
  issuer = project.issuer
  email = (await makeUser(auth, project.id)).email
  client = await storeClient(auth, project.id, {
    grant_types: ['authorization_code', 'client_credentials', deviceGrant, cibaGrant],
    backchannel_token_delivery_mode: 'poll',
  })
  key = await keyOf()
  const machine = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }
  const { clientId } = await storeClient(auth, project.id, {
    ...machine,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: key.jwks,
  })
  keyed = { clientId }
  flow = await codeFlow(auth, { issuer, ...client }, email)
})
afterAll(() => auth?.close())

/** True when the artifact was accepted at the replica. */
type Use = (replica: Auth['address']) => Promise<boolean>

const atToken =
  (body: Record<string, string>, as = client, headers: Record<string, string> = {}): Use =>
  async (address) =>
    (await postForm({ ...auth, address }, `${issuer}/token`, body, as, headers)).status === 200

const kinds: Readonly<Record<string, () => Promise<Use>>> = {
  'a device code': async () => {
    const { config } = await party(auth, { issuer, ...client })
    const started = await oidc.initiateDeviceAuthorization(config, { scope: 'openid' })
    await approveDevice(flow.browser, started.verification_uri_complete ?? '', email)
    return atToken({ grant_type: deviceGrant, device_code: started.device_code })
  },
  'a backchannel request': async () => {
    const { config } = await party(auth, { issuer, ...client })
    const hint = { scope: 'openid', login_hint: email }
    const { auth_req_id } = await oidc.initiateBackchannelAuthentication(config, hint)
    await answerRequest(flow.browser, issuer, email)
    return atToken({ grant_type: cibaGrant, auth_req_id })
  },
  'a pushed request': async () => {
    const { url } = await flow.rp.beginRaw({ prompt: 'none' })
    const pushed = await oidc.buildAuthorizationUrlWithPAR(flow.rp.config, url.searchParams)
    const cookie = flow.browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return async (address) => {
      const answer = await fetchVia(address)(pushed.href, { headers: { accept: 'text/html', cookie } })
      return new URL(answer.headers.get('location') ?? issuer).searchParams.has('code')
    }
  },
  'a client assertion': async () => {
    const assertion = await new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .setIssuer(keyed.clientId)
      .setSubject(keyed.clientId)
      .setAudience(issuer)
      .setExpirationTime('1m')
      .sign(key.privateKey)
    return atToken(
      {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      },
      keyed,
    )
  },
  'a proof of possession': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const proof = await new SignJWT({ htm: 'POST', htu: `${issuer}/token`, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey)
    return atToken({ grant_type: 'client_credentials' }, client, { dpop: proof })
  },
}

it.each(Object.entries(kinds))(
  `%s used ${parallel} times concurrently at two replicas is accepted exactly once`,
  { timeout: process.env.SIGNET_SOAK ? 3_600_000 : 60_000 },
  async (_kind, make) => {
    const [one = auth.address, two = auth.address] = replicas
    for (let round = 0; round < rounds; round += 1) {
      const use = await make()
      const uses = await Promise.all(
        Array.from({ length: parallel }, (_, index) => use(index % 2 ? one : two)),
      )
      expect(uses.filter(Boolean)).toHaveLength(1)
      for (const replica of replicas) expect(await use(replica)).toBe(false)
    }
  },
)
