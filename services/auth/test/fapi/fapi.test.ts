import { FormBrowser, fetchVia } from '@signet/testkit'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf, party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { arrivalOf, authorize, codeRequest, postForm } from '../support/journey.ts'
import { underSettings } from '../support/under-settings.ts'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const strong = { token_endpoint_auth_method: 'private_key_jwt' }

let auth: Auth
let issuer: string
let projectId: string
let email: string
let clientId: string
let key: Awaited<ReturnType<typeof keyOf>>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'fapi.enabled', true)
  await setSetting(auth, 'requestObjects.enabled', true)
  const project = await makeProject(auth)
  issuer = project.issuer
  key = await keyOf()
  projectId = project.id
  clientId = (await storeClient(auth, projectId, { ...strong, jwks: key.jwks })).clientId
  email = (await makeUser(auth, project.id)).email
})
afterAll(() => auth?.close())

const rp = (id = clientId) =>
  party(auth, {
    issuer,
    clientId: id,
    authentication: oidc.PrivateKeyJwt({ key: key.privateKey, kid: key.kid }),
  })

const seconds = () => Math.floor(Date.now() / 1000)

const sign = (claims: Record<string, unknown>) =>
  new SignJWT({ iss: clientId, aud: issuer, jti: crypto.randomUUID(), exp: seconds() + 120, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid })
    .sign(key.privateKey)

const push = async (
  body: Record<string, string>,
  { ahead = 0, proof }: { ahead?: number; proof?: string } = {},
) =>
  postForm(
    auth,
    `${issuer}/request`,
    {
      ...body,
      client_assertion_type: assertionType,
      client_assertion: await sign({ sub: clientId, iat: seconds() + ahead }),
    },
    { clientId },
    proof ? { dpop: proof } : {},
  )

describe('FAPI 2.0 security profile:', () => {
  it('a refresh token is not rotated and stays valid (5.3.2.1-9)', async () => {
    const { config, beginRaw } = await rp()
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'))
    const { url, checks } = await beginRaw({ scope: 'openid offline_access', prompt: 'consent' })
    const pushed = await oidc.buildAuthorizationUrlWithPAR(config, url.searchParams, { DPoP })
    const answer = await authorize(new FormBrowser(auth.address, redirectUri), pushed, email)
    const tokens = await oidc.authorizationCodeGrant(config, answer, checks, undefined, { DPoP })
    const first = String(tokens.refresh_token)
    for (let use = 0; use < 2; use += 1) {
      const renewed = await oidc.refreshTokenGrant(config, first, undefined, { DPoP })
      expect(renewed.refresh_token ?? first).toBe(first)
    }
    const other = await storeClient(auth, projectId, { ...strong, jwks: key.jwks })
    const otherParty = await rp(other.clientId)
    await expect(oidc.refreshTokenGrant(otherParty.config, first, undefined, { DPoP })).rejects.toMatchObject(
      {
        error: 'invalid_grant',
      },
    )
  })

  it('a pushed request is valid for more than four and less than ten minutes (5.3.2.2-11)', async () => {
    const { status, body } = await push(codeRequest)
    expect(status).toBe(201)
    expect(body.expires_in).toBeGreaterThan(240)
    expect(body.expires_in).toBeLessThan(600)
    const object = { ...codeRequest, client_id: clientId, nbf: seconds(), exp: seconds() + 200 }
    const signed = await push({ request: await sign(object) })
    expect(signed.body.expires_in, signed.text).toBeGreaterThan(150)
    expect(signed.body.expires_in).toBeLessThanOrEqual(200)
  })

  describe('clock skew (5.3.2.1):', () => {
    it('a client assertion issued 10 seconds ahead of the clock is accepted and one 70 seconds ahead is rejected', async () => {
      expect((await push(codeRequest, { ahead: 10 })).status).toBe(201)
      expect(await push(codeRequest, { ahead: 70 })).toMatchObject({ body: { error: 'invalid_client' } })
    })

    it('a request object issued 10 seconds ahead of the clock is accepted and one 70 seconds ahead is rejected', async () => {
      const object = { ...codeRequest, client_id: clientId, nbf: seconds() }
      expect((await push({ request: await sign({ ...object, iat: seconds() + 10 }) })).status).toBe(201)
      expect(await push({ request: await sign({ ...object, iat: seconds() + 70 }) })).toMatchObject({
        body: { error: 'invalid_request_object' },
      })
    })

    it('a DPoP proof issued 10 seconds ahead of the clock is accepted and one 70 seconds ahead is rejected', async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256')
      const jwk = await exportJWK(publicKey)
      const proof = (ahead: number) =>
        new SignJWT({
          htm: 'POST',
          htu: `${issuer}/request`,
          jti: crypto.randomUUID(),
          iat: seconds() + ahead,
        })
          .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
          .sign(privateKey)
      expect((await push(codeRequest, { proof: await proof(10) })).status).toBe(201)
      expect(await push(codeRequest, { proof: await proof(70) })).toMatchObject({
        body: { error: 'invalid_dpop_proof' },
      })
    })
  })
})

describe('FAPI 2.0 profile:', () => {
  it('openid-client completes the flow with a key, pushed requests, PKCE and DPoP', async () => {
    const { config, beginRaw } = await rp()
    const server = config.serverMetadata()
    expect(server).toMatchObject({
      require_pushed_authorization_requests: true,
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    })
    expect(server.id_token_signing_alg_values_supported).not.toContain('RS256')
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'))
    const { url, checks } = await beginRaw()
    const pushed = await oidc.buildAuthorizationUrlWithPAR(config, url.searchParams, { DPoP })
    const answer = await authorize(new FormBrowser(auth.address, redirectUri), pushed, email)
    const tokens = await oidc.authorizationCodeGrant(config, answer, checks, undefined, { DPoP })
    expect(tokens.token_type).toBe('dpop')
    const sub = tokens.claims()?.sub ?? ''
    const me = await oidc.fetchUserInfo(config, String(tokens.access_token), sub, { DPoP })
    expect(me.sub).toBe(sub)
  })

  it('a request that was not pushed, a shared secret and an unbound token are rejected', async () => {
    const { url } = await (await rp()).beginRaw()
    const refused = await new FormBrowser(auth.address, redirectUri).open(url)
    expect(arrivalOf(refused).searchParams.get('error')).toBe('invalid_request')
    const weak = await storeClient(auth, projectId)
    const pushed = await postForm(auth, `${issuer}/request`, Object.fromEntries(url.searchParams), weak)
    expect(pushed.status).toBeGreaterThanOrEqual(400)
    const machine = await storeClient(auth, projectId, {
      ...strong,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      jwks: key.jwks,
    })
    const { config } = await rp(machine.clientId)
    await expect(oidc.clientCredentialsGrant(config)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('the sign-in of the console and of agents is not restricted, so that the profile can be switched off', () =>
    underSettings(
      auth,
      { clientAuthMethods: ['private_key_jwt'], 'requestObjects.requireSignedRequestObject': true },
      async () => {
        const agent = await party(auth, { issuer: auth.baseUrl, clientId: 'signet-agent' })
        const { url } = await agent.beginRaw({ redirect_uri: 'http://127.0.0.1:1/callback' })
        const answer = await fetchVia(auth.address)(url.href)
        expect(answer.headers.get('location') ?? (await answer.text())).not.toContain('invalid_client')
      },
      {
        clientAuthMethods: [
          'none',
          'client_secret_basic',
          'client_secret_post',
          'client_secret_jwt',
          'private_key_jwt',
        ],
      },
    ))
})
