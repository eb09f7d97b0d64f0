import { fetchVia, isPage } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, newBrowser } from '../consent/journey.ts'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, startAuth } from '../support/harness.ts'
import { approveDevice, authorize, type ClientCredentials, postForm } from '../support/journey.ts'

const device = 'urn:ietf:params:oauth:grant-type:device_code'

let auth: Auth
let issuer: string
let projectId: string
let login: string
beforeAll(async () => {
  auth = await startAuth()
  ;({ id: projectId, issuer } = await makeProject(auth))
  login = (await makeUser(auth, projectId)).email
})
afterAll(() => auth?.close())

const verifier = 'v'.repeat(43)
const challenge = { code_challenge: verifier, code_challenge_method: 'plain' }

const requestOf = (client: ClientCredentials, parameters: Record<string, string>) => ({
  client_id: client.clientId,
  response_type: 'code',
  redirect_uri: redirectUri,
  ...parameters,
})

async function s256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('base64url')
}

async function tokensOf(client: ClientCredentials, query: Record<string, string>) {
  const url = new URL(`${issuer}/auth?${new URLSearchParams(query)}`)
  const answer = await authorize(newBrowser(auth), url, login)
  expect(answer.searchParams.get('error')).toBeNull()
  const code = String(answer.searchParams.get('code'))
  const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  return (await postForm(auth, `${issuer}/token`, body, client)).body
}

describe('request without a scope:', () => {
  it.each([{}, { nonce: 'n' }, { max_age: '3600' }])(
    'the request receives openid when the application may use it: %j',
    async (more) => {
      for (const columns of [{}, { scope: 'openid email' }]) {
        const client = await storeClient(auth, projectId, columns)
        const pkce = { code_challenge: await s256(verifier), code_challenge_method: 'S256' }
        const tokens = await tokensOf(client, requestOf(client, { ...pkce, ...more }))
        expect(tokens).toMatchObject({ scope: 'openid', id_token: expect.any(String) })
      }
    },
  )

  it('a pushed request and a device request receive openid too', async () => {
    const client = await storeClient(auth, projectId, { grant_types: ['authorization_code', device] })
    const pkce = { code_challenge: await s256(verifier), code_challenge_method: 'S256' }
    const pushed = await postForm(
      auth,
      `${issuer}/request`,
      requestOf(client, { ...pkce, nonce: 'n' }),
      client,
    )
    const query = { client_id: client.clientId, request_uri: String(pushed.body.request_uri) }
    expect((await tokensOf(client, query)).scope).toBe('openid')
    const begun = (await postForm(auth, `${issuer}/device/auth`, {}, client)).body
    await approveDevice(newBrowser(auth), String(begun.verification_uri_complete), login)
    const redeem = { grant_type: device, device_code: String(begun.device_code) }
    expect((await postForm(auth, `${issuer}/token`, redeem, client)).body.scope).toBe('openid')
  })

  it('the request is rejected before the sign-in when the application may not use openid', async () => {
    const client = await storeClient(auth, projectId, { scope: 'email' })
    const query = new URLSearchParams(requestOf(client, { ...challenge, code_challenge_method: 'S256' }))
    const response = await fetchVia(auth.address)(`${issuer}/auth?${query}`)
    const location = URL.parse(response.headers.get('location') ?? '')
    expect(location?.searchParams.get('error')).toBe('invalid_scope')
  })
})

describe('offline access (OpenID Connect Core 11):', () => {
  const offline = { scope: 'openid offline_access' }
  const at = (client: ClientCredentials, browser = newBrowser(auth)) => ({
    auth,
    issuer,
    client,
    login,
    browser,
  })

  it('offline access is granted when no consent is needed', async () => {
    const client = await storeClient(auth, projectId)
    const tokens = await (await ask(at(client), offline)).answer()
    expect(tokens).toMatchObject({ scope: 'openid offline_access', refresh_token: expect.any(String) })
  })

  it('offline access requires consent like every scope, and is granted after an earlier consent', async () => {
    const client = await storeClient(auth, projectId, { require_consent: true, partial_consent: true })
    const first = await ask(at(client), offline)
    expect(first.said).toContain('keep access while you are away')
    expect((await first.answer()).refresh_token).toBeDefined()
    const again = await ask(at(client), offline)
    expect(again.page).toBeUndefined()
    expect((await again.answer()).refresh_token).toBeDefined()
  })

  it('declined offline access is not granted', async () => {
    const client = await storeClient(auth, projectId, { require_consent: true, partial_consent: true })
    const tokens = await (await ask(at(client), offline)).answer({ 'scope:offline_access': '' })
    expect([tokens.scope, tokens.refresh_token]).toEqual(['openid', undefined])
  })

  it('offline access is ignored with prompt=none, and the response states the granted scope', async () => {
    const client = await storeClient(auth, projectId, { require_consent: true })
    const browser = newBrowser(auth)
    await (await ask(at(client, browser), { scope: 'openid' })).answer()
    const silent = await ask(at(client, browser), { ...offline, prompt: 'none' })
    expect(isPage(silent.at)).toBe(false)
    expect(await silent.answer()).toMatchObject({ scope: 'openid' })
  })

  it('offline access is rejected for an application not registered for it, and ignored for one that cannot refresh', async () => {
    const limited = await storeClient(auth, projectId, { scope: 'openid email' })
    const { at: answer } = await ask(at(limited), offline)
    expect('arrivedAt' in answer && answer.arrivedAt.searchParams.get('error')).toBe('invalid_scope')
    const plain = await storeClient(auth, projectId, { grant_types: ['authorization_code'] })
    expect((await (await ask(at(plain), offline)).answer()).scope).toBe('openid')
  })
})
