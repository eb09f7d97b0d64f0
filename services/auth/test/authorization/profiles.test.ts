import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { compactDecrypt, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, keyOf, party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'
import { arrivalOf, authorize, pageOf, postForm } from '../support/journey.ts'
import { underSettings } from '../support/under-settings.ts'

type Settings = Record<string, unknown>

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const on = (settings: Settings, work: () => Promise<void>, after?: Settings) =>
  underSettings(auth, settings, work, after)

async function world(columns: Parameters<typeof storeClient>[2] = {}) {
  const { id, issuer } = await makeProject(auth)
  const key = await keyOf()
  const client = await storeClient(auth, id, { jwks: key.jwks, ...columns })
  const { id: userId, email } = await makeUser(auth, id)
  return { projectId: id, issuer, key, userId, email, ...client }
}

describe('request objects:', () => {
  it('a signed request object of openid-client completes the flow, by URL and pushed', () =>
    on({ 'requestObjects.enabled': true }, async () => {
      const { issuer, clientId, clientSecret, key, email } = await world()
      const rp = await party(auth, { issuer, clientId, clientSecret })
      const { checks, url } = await rp.beginRaw()
      const parameters = new URLSearchParams(url.searchParams)
      const signer = { key: key.privateKey, kid: key.kid }
      const byUrl = await oidc.buildAuthorizationUrlWithJAR(rp.config, parameters, signer)
      const answer = await authorize(new FormBrowser(auth.address, redirectUri), byUrl, email)
      await expect(oidc.authorizationCodeGrant(rp.config, answer, checks)).resolves.toBeTruthy()

      const again = await rp.beginRaw()
      const jar = await oidc.buildAuthorizationUrlWithJAR(rp.config, again.url.searchParams, signer)
      const pushed = await oidc.buildAuthorizationUrlWithPAR(rp.config, jar.searchParams)
      const second = await authorize(new FormBrowser(auth.address, redirectUri), pushed, email)
      await expect(oidc.authorizationCodeGrant(rp.config, second, again.checks)).resolves.toBeTruthy()
    }))

  it('a request object that is unsigned, signed with another key or of another client is rejected', () =>
    on({ 'requestObjects.enabled': true }, async () => {
      const at = await world()
      const otherKey = await keyOf()
      const claims = {
        client_id: at.clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirectUri,
      }
      const make = (more: object, key = at.key) =>
        new SignJWT({ ...claims, ...more })
          .setProtectedHeader({ alg: 'ES256', kid: key.kid })
          .setIssuer(at.clientId)
          .setAudience(at.issuer)
          .setExpirationTime('1m')
          .sign(key.privateKey)
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const unsigned = `${part({ alg: 'none' })}.${part({ ...claims, iss: at.clientId, aud: at.issuer })}.`
      const objects = [unsigned, await make({}, otherKey), await make({ client_id: 'another' }), 'nonsense']
      for (const request of objects) {
        const query = new URLSearchParams({
          client_id: at.clientId,
          response_type: 'code',
          scope: 'openid',
          request,
        })
        const answer = await fetchVia(auth.address)(`${at.issuer}/auth?${query}`)
        expect(`${answer.status} ${answer.headers.get('location') ?? ''}`).not.toContain('/interaction/')
      }
    }))

  it('only a signed request is accepted when the setting or the application requires it', async () => {
    const { issuer, clientId, clientSecret, projectId } = await world()
    const strict = await storeClient(auth, projectId, { require_signed_request_object: true })
    const first = async (client: { clientId: string; clientSecret: string }) => {
      const { url } = await (await party(auth, { issuer, ...client })).beginRaw()
      const reached = await new FormBrowser(auth.address, redirectUri).open(url)
      return isPage(reached) ? 'page' : reached.arrivedAt.searchParams.get('error')
    }
    await on({ 'requestObjects.enabled': true }, async () => {
      expect(await first({ clientId, clientSecret })).toBe('page')
      expect(await first(strict)).toBe('invalid_request')
      await on({ 'requestObjects.requireSignedRequestObject': true }, async () => {
        expect(await first({ clientId, clientSecret })).toBe('invalid_request')
      })
    })
  })
})

describe('pairwise subjects:', () => {
  const pairwise = { subject_type: 'pairwise' }

  it('pairwise subjects are equal within a sector, differ between sectors and never equal the account id', async () => {
    const { projectId, issuer, email, userId } = await world()
    const subject = async (columns: Parameters<typeof storeClient>[2]) => {
      const client = await storeClient(auth, projectId, columns)
      const { tokens, rp } = await codeFlow(auth, { issuer, ...client }, email)
      const sub = tokens.claims()?.sub ?? ''
      const me = await oidc.fetchUserInfo(rp.config, String(tokens.access_token), sub)
      const asked = await oidc.tokenIntrospection(rp.config, String(tokens.access_token))
      expect([me.sub, asked.sub]).toEqual([sub, sub])
      return sub
    }
    const one = await subject(pairwise)
    expect(one).not.toBe(userId)
    expect(await subject(pairwise)).toBe(one)
    expect(await subject({})).toBe(userId)
    const elsewhere = await world(pairwise)
    const { tokens } = await codeFlow(auth, elsewhere, elsewhere.email)
    expect([one, elsewhere.userId]).not.toContain(tokens.claims()?.sub)
  })

  it('pairwise subjects are the same on another replica, after a change of the project', async () => {
    const { issuer, clientId, clientSecret, email } = await world(pairwise)
    const before = await codeFlow(auth, { issuer, clientId, clientSecret }, email)
    const replica = { ...auth, ...(await auth.startReplica()) }
    const after = await codeFlow(replica, { issuer, clientId, clientSecret }, email)
    expect(after.tokens.claims()?.sub).toBe(before.tokens.claims()?.sub)
  })
})

it('dpop.requireNonce: openid-client receives a nonce and repeats its request, and a proof without a nonce is rejected', () =>
  on({ 'dpop.requireNonce': true }, async () => {
    const { projectId, issuer } = await world()
    const machine = await storeClient(auth, projectId, {
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
    })
    const { config } = await party(auth, { issuer, ...machine })
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'))
    await expect(oidc.clientCredentialsGrant(config, undefined, { DPoP })).resolves.toMatchObject({
      token_type: 'dpop',
    })
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const proof = await new SignJWT({ htm: 'POST', htu: `${issuer}/token`, jti: 'j' })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey)
    const answer = await postForm(auth, `${issuer}/token`, { grant_type: 'client_credentials' }, machine, {
      dpop: proof,
    })
    expect(answer.body.error).toBe('use_dpop_nonce')
    expect(answer.headers.get('dpop-nonce')).toEqual(expect.any(String))
  }))

describe('encryption:', () => {
  it('an ID token is encrypted to the application, and unencrypted while the setting is off', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ECDH-ES', { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'enc', use: 'enc', alg: 'ECDH-ES' }
    const at = await world({
      jwks: { keys: [jwk] },
      metadata: { id_token_encrypted_response_alg: 'ECDH-ES', id_token_encrypted_response_enc: 'A128GCM' },
    })
    const { issuer, clientId, clientSecret, email } = at
    const plain = await codeFlow(auth, { issuer, clientId, clientSecret }, email)
    expect(plain.tokens.id_token?.split('.')).toHaveLength(3)
    await on({ 'encryption.enabled': true }, async () => {
      const rp = await party(auth, { issuer, clientId, clientSecret })
      oidc.enableDecryptingResponses(rp.config, ['A128GCM'], { key: privateKey, kid: 'enc', alg: 'ECDH-ES' })
      const { url, redeem } = await rp.begin()
      const tokens = await redeem(await authorize(new FormBrowser(auth.address, redirectUri), url, email))
      expect(tokens.id_token?.split('.')).toHaveLength(5)
      expect(decodeProtectedHeader(tokens.id_token ?? '')).toMatchObject({ alg: 'ECDH-ES', kid: 'enc' })
      const { plaintext } = await compactDecrypt(tokens.id_token ?? '', privateKey)
      expect(decodeJwt(new TextDecoder().decode(plaintext)).sub).toBe(at.userId)
      expect(tokens.claims()?.sub).toBe(at.userId)
    })
  })
})

describe('authentication context classes:', () => {
  it('the ID token names the class that the sign-in reached, and an unmet essential class fails the request', () =>
    on(
      { acrValues: { 'urn:example:password': ['pwd'], 'urn:example:strong': ['pwd', 'otp'] } },
      async () => {
        const { issuer, clientId, clientSecret, email } = await world()
        const { tokens, rp } = await codeFlow(auth, { issuer, clientId, clientSecret }, email, {
          acr_values: 'urn:example:password',
        })
        expect(tokens.claims()?.acr).toBe('urn:example:password')
        expect([...(rp.config.serverMetadata().acr_values_supported ?? [])].sort()).toEqual([
          'urn:example:password',
          'urn:example:strong',
        ])
        const claims = JSON.stringify({ id_token: { acr: { essential: true, value: 'urn:example:strong' } } })
        const { url } = await rp.begin({ claims })
        const browser = new FormBrowser(auth.address, redirectUri)
        const signIn = pageOf(await browser.open(url))
        const answer = arrivalOf(await browser.submit(signIn, '/login', { login: email, password }))
        expect(answer.searchParams.get('error')).toBe('unmet_authentication_requirements')
      },
      { acrValues: {} },
    ))
})

it('refresh tokens are issued and accepted only while offline_access is a supported scope', async () => {
  const { issuer, clientId, clientSecret, email } = await world()
  const client = { issuer, clientId, clientSecret }
  const offline = { scope: 'openid offline_access', prompt: 'consent' }
  const { tokens } = await codeFlow(auth, client, email, offline)
  const scopes = ['openid', 'profile', 'email']
  await on(
    { scopes },
    async () => {
      const { config } = await party(auth, client)
      expect(config.serverMetadata().grant_types_supported).not.toContain('refresh_token')
      await expect(oidc.refreshTokenGrant(config, String(tokens.refresh_token))).rejects.toMatchObject({
        error: 'unsupported_grant_type',
      })
      expect((await codeFlow(auth, client, email)).tokens.refresh_token).toBeUndefined()
    },
    { scopes: ['offline_access', ...scopes] },
  )
  const { config } = await party(auth, client)
  await expect(oidc.refreshTokenGrant(config, String(tokens.refresh_token))).resolves.toBeTruthy()
})
