import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { sql } from '@signet/db'
import { createEgress } from '@signet/http'
import { newId } from '@signet/runtime'
import { createRelyingParty, FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { keyOf } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  rootProjects,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { arrivalOf, pageOf, postForm } from '../support/journey.ts'
import { publisher } from '../support/publisher.ts'

const document = {
  client_name: 'Signet console',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
}

let host: Awaited<ReturnType<typeof publisher>>
let auth: Auth
let issuer: string
let email: string
let paths = 0
beforeAll(async () => {
  host = await publisher()
  auth = await startAuth([host.pair])
  await setSetting(auth, 'clientIdMetadataDocument.enabled', true)
  const project = await makeProject(auth)
  issuer = project.issuer
  email = (await makeUser(auth, project.id)).email
})
afterAll(async () => {
  await auth?.close()
  host?.close()
})
beforeEach(() => {
  paths += 1
})

/** Accepts connections and never responds. */
async function plainServer() {
  const server = createTcpServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    pair: `localhost:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function replicaReaching(pairs: readonly string[]) {
  const app = await buildApp({ ...auth.depsNow(), egress: createEgress({ allow: [host.pair, ...pairs] }) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { address: { host: '127.0.0.1', port: (app.server.address() as AddressInfo).port } }
}

const rpOf = (clientId: string, at = issuer) =>
  createRelyingParty({ issuer: at, clientId, redirectUri, address: auth.address })

async function first(clientId: string, at = issuer): Promise<string> {
  const { url } = await (await rpOf(clientId, at)).begin()
  const reached = await new FormBrowser(auth.address, redirectUri).open(url)
  if (!isPage(reached)) return 'sent back'
  return reached.html.includes('name="password"') ? 'sign-in' : 'refused'
}

describe('client metadata document:', () => {
  it('openid-client completes the code flow, and the consent page names the host that published the document', async () => {
    const clientId = host.publish(`/app/${paths}`, {
      ...document,
      signet: { requireConsent: false, builtIn: true },
    })
    const rp = await rpOf(clientId)
    expect(rp.config.serverMetadata().client_id_metadata_document_supported).toBe(true)
    const { url, redeem } = await rp.begin()
    const browser = new FormBrowser(auth.address, redirectUri)
    const consent = pageOf(
      await browser.submit(pageOf(await browser.open(url)), '/login', { login: email, password }),
    )
    expect(consent.html).toContain(new URL(clientId).host)
    expect(consent.html).not.toContain('Signet console')
    const tokens = await redeem(arrivalOf(await browser.submit(consent, '/consent')))
    expect(tokens.claims()?.aud).toBe(clientId)
  })

  it('the key set of a metadata document is fetched once for several assertions', async () => {
    const key = await keyOf()
    const jwks = key.jwks.keys.map((jwk) => ({ ...jwk, kid: 'first' }))
    const clientId = host.publish(`/keys/${paths}`, {
      ...document,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: host.publish(`/jwks/${paths}`, { keys: jwks }),
    })
    const before = host.asked()
    for (let n = 0; n < 4; n += 1) {
      const assertion = await new SignJWT({ jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', kid: 'first' })
        .setIssuer(clientId)
        .setSubject(clientId)
        .setAudience(issuer)
        .setExpirationTime('1m')
        .sign(key.privateKey)
      const body = {
        grant_type: 'refresh_token',
        refresh_token: 'unknown',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }
      const { body: answer } = await postForm(auth, `${issuer}/token`, body, { clientId })
      // The assertion authenticates the client; the refresh token is unknown.
      expect(answer).toMatchObject({ error: 'invalid_grant' })
    }
    // One request for the document and one for its keys.
    expect(host.asked() - before).toBe(2)
  })

  it('a fresh document is fetched once', async () => {
    const clientId = host.publish(`/fresh/${paths}`, document)
    const before = host.asked()
    for (let n = 0; n < 3; n += 1) expect(await first(clientId)).toBe('sign-in')
    expect(host.asked() - before).toBe(1)
  })

  it.each([
    ['names another client_id', { client_id: 'https://other.example/app' }],
    ['uses an authentication method with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['contains a secret', { client_secret: 'x' }],
    ['requests client_credentials', { grant_types: ['client_credentials'] }],
    ['registers no address', { redirect_uris: [] }],
    ['registers an address without https', { redirect_uris: ['http://rp.example/'] }],
    ['names the algorithm none', { id_token_signed_response_alg: 'none' }],
  ])('a client is rejected when its document %s', async (_what, wrong) => {
    expect(await first(host.publish(`/wrong/${paths}`, { ...document, ...wrong }))).toBe('refused')
  })

  it('a client is rejected when its host redirects, fails or sends too much', async () => {
    const redirecting = { status: 302, headers: { location: `${host.base}/elsewhere` } }
    expect(await first(host.publish(`/redirect/${paths}`, document, redirecting))).toBe('refused')
    expect(await first(host.publish(`/failing/${paths}`, document, { status: 500 }))).toBe('refused')
    const endless = { ...document, client_name: 'x'.repeat(6_000) }
    expect(await first(host.publish(`/endless/${paths}`, endless))).toBe('refused')
  })

  it('every cause of a missing document yields the same page, after the same minimum time', async () => {
    const [silent, closed] = [await plainServer(), await plainServer()]
    await closed.close()
    onTestFinished(() => silent.close())
    const reaching = { ...auth, ...(await replicaReaching([closed.pair, silent.pair])) }
    const answers = new Set<string>()
    for (const clientId of [
      `https://${closed.pair}/app`,
      `https://${silent.pair}/app`,
      'https://10.0.0.1/app',
      'https://name.invalid/app',
      host.publish(`/status/${paths}`, document, { status: 404 }),
      host.publish(`/moved/${paths}`, document, { status: 302, headers: { location: host.base } }),
      host.publish(`/packed/${paths}`, document, { headers: { 'content-encoding': 'gzip' } }),
      host.publishText(`/page/${paths}`, '<!doctype html>'),
    ]) {
      const { url } = await (await rpOf(clientId)).begin()
      const begun = performance.now()
      const page = pageOf(await new FormBrowser(reaching.address, redirectUri).open(url))
      expect(performance.now() - begun, clientId).toBeGreaterThan(249)
      // The page repeats the client id that the browser sent.
      answers.add(`${page.status} ${page.html.replaceAll(clientId, '')}`)
    }
    expect([...answers]).toHaveLength(1)
  })

  it('a host that failed is not contacted again by the next requests', async () => {
    const clientId = host.publish(`/flood/${paths}`, document, { status: 500 })
    const before = host.asked()
    for (let n = 0; n < 4; n += 1) await first(clientId)
    expect(host.asked() - before).toBe(1)
  })

  it('an address without a path, with a query or in a forbidden network is never fetched', async () => {
    const before = host.asked()
    for (const clientId of [
      host.base,
      `${host.base}/`,
      `${host.base}/x?y=1`,
      'https://127.0.0.1:1/app',
      'https://169.254.169.254/app',
    ])
      expect(await first(clientId), clientId).toBe('refused')
    expect(host.asked()).toBe(before)
  })

  it('a client with a metadata document is unknown while the setting is off', async () => {
    const clientId = host.publish(`/off/${paths}`, document)
    await setSetting(auth, 'clientIdMetadataDocument.enabled', false)
    try {
      expect(
        (await rpOf(clientId)).config.serverMetadata().client_id_metadata_document_supported,
      ).toBeUndefined()
      expect(await first(clientId)).toBe('refused')
    } finally {
      await setSetting(auth, 'clientIdMetadataDocument.enabled', true)
    }
  })
})

describe('agent with a metadata document:', () => {
  it('the agent obtains a token for the agent endpoint only after it is permitted', async () => {
    await setSetting(auth, 'mcp.enabled', true)
    const { administratorsId } = await rootProjects(auth)
    const admin = await makeUser(auth, administratorsId)
    const clientId = host.publish(`/agent/${paths}`, document)
    const resource = `${auth.baseUrl}/mcp`
    const begin = async () =>
      (await rpOf(clientId, auth.baseUrl)).begin({ resource, scope: 'openid admin:read' })
    const browser = new FormBrowser(auth.address, redirectUri)
    const login = { login: admin.email, password }
    const signIn = pageOf(await browser.open((await begin()).url))
    const unpermitted = pageOf(await browser.submit(signIn, '/login', login))
    expect([unpermitted.status, unpermitted.html]).toEqual([
      403,
      expect.stringContaining('is not permitted yet'),
    ])

    await auth.database.run(
      sql`INSERT INTO agent_clients (id, client_id, name) VALUES (${newId('agentClient')}, ${clientId}, 'Agent')`,
    )
    const { url, redeem } = await begin()
    const permitted = new FormBrowser(auth.address, redirectUri)
    const consent = pageOf(await permitted.submit(pageOf(await permitted.open(url)), '/login', login))
    const tokens = await redeem(arrivalOf(await permitted.submit(consent, '/consent')))
    expect(decodeJwt(String(tokens.access_token))).toMatchObject({
      aud: resource,
      client_id: clientId,
      sub: admin.id,
    })
  })

  it("an agent without a permission is unknown at the administrators' project", async () => {
    const clientId = host.publish(`/unpermitted/${paths}`, document)
    const { administratorsId } = await rootProjects(auth)
    const cookie = `_session_${administratorsId}=x`
    const { url } = await (await rpOf(clientId, auth.baseUrl)).begin()
    const answer = await fetchVia(auth.address)(url.href, { headers: { cookie } })
    expect(answer.headers.get('set-cookie') ?? '').not.toContain(administratorsId)
  })
})
