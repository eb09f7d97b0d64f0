import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { authorize, postForm } from '../support/journey.ts'
import { rounds, times } from './browsers.ts'

const metadata = { client_name: 'Self-made', redirect_uris: [redirectUri] }

let auth: Auth
let replicas: readonly Auth[]
let separate: Database
let project: { id: string; issuer: string }
let clients: Awaited<ReturnType<typeof storeClient>>[]
let email: string
let browser: FormBrowser
beforeAll(async () => {
  auth = await startAuth()
  replicas = [auth, { ...auth, ...(await auth.startReplica()) }]
  const { connectionString = '' } = auth.database.pool.options
  separate = openDatabase({ url: connectionString, name: 'separate' })
  for (const name of ['registration', 'registrationManagement'] as const)
    await setSetting(auth, `${name}.enabled`, true)
  await setSetting(auth, 'registration.issueRegistrationAccessToken', true)
  project = await makeProject(auth)
  email = (await makeUser(auth, project.id)).email
  // One client per request, since a reused code revokes its whole grant.
  clients = await Promise.all(Array.from({ length: 8 }, () => storeClient(auth, project.id)))
  browser = new FormBrowser(auth.address, redirectUri)
})
afterAll(async () => {
  await separate?.close()
  await auth?.close()
})
afterEach(() => expect(auth.occurrences).toEqual([]))

type Client = (typeof clients)[number]
const at = (index: number): Auth => replicas[index % replicas.length] ?? auth

async function cut(): Promise<void> {
  await separate.run(sql`
    SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`)
  await pause(10)
}

async function codeFor(client: Client): Promise<Record<string, string>> {
  const rp = await party(auth, { issuer: project.issuer, ...client })
  const { url, verifier } = await rp.beginRaw({ scope: 'openid offline_access', prompt: 'consent' })
  const answer = await authorize(browser, url, email)
  return {
    grant_type: 'authorization_code',
    code: answer.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: redirectUri,
  }
}

const post = (index: number, path: string, client: Client, body: Record<string, string>) =>
  postForm(at(index), `${project.issuer}/${path}`, body, client)

async function untilAnswered(ask: () => ReturnType<typeof post>) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask()
    expect([200, 400, 503], answer.text).toContain(answer.status)
    if (answer.status !== 503) return answer
    expect(answer.headers.get('retry-after')).toBeTruthy()
    expect(answer.body).toEqual({ error: 'temporarily_unavailable' })
    if (attempt === 20) throw new Error('unavailable for good')
    await pause(50)
  }
}

const introspect = (index: number, client: Client, token: unknown) =>
  untilAnswered(() => post(index, 'token/introspection', client, { token: String(token) }))

const isActive = async (client: Client, token: unknown): Promise<boolean> =>
  (await introspect(0, client, token)).body.active === true

/** Redeems all bodies while connections are cut, and checks the tokens of successful responses. */
async function redeemAll(bodies: readonly Record<string, string>[]): Promise<unknown[]> {
  const asked = bodies.map((body, index) =>
    untilAnswered(() => post(index, 'token', clients[index] as Client, body)),
  )
  for (let cuts = 0; cuts < 3; cuts += 1) await cut()
  const answers = await Promise.all(asked)
  for (const [index, { status, body }] of answers.entries()) {
    if (status === 200) expect(await isActive(clients[index] as Client, body.access_token)).toBe(true)
    // The response to the first request was lost with its connection, and the repetition revoked its tokens.
    else expect(body.error).toBe('invalid_grant')
  }
  return answers.map(({ body }) => body.refresh_token)
}

it('codes and refresh tokens redeemed while connections break return valid tokens or allow a retry', async () => {
  for (let wave = 0; wave < rounds; wave += 1) {
    const codes: Record<string, string>[] = []
    for (const client of clients) codes.push(await codeFor(client))
    const refresh = await redeemAll(codes)
    await redeemAll(
      refresh.map((token) => ({ grant_type: 'refresh_token', refresh_token: String(token ?? 'lost') })),
    )
  }
})

it('introspection and revocation are correct or allow a retry while connections break', async () => {
  const [client] = clients
  if (!client) throw new Error('no client')
  const { body } = await post(0, 'token', client, await codeFor(client))
  for (let wave = 0; wave < rounds; wave += 1) {
    const asked = times(10, (index) => introspect(index, client, body.access_token))
    await cut()
    for (const answer of await asked) expect(answer.body.active).toBe(true)
  }
  const ended = Array.from({ length: 10 }, (_, index) =>
    untilAnswered(() => post(index, 'token/revocation', client, { token: String(body.refresh_token) })),
  )
  await cut()
  for (const { status } of await Promise.all(ended)) expect(status).toBe(200)
  expect(await isActive(client, body.access_token)).toBe(false)
})

it('a registration changed while connections break has exactly one token, that of the last successful response', async () => {
  const reach = async (index: number, method: string, url: string, token: string, body: object) => {
    const response = await fetchVia(at(index).address)(url, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown>
    return { status: response.status, body: answer }
  }
  await setSetting(auth, 'registrationManagement.rotateRegistrationAccessToken', true)
  for (let wave = 0; wave < rounds; wave += 1) {
    const made = await reach(0, 'POST', `${project.issuer}/reg`, '', metadata)
    expect(made.status).toBe(201)
    const id = String(made.body.client_id)
    const change = { ...metadata, client_id: id, client_name: 'Renamed' }
    const url = String(made.body.registration_client_uri)
    const asked = Array.from({ length: 6 }, (_, index) =>
      reach(index, 'PUT', url, String(made.body.registration_access_token), change),
    )
    await cut()
    const answers = await Promise.all(asked)
    for (const { status } of answers) expect([200, 401, 503]).toContain(status)
    const [row] = await separate.rows<{ name: string; tokens: string[] }>(sql`
      SELECT client_name AS name, ARRAY(SELECT t.id FROM oidc_registration_tokens t WHERE t.client_id = c.id) AS tokens
      FROM clients c WHERE id = ${id}`)
    expect(row?.tokens).toHaveLength(1)
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners.length).toBeLessThan(2)
    for (const { body } of winners)
      expect(row).toEqual({ name: 'Renamed', tokens: [digest(String(body.registration_access_token))] })
  }
})

it('a request that waits too long for a locked row returns 503, succeeds when repeated, and delays no other request', async () => {
  const [locked, free] = clients
  if (!locked || !free) throw new Error('no clients')
  const bodies = [await codeFor(locked), await codeFor(free)] as const
  await separate.transaction(async (tx) => {
    await tx.run(sql`
      SELECT 1 FROM oidc_authorization_codes WHERE project_id = ${project.id} AND id = ${digest(bodies[0].code ?? '')}
      FOR UPDATE`)
    const waiting = post(0, 'token', locked, bodies[0])
    await pause(50)
    expect((await post(0, 'token', free, bodies[1])).status).toBe(200)
    const held = await waiting
    expect([held.status, held.body]).toEqual([503, { error: 'temporarily_unavailable' }])
  })
  const answer = await post(1, 'token', locked, bodies[0])
  expect(answer.status).toBe(200)
  expect(await isActive(locked, answer.body.access_token)).toBe(true)
})
