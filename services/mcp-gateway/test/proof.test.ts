import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchOf } from './support/agent.ts'
import { type Instance, password, rootEmail, startInstance } from './support/instance.ts'

const redirectUri = 'http://127.0.0.1/callback'

let instance: Instance
let token: string
beforeAll(async () => {
  instance = await startInstance()
  await instance.query(`UPDATE agent_clients SET key_proof = 'dpop' WHERE client_id = 'signet-agent'`)
  token = await tokenOfAgent()
})
afterAll(() => instance?.close())

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })

/** RFC 9449 section 4.2 */
function proofFor(method: string, address: string, presented?: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const ath = presented && createHash('sha256').update(presented).digest('base64url')
  const claims = { htm: method, htu: address, jti: randomUUID(), iat: Math.floor(Date.now() / 1000), ath }
  const text = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** Runs the code flow of the reserved agent client with a key. */
async function tokenOfAgent(): Promise<string> {
  const { baseUrl, auth } = instance
  const rp = await createRelyingParty({
    issuer: baseUrl,
    clientId: 'signet-agent',
    redirectUri,
    address: auth,
  })
  const resource = `${baseUrl}/mcp`
  const { url, verifier } = await rp.beginRaw({ scope: 'openid admin:read', resource })
  const browser = new FormBrowser(auth, redirectUri)
  let at = await browser.open(url)
  if (isPage(at)) at = await browser.submit(at, '/login', { login: rootEmail, password })
  if (isPage(at)) at = await browser.submit(at, '/consent')
  if (isPage(at)) throw new Error(at.html)
  const answer = await fetchOf(instance)(`${baseUrl}/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      dpop: proofFor('POST', `${baseUrl}/token`),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'signet-agent',
      code: at.arrivedAt.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: redirectUri,
      resource,
    }),
  })
  const body = (await answer.json()) as { access_token?: string; token_type?: string }
  expect(body.token_type).toBe('DPoP')
  return body.access_token ?? ''
}

const mcp = () => `${instance.baseUrl}/mcp`

function call(name: string, headers: Record<string, string>) {
  const params = { name, arguments: {} }
  return fetchOf(instance)(mcp(), {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-06-18',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}

describe('an agent client that requires a key:', () => {
  it('a tool is called with a token and a proof of its key', async () => {
    const headers = { authorization: `DPoP ${token}`, dpop: proofFor('POST', mcp(), token) }
    const answer = await call('whoami', headers)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ result: { structuredContent: { email: rootEmail } } })
    expect((await call('whoami', headers)).status).toBe(401)
  })

  it.each<[string, () => Record<string, string>]>([
    ['no proof', () => ({ authorization: `DPoP ${token}` })],
    ['its token as a bearer token', () => ({ authorization: `Bearer ${token}` })],
    [
      'a proof for another address',
      () => ({ authorization: `DPoP ${token}`, dpop: proofFor('POST', `${instance.baseUrl}/token`, token) }),
    ],
    ['a proof without the token', () => ({ authorization: `DPoP ${token}`, dpop: proofFor('POST', mcp()) })],
  ])('a message with %s is refused with the algorithms of proofs', async (_what, headers) => {
    const answer = await call('whoami', headers())
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token".*DPoP algs="[\w ]*ES256/,
    )
  })
})
