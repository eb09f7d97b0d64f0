import { type Executor, sql } from '@signet/db'
import { digest, mintToken } from '@signet/secrets'
import { endAccount, endAccountAtClient, endClient } from '@signet/sessions'
import { bumpProject } from '@signet/tenancy'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { createLocalJWKSet, decodeProtectedHeader, type JWK, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, startAuth } from '../support/harness.ts'
import { authorize, pageOf, postForm } from '../support/journey.ts'
import { replaceSigner } from '../support/signers.ts'
import { rounds, times } from './browsers.ts'

const api = 'https://orders.example/'

let auth: Auth
let replicas: readonly Auth[]
beforeAll(async () => {
  auth = await startAuth()
  replicas = [auth, { ...auth, ...(await auth.startReplica()) }]
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const at = (index: number): Auth => replicas[index % replicas.length] ?? auth

async function world(offline: boolean) {
  const project = await makeProject(auth)
  const { id: projectId, issuer } = project
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name)
    VALUES (${projectId}, 'api', ${projectId}, ${api}, ${api}, 'API')`)
  const user = await makeUser(auth, projectId)
  const app = await storeClient(auth, projectId, {
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  const otherApp = await storeClient(auth, projectId)
  const rp = await party(auth, { issuer, ...app })
  const browser = new FormBrowser(auth.address, redirectUri)
  const code = async () => {
    const asked = offline ? { scope: 'openid offline_access', prompt: 'consent' } : {}
    const { url, verifier } = await rp.beginRaw(asked)
    const answer = await authorize(browser, url, user.email)
    return {
      grant_type: 'authorization_code',
      code: answer.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }
  }
  const token = (index: number, body: Record<string, string>) =>
    postForm(at(index), `${issuer}/token`, body, app)
  const held = await token(0, await code())
  expect(held.status, held.text).toBe(200)
  const codes = [await code(), await code(), await code()]
  const bodies: Record<string, string>[] = [
    ...codes,
    ...(offline ? [{ grant_type: 'refresh_token', refresh_token: String(held.body.refresh_token) }] : []),
  ]

  const active = async (value: unknown) =>
    (await postForm(at(1), `${issuer}/token/introspection`, { token: String(value) }, otherApp)).body.active
  const userinfo = async (value: unknown) => {
    const headers = { authorization: `Bearer ${value}` }
    return (await fetchVia(at(1).address)(`${issuer}/me`, { headers })).status
  }
  return { project, user, app, browser, token, bodies, held: held.body, active, userinfo }
}
type World = Awaited<ReturnType<typeof world>>

const inTransaction = (work: (tx: Executor, world: World) => Promise<unknown>) => (there: World) =>
  auth.database.transaction((tx) => work(tx, there))

const ends: Readonly<Record<string, (there: World) => Promise<unknown>>> = {
  'the user is signed out everywhere': inTransaction((tx, { project, user }) =>
    endAccount(tx, project, user.id),
  ),
  'the application is removed by the user': inTransaction((tx, { project, user, app }) =>
    endAccountAtClient(tx, project, user.id, app.clientId),
  ),
  'the grant is revoked at the revocation endpoint': async ({ project, app, held }) => {
    const body = { token: String(held.refresh_token) }
    const answers = await times(4, (index) =>
      postForm(at(index), `${project.issuer}/token/revocation`, body, app),
    )
    for (const { status } of answers) expect(status).toBe(200)
  },
  'the application is deleted': inTransaction(async (tx, { project, app }) => {
    await endClient(tx, project.id, app.clientId)
    await tx.run(sql`DELETE FROM clients WHERE project_id = ${project.id} AND id = ${app.clientId}`)
    await bumpProject(tx, project.id)
  }),
  'the project is scheduled for deletion': inTransaction((tx, { project }) =>
    tx.run(sql`
      UPDATE projects SET deletion_scheduled_at = now(), version = version + 1 WHERE id = ${project.id}`),
  ),
}

async function expectNothingUsable(there: World, given: readonly Record<string, unknown>[]) {
  for (const { access_token: access, refresh_token: refresh } of given) {
    expect(await there.active(access)).not.toBe(true)
    expect(await there.userinfo(access)).not.toBe(200)
    if (!refresh) continue
    expect(await there.active(refresh)).not.toBe(true)
    const body = { grant_type: 'refresh_token', refresh_token: String(refresh) }
    expect((await there.token(1, body)).status).not.toBe(200)
  }
}

it.each(Object.entries(ends))(
  'codes and refresh tokens redeemed while %s yield no valid token',
  async (_what, end) => {
    for (let round = 0; round < rounds; round += 1) {
      const there = await world(true)
      const [answers] = await Promise.all([
        Promise.all(there.bodies.map((body, index) => there.token(index, body))),
        end(there),
      ])
      for (const { status } of answers) expect(status).toBeLessThan(500)
      const given = answers.filter(({ status }) => status === 200).map(({ body }) => body)
      await expectNothingUsable(there, [there.held, ...given])
      for (const body of there.bodies) expect((await there.token(1, body)).status).not.toBe(200)
    }
  },
)

it('codes redeemed during a sign-out in the browser yield no valid token', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const there = await world(false)
    const page = pageOf(await there.browser.open(`${there.project.issuer}/session/end`))
    const [answers, done] = await Promise.all([
      Promise.all(there.bodies.map((body, index) => there.token(index, body))),
      there.browser.submit(page, '/session/end/confirm', { logout: 'yes' }),
    ])
    expect(pageOf(done).status).toBe(200)
    for (const { status } of answers) expect(status).toBeLessThan(500)
    await expectNothingUsable(there, [there.held, ...answers.map(({ body }) => body)])
  }
})

it('ten concurrent sign-outs of one browser end the session without a fault', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const there = await world(true)
    const page = pageOf(await there.browser.open(`${there.project.issuer}/session/end`))
    const answers = await times(10, async (index) => {
      const tab = new FormBrowser(at(index).address, redirectUri)
      for (const cookie of there.browser.cookies) tab.plant(cookie)
      return pageOf(await tab.submit(page, '/session/end/confirm', { logout: 'yes' }))
    })
    for (const { status } of answers) expect(status).toBeLessThan(500)
    const sessions = await auth.database.rows(
      sql`SELECT 1 FROM oidc_sessions WHERE account_id = ${there.user.id}`,
    )
    expect(sessions).toEqual([])
  }
})

it('a client_credentials token requested during the deletion of the application is invalid', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const there = await world(true)
    const body = { grant_type: 'client_credentials' }
    const [answers] = await Promise.all([
      times(8, (index) => there.token(index, body)),
      ends['the application is deleted']?.(there),
    ])
    for (const { status, body: answer } of answers) {
      expect([200, 401]).toContain(status)
      if (status === 200) expect(await there.active(answer.access_token)).toBe(false)
    }
    expect((await there.token(0, body)).status).toBe(401)
  }
})

it('a secret rotated during token requests is rejected afterwards, and no token is revoked', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const there = await world(true)
    const next = mintToken()
    const [answers] = await Promise.all([
      Promise.all(there.bodies.map((body, index) => there.token(index, body))),
      auth.database.transaction(async (tx) => {
        await tx.run(sql`UPDATE clients SET secret_digest = ${digest(next)} WHERE id = ${there.app.clientId}`)
        await bumpProject(tx, there.project.id)
      }),
    ])
    for (const [index, { status, body }] of answers.entries()) {
      if (status === 200) expect(await there.active(body.access_token)).toBe(true)
      else {
        expect([status, body.error]).toEqual([401, 'invalid_client'])
        // A rejected request has redeemed nothing.
        const again = { ...there.app, clientSecret: next }
        const later = await postForm(
          at(index),
          `${there.project.issuer}/token`,
          there.bodies[index] ?? {},
          again,
        )
        expect(later.status).toBe(200)
      }
    }
    expect((await there.token(1, { grant_type: 'client_credentials' })).body.error).toBe('invalid_client')
  }
})

it('no token is issued for an API after its deletion', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const there = await world(true)
    const body = { grant_type: 'client_credentials', resource: api }
    const [answers] = await Promise.all([
      times(8, (index) => there.token(index, body)),
      auth.database.transaction(async (tx) => {
        await tx.run(sql`DELETE FROM resources WHERE project_id = ${there.project.id}`)
        await bumpProject(tx, there.project.id)
      }),
    ])
    for (const { status } of answers) expect([200, 400]).toContain(status)
    expect(await times(2, async (index) => (await there.token(index, body)).body.error)).toEqual([
      'invalid_target',
      'invalid_target',
    ])
  }
})

it('every token verifies with keys fetched afterwards during two concurrent rotations at two replicas', async () => {
  const there = await world(true)
  const issue = async (index: number) =>
    String((await there.token(index, { grant_type: 'client_credentials', resource: api })).body.access_token)
  const keysAt = async (index: number) => {
    const answer = await fetchVia(at(index).address)(`${there.project.issuer}/jwks`)
    return (await answer.json()) as { keys: JWK[] }
  }
  for (let round = 0; round < rounds; round += 1) {
    const checked: Promise<unknown>[] = []
    const load = times(12, async (index) => {
      const token = await issue(index)
      const keys = createLocalJWKSet(await keysAt(index + 1))
      checked.push(jwtVerify(token, keys, { issuer: there.project.issuer, audience: api }))
    })
    // One of the two may be rejected, since an algorithm has one signer; the key set is complete in both cases.
    const rotations = await Promise.allSettled([
      replaceSigner(auth, there.project.id, 'published'),
      replaceSigner(auth, there.project.id, 'published'),
    ])
    await load
    await Promise.all(checked)
    expect(rotations.map(({ status }) => status)).toContain('fulfilled')
    const [signer] = await auth.database.rows<{ kid: string }>(sql`
      SELECT kid FROM signing_keys WHERE key_set_id = ${there.project.id} AND algorithm = 'ES256' AND state = 'signing'`)
    for (const index of [0, 1]) expect(decodeProtectedHeader(await issue(index)).kid).toBe(signer?.kid)
  }
})
