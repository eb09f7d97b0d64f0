import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchVia } from '@signet/testkit'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeClient, keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { codeRequest, postForm } from '../support/journey.ts'

async function keySet() {
  const state = { keys: [] as object[], fetched: 0, status: 200 }
  const server = createServer((_request, response) => {
    state.fetched += 1
    response.writeHead(state.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: state.keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    state,
    host: `localhost:${port}`,
    url: `http://localhost:${port}/jwks`,
    close: () => server.close(),
  }
}

let keys: Awaited<ReturnType<typeof keySet>>
let auth: Auth
let project: { id: string; issuer: string }
beforeAll(async () => {
  keys = await keySet()
  auth = await startAuth([keys.host])
  project = await makeProject(auth)
})
afterAll(async () => {
  await auth?.close()
  keys?.close()
})

describe('unauthorized_client:', () => {
  const post = async (path: string, body: Record<string, string>) => {
    const client = await storeClient(auth, project.id)
    return (await postForm(auth, `${project.issuer}${path}`, body, client)).body.error
  }

  it.each([
    ['client_credentials', {}],
    ['urn:ietf:params:oauth:grant-type:device_code', { device_code: 'x' }],
  ])(
    'a token request by %s is rejected for an application not registered for the grant (RFC 6749 5.2)',
    async (grantType, more) => {
      expect(await post('/token', { grant_type: grantType, ...more })).toBe('unauthorized_client')
    },
  )

  it('device authorization is rejected for an application not registered for it (RFC 8628 3.1)', async () => {
    expect(await post('/device/auth', { scope: 'openid' })).toBe('unauthorized_client')
  })

  it('backchannel authentication is rejected for an application not registered for it (CIBA Core 13)', async () => {
    await setSetting(auth, 'ciba.enabled', true)
    expect(await post('/backchannel', { scope: 'openid', login_hint: 'x' })).toBe('unauthorized_client')
  })

  it('an authorization request is rejected for an application not registered for it (RFC 6749 4.1.2.1)', async () => {
    const columns = { grant_types: ['client_credentials'], response_types: [] }
    const { clientId } = await storeClient(auth, project.id, columns)
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
    })
    const answer = await fetchVia(auth.address)(`${project.issuer}/auth?${query}`)
    expect(`${answer.headers.get('location')} ${await answer.text()}`).toContain('unauthorized_client')
  })
})

describe('unregistered redirect addresses allowed by the setting:', () => {
  beforeAll(() => setSetting(auth, 'par.allowUnregisteredRedirectUris', true))

  it.each([
    ['https://rp.example/elsewhere', 'web', 201],
    ['http://rp.example/callback', 'web', 400],
    ['http://127.0.0.1:9/callback', 'web', 400],
    ['http://127.0.0.1:9/callback', 'native', 201],
    ['http://rp.example/callback', 'native', 400],
    ['https://name:word@rp.example/', 'web', 400],
    ['https://rp.example/#fragment', 'web', 400],
    ['javascript:alert(1)', 'native', 400],
  ])('a pushed request with %s of a %s application returns %d', async (uri, applicationType, status) => {
    const client = await storeClient(auth, project.id, { application_type: applicationType })
    const body = { client_id: client.clientId, ...codeRequest, redirect_uri: uri }
    const pushed = await postForm(auth, `${project.issuer}/request`, body, client)
    expect(pushed.status, pushed.text).toBe(status)
    if (status === 400) expect(pushed.body.error_description).toMatch(/^redirect_uri/)
  })
})

it('only pushed requests are accepted of an application that requires them', async () => {
  const client = await storeClient(auth, project.id, { require_pushed_authorization_requests: true })
  const request = { client_id: client.clientId, ...codeRequest }
  const leadsTo = async (parameters: Record<string, string>) => {
    const address = `${project.issuer}/auth?${new URLSearchParams(parameters)}`
    const { headers } = await fetchVia(auth.address)(address)
    return headers.get('location') ?? ''
  }
  const refused = new URL(await leadsTo(request))
  expect(`${refused.origin}${refused.pathname}`).toBe(redirectUri)
  expect(refused.searchParams.get('error')).toBe('invalid_request')
  const pushed = await postForm(auth, `${project.issuer}/request`, request, client)
  const { request_uri } = pushed.body
  expect(await leadsTo({ client_id: client.clientId, request_uri: String(request_uri) })).toMatch(
    /\/interaction\/[\w-]+$/,
  )
})

describe('jwks_uri:', () => {
  const machine = {
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: 'private_key_jwt',
  }

  async function world() {
    const { clientId } = await storeClient(auth, project.id, machine)
    await changeClient(auth, clientId, 'jwks_uri', keys.url)
    const authenticate = async (key: Awaited<ReturnType<typeof keyOf>>, kid: string) => {
      const assertion = await new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(clientId)
        .setSubject(clientId)
        .setAudience(project.issuer)
        .setExpirationTime('1m')
        .sign(key.privateKey)
      const body = {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }
      return (await postForm(auth, `${project.issuer}/token`, body, { clientId })).status
    }
    return { authenticate }
  }

  const published = async (kid: string) => {
    const key = await keyOf()
    keys.state.keys = key.jwks.keys.map((jwk) => ({ ...jwk, kid }))
    return key
  }

  it('the key set is fetched again for an unknown kid, at most once per interval', async () => {
    const { authenticate } = await world()
    const first = await published('first')
    keys.state.fetched = 0
    expect(await authenticate(first, 'first')).toBe(200)
    for (let n = 0; n < 5; n += 1) expect(await authenticate(first, `invented-${n}`)).toBe(401)
    expect(keys.state.fetched).toBe(1)
    const second = await published('second')
    await expect.poll(() => authenticate(second, 'second'), { timeout: 9_000, interval: 1_000 }).toBe(200)
    expect(keys.state.fetched).toBeLessThanOrEqual(3)
  })

  it('a failed fetch is not repeated by every request', async () => {
    const { authenticate } = await world()
    const key = await published('only')
    keys.state.fetched = 0
    keys.state.status = 503
    try {
      for (let n = 0; n < 5; n += 1) expect(await authenticate(key, 'only')).toBeGreaterThanOrEqual(400)
      expect(keys.state.fetched).toBe(1)
    } finally {
      keys.state.status = 200
    }
  })
})
