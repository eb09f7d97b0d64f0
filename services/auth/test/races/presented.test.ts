import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { codeFlow, keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { authorize, postForm } from '../support/journey.ts'
import { rounds, times as timesOf } from './browsers.ts'

const parallel = 10

async function identityProvider() {
  const key = await keyOf()
  const server = createServer((request, response) => {
    const issuer = `http://localhost:${port}`
    const body = request.url === '/jwks' ? key.jwks : { issuer, jwks_uri: `${issuer}/jwks` }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { key, issuer: `http://localhost:${port}`, pair: `localhost:${port}`, close: () => server.close() }
}

let upstream: Awaited<ReturnType<typeof identityProvider>>
let auth: Auth
let replicas: readonly Auth[]
let project: { id: string; issuer: string }
let user: { id: string; email: string }
beforeAll(async () => {
  upstream = await identityProvider()
  auth = await startAuth([upstream.pair])
  replicas = [auth, { ...auth, ...(await auth.startReplica()) }]
  await setSetting(auth, 'globalTokenRevocation.enabled', true)
  project = await makeProject(auth)
  user = await makeUser(auth, project.id)
  await auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position, accepts_global_token_revocation)
    VALUES (${project.id}, 'corp', 'Corp', ${upstream.issuer}, 'client', 1, true)`)
})
afterAll(async () => {
  await auth?.close()
  upstream?.close()
})
afterEach(() => expect(auth.occurrences).toEqual([]))

const at = (index: number): Auth => replicas[index % replicas.length] ?? auth
const times = <T>(make: (index: number) => Promise<T>) => timesOf(parallel, make)

type Answer = Awaited<ReturnType<typeof postForm>>

function expectOneWinner(answers: readonly Answer[], status: number, error: string): Answer {
  const winners = answers.filter((answer) => answer.status === 200)
  expect(winners).toHaveLength(1)
  for (const answer of answers)
    if (answer.status !== 200) expect([answer.status, answer.body.error]).toEqual([status, error])
  const [winner] = winners
  if (!winner) throw new Error('no request succeeded')
  return winner
}

const offline = { scope: 'openid offline_access', prompt: 'consent' }

it('a code sent ten times concurrently with one assertion is redeemed once, and the copies revoke nothing', async () => {
  const key = await keyOf()
  const columns = { token_endpoint_auth_method: 'private_key_jwt', jwks: key.jwks }
  const { clientId } = await storeClient(auth, project.id, columns)
  const assertion = () =>
    new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(project.issuer)
      .setExpirationTime('1m')
      .sign(key.privateKey)
  const token = async (index: number, body: Record<string, string>, signed: string) => {
    const proof = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: signed,
    }
    return postForm(at(index), `${project.issuer}/token`, { ...body, ...proof }, { clientId })
  }
  const other = await storeClient(auth, project.id)
  const { rp, browser } = await codeFlow(auth, { issuer: project.issuer, ...other }, user.email)
  for (let round = 0; round < rounds; round += 1) {
    const { url, verifier } = await rp.beginRaw(offline)
    url.searchParams.set('client_id', clientId)
    const code = (await authorize(browser, url, user.email)).searchParams.get('code') ?? ''
    const body = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }
    const signed = await assertion()
    const winner = expectOneWinner(await times((index) => token(index, body, signed)), 401, 'invalid_client')
    const refresh = { grant_type: 'refresh_token', refresh_token: String(winner.body.refresh_token) }
    expect((await token(1, refresh, await assertion())).status).toBe(200)
  }
})

it('a refresh token sent ten times concurrently with one DPoP proof is used once, and the next refresh succeeds', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const proof = () =>
    new SignJWT({ htm: 'POST', htu: `${project.issuer}/token`, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey)
  const client = await storeClient(auth, project.id)
  const token = async (index: number, body: Record<string, string>, dpop: string) =>
    postForm(at(index), `${project.issuer}/token`, body, client, { dpop })
  const { rp, browser } = await codeFlow(auth, { issuer: project.issuer, ...client }, user.email)
  const { url, verifier } = await rp.beginRaw(offline)
  const code = (await authorize(browser, url, user.email)).searchParams.get('code') ?? ''
  const first = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
  let held = (await token(0, first, await proof())).body.refresh_token
  for (let round = 0; round < rounds; round += 1) {
    const body = { grant_type: 'refresh_token', refresh_token: String(held) }
    const same = await proof()
    const answers = await times((index) => token(index, body, same))
    held = expectOneWinner(answers, 400, 'invalid_grant').body.refresh_token
  }
  expect(
    (await token(0, { grant_type: 'refresh_token', refresh_token: String(held) }, await proof())).status,
  ).toBe(200)
})

it('a token revoked during ten concurrent introspections is inactive afterwards', async () => {
  const client = await storeClient(auth, project.id)
  for (let round = 0; round < rounds; round += 1) {
    const { tokens } = await codeFlow(auth, { issuer: project.issuer, ...client }, user.email, offline)
    const post = (index: number, path: string, token: unknown) =>
      postForm(at(index), `${project.issuer}/token/${path}`, { token: String(token) }, client)
    const pair = [tokens.access_token, tokens.refresh_token]
    const answers = await times((index) =>
      post(index >> 1, index % 3 ? 'introspection' : 'revocation', pair[index % 2]),
    )
    for (const { status } of answers) expect(status).toBe(200)
    for (const token of pair)
      for (const index of [0, 1])
        expect((await post(index, 'introspection', token)).body).toEqual({ active: false })
  }
})

it('a global revocation sent ten times concurrently is accepted once, and ten different ones are all accepted', async () => {
  const sign = () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: upstream.issuer, aud: project.issuer, jti: crypto.randomUUID() }
    return new SignJWT({ ...claims, iat: now, exp: now + 60 })
      .setProtectedHeader({ alg: 'ES256', kid: upstream.key.kid, typ: 'global-token-revocation+jwt' })
      .sign(upstream.key.privateKey)
  }
  const client = await storeClient(auth, project.id)
  const revoke = async (index: number, token: string, subject: string) => {
    const response = await fetchVia(at(index).address)(`${project.issuer}/global-token-revocation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ sub_id: { format: 'opaque', id: subject } }),
    })
    await response.text()
    return response.status
  }
  for (let round = 0; round < rounds; round += 1) {
    const person = await makeUser(auth, project.id)
    const subject = `subject of ${person.id}`
    await auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id, email)
      VALUES (${project.id}, 'corp', ${upstream.issuer}, ${subject}, ${person.id}, ${person.email})`)
    const { tokens } = await codeFlow(auth, { issuer: project.issuer, ...client }, person.email, offline)
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
    const same = await sign()
    const [statuses, refreshed] = await Promise.all([
      times((index) => revoke(index, same, subject)),
      postForm(at(round), `${project.issuer}/token`, refresh, client),
    ])
    expect(statuses.toSorted()).toEqual([204, ...Array.from({ length: parallel - 1 }, () => 401)])
    expect(refreshed.status).toBeLessThan(500)
    const token = String(refreshed.body.access_token ?? tokens.access_token)
    const seen = await postForm(auth, `${project.issuer}/token/introspection`, { token }, client)
    expect(seen.body).toEqual({ active: false })
    expect(await times(async (index) => revoke(index, await sign(), subject))).toEqual(
      Array.from({ length: parallel }, () => 204),
    )
  }
})
