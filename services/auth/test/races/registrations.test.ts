import { sql } from '@signet/db'
import { digest, mintToken } from '@signet/secrets'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { postForm, signIn } from '../support/journey.ts'
import { callRegistration } from '../support/registering.ts'
import { rounds, times } from './browsers.ts'

const metadata = {
  client_name: 'Self-made',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
}
const rotation = 'registrationManagement.rotateRegistrationAccessToken'

let auth: Auth
let replicas: readonly Auth[]
let project: { id: string; issuer: string }
beforeAll(async () => {
  auth = await startAuth()
  replicas = [auth, { ...auth, ...(await auth.startReplica()) }]
  project = await makeProject(auth)
  for (const name of ['registration', 'registrationManagement'] as const)
    await setSetting(auth, `${name}.enabled`, true)
  await setSetting(auth, 'registration.issueRegistrationAccessToken', true)
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const at = (index: number): Auth => replicas[index % replicas.length] ?? auth

const call = (index: number, method: string, url: string, body?: unknown, token?: string) =>
  callRegistration(at(index), method, url, body, token)

async function registered(more: object = {}) {
  const { status, body } = await call(0, 'POST', `${project.issuer}/reg`, { ...metadata, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return {
    clientId: String(body.client_id),
    clientSecret: String(body.client_secret),
    token: String(body.registration_access_token),
    url: String(body.registration_client_uri),
  }
}
type Registered = Awaited<ReturnType<typeof registered>>

const put = (index: number, { url, token, clientId }: Registered, more: object = {}) =>
  call(index, 'PUT', url, { ...metadata, client_id: clientId, ...more }, token)

const stored = async ({ clientId }: Registered) => {
  const [row] = await auth.database.rows<{ name: string; tokens: string[]; entries: string[] }>(sql`
    SELECT client_name AS name,
      ARRAY(SELECT t.id FROM oidc_registration_tokens t WHERE t.client_id = c.id) AS tokens,
      ARRAY(SELECT e.action FROM audit_entries e WHERE e.client_id = c.id) AS entries
    FROM clients c WHERE id = ${clientId}`)
  return row
}

/** True when the token endpoint accepts the secret and rejects only the code. */
const opens = async (clientId: string, clientSecret: string) => {
  const code = { grant_type: 'authorization_code', code: 'none', redirect_uri: redirectUri }
  const { body } = await postForm(auth, `${project.issuer}/token`, code, { clientId, clientSecret })
  return body.error === 'invalid_grant'
}

it('ten concurrent changes of a registration are all applied in succession', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const own = await registered()
    const answers = await times(10, (index) => put(index, own, { client_name: `Name ${index}` }))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const row = await stored(own)
    expect(row?.name).toMatch(/^Name \d$/)
    expect(row?.tokens).toEqual([digest(own.token)])
    expect(row?.entries.filter((action) => action === 'client.update')).toHaveLength(10)
    expect(await opens(own.clientId, own.clientSecret)).toBe(true)
  }
})

it('one of ten concurrent changes is applied while each change replaces the token, and one token is left', async () => {
  await setSetting(auth, rotation, true)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const own = await registered()
      const answers = await times(10, (index) => put(index, own, { client_name: `Name ${index}` }))
      const winners = [...answers.entries()].filter(([, { status }]) => status === 200)
      expect(winners).toHaveLength(1)
      for (const { status, body } of answers)
        if (status !== 200) expect([status, body.error]).toEqual([401, 'invalid_token'])
      const [index, answer] = winners[0] ?? [-1, undefined]
      const row = await stored(own)
      expect(row?.name).toBe(`Name ${index}`)
      expect(row?.tokens).toEqual([digest(String(answer?.body.registration_access_token))])
      const next = { ...own, token: String(answer?.body.registration_access_token) }
      expect((await put(1, next)).status).toBe(200)
    }
  } finally {
    await setSetting(auth, rotation, false)
  }
})

it('a registration deleted during changes and use stays deleted with its tokens', async () => {
  const { email } = await makeUser(auth, project.id)
  for (let round = 0; round < rounds; round += 1) {
    const own = await registered()
    const { tokens } = await signIn(auth, project.issuer, own, email, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
    const [deleted, refreshed, ...changed] = await Promise.all([
      call(round, 'DELETE', own.url, undefined, own.token),
      postForm(at(round + 1), `${project.issuer}/token`, refresh, own),
      ...Array.from({ length: 8 }, (_, index) => put(index, own, { client_name: `Name ${index}` })),
    ])
    expect(deleted.status).toBe(204)
    for (const { status } of changed) expect([200, 401]).toContain(status)
    expect([200, 400, 401]).toContain(refreshed.status)
    expect(await stored(own)).toBeUndefined()
    expect((await call(0, 'GET', own.url, undefined, own.token)).status).toBe(401)
    const left = await auth.database.rows(
      sql`SELECT id FROM oidc_registration_tokens WHERE client_id = ${own.clientId}`,
    )
    expect(left).toEqual([])
    expect(await opens(own.clientId, own.clientSecret)).toBe(false)
    const headers = { authorization: `Bearer ${refreshed.body.access_token ?? tokens.access_token}` }
    expect((await fetchVia(auth.address)(`${project.issuer}/me`, { headers })).status).toBe(401)
  }
})

it('ten concurrent deletions delete once, without a fault', async () => {
  const own = await registered()
  const answers = await times(10, (index) => call(index, 'DELETE', own.url, undefined, own.token))
  for (const { status } of answers) expect([204, 401]).toContain(status)
  expect(answers.map(({ status }) => status)).toContain(204)
  const deletions = await auth.database.rows(
    sql`SELECT id FROM audit_entries WHERE client_id = ${own.clientId} AND action = 'client.delete'`,
  )
  expect(deletions).toHaveLength(1)
})

it('an application that requests a secret ten times concurrently receives one valid secret', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const own = await registered({ token_endpoint_auth_method: 'none' })
    const answers = await times(10, (index) =>
      put(index, own, { token_endpoint_auth_method: 'client_secret_basic' }),
    )
    const given = answers.flatMap(({ body }) => (body.client_secret ? [String(body.client_secret)] : []))
    expect(given).toHaveLength(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await opens(own.clientId, given[0] ?? '')).toBe(true)
  }
})

it('a secret that an administrator rotates during changes of the registration is the valid one', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const own = await registered()
    const next = mintToken()
    const [, ...answers] = await Promise.all([
      auth.database.transaction(async (tx) => {
        await tx.run(sql`UPDATE clients SET secret_digest = ${digest(next)} WHERE id = ${own.clientId}`)
        await bumpProject(tx, project.id)
      }),
      ...Array.from({ length: 8 }, (_, index) => put(index, own)),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await opens(own.clientId, next)).toBe(true)
    expect(await opens(own.clientId, own.clientSecret)).toBe(false)
  }
})
