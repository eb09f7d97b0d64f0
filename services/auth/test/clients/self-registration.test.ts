import { sql } from '@signet/db'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeUnusedClients } from '../../src/clients/unused-clients.ts'
import { codeFlow, party, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'

/** `npm run test:slow` uses more. */
const rounds = Number(process.env.SIGNET_RACE_ROUNDS ?? 5)

let auth: Auth
let project: { id: string; issuer: string }
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  for (const name of [
    'registration.enabled',
    'registration.issueRegistrationAccessToken',
    'registrationManagement.enabled',
  ])
    await setSetting(auth, name, true)
})
afterAll(() => auth?.close())

const metadata = { client_name: 'Self-made', redirect_uris: [redirectUri] }

async function call(method: string, url: string, body?: object, token?: string) {
  const response = await fetchVia(auth.address)(url, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, text, body: text ? JSON.parse(text) : {} }
}

async function registered() {
  const { status, body, text } = await call('POST', `${project.issuer}/reg`, metadata)
  expect(status, text).toBe(201)
  return {
    clientId: String(body.client_id),
    clientSecret: String(body.client_secret),
    token: String(body.registration_access_token),
    at: String(body.registration_client_uri),
  }
}

const entriesOf = (clientId: string) =>
  auth.database.rows<{ action: string; detail: Record<string, unknown> }>(sql`
    SELECT e.actor, e.action, e.surface, e.target_type AS "targetType", e.client_id AS "clientId", e.project_id AS "projectId",
      e.target_scope = p.team_id AS "inTeam", e.detail
    FROM audit_entries e JOIN projects p ON p.id = e.project_id WHERE e.target_id = ${clientId} ORDER BY e.at, e.id`)

describe('self-registered application:', () => {
  it('every change has an audit entry with the application as actor and without secrets', async () => {
    const { clientId, clientSecret, token, at } = await registered()
    const update = {
      ...metadata,
      client_id: clientId,
      client_name: 'Renamed',
      policy_uri: 'https://rp.example/p',
    }
    expect((await call('PUT', at, update, token)).status).toBe(200)
    expect((await call('DELETE', at, undefined, token)).status).toBe(204)
    const entries = await entriesOf(clientId)
    for (const entry of entries)
      expect(entry).toMatchObject({
        actor: `client:${project.id}:${clientId}`,
        surface: 'self-service',
        targetType: 'Client',
        clientId,
        projectId: project.id,
        inTeam: true,
      })
    expect(entries.map(({ action }) => action)).toEqual(['client.create', 'client.update', 'client.delete'])
    expect(entries[0]?.detail).toMatchObject({ clientName: 'Self-made', grantTypes: ['authorization_code'] })
    expect(entries[1]?.detail).toMatchObject({
      client_name: { from: 'Self-made', to: 'Renamed' },
      policy_uri: { from: null, to: 'https://rp.example/p' },
    })
    expect(entries[1]?.detail).not.toHaveProperty('redirect_uris')
    expect(entries[2]?.detail).toEqual({ clientName: 'Renamed' })
    expect(JSON.stringify(entries)).not.toContain(clientSecret)
  })

  it('a change is rolled back when its audit entry cannot be written, and a rejected change has no entry', async () => {
    const { clientId, token, at } = await registered()
    const count = async () => (await auth.database.rows(sql`SELECT 1 FROM clients`)).length
    const before = await count()
    await auth.database.run(sql`ALTER TABLE audit_entries ADD CONSTRAINT closed CHECK (false) NOT VALID`)
    try {
      for (const answer of [
        await call('POST', `${project.issuer}/reg`, metadata),
        await call('PUT', at, { ...metadata, client_id: clientId, client_name: 'Renamed' }, token),
        await call('DELETE', at, undefined, token),
      ])
        expect(answer.status).toBeGreaterThanOrEqual(500)
    } finally {
      await auth.database.run(sql`ALTER TABLE audit_entries DROP CONSTRAINT closed`)
    }
    expect(await count()).toBe(before)
    expect((await call('GET', at, undefined, token)).body.client_name).toBe('Self-made')
    expect((await call('PUT', at, { ...metadata, client_id: clientId }, 'guess')).status).toBe(401)
    expect((await entriesOf(clientId)).map(({ action }) => action)).toEqual(['client.create'])
  })
})

describe('unused registration:', () => {
  const age = (clientId: string, days: number) =>
    auth.database.run(sql`
      UPDATE clients SET created_at = now() - make_interval(days => ${days}::int),
        updated_at = now() - make_interval(days => ${days}::int) WHERE id = ${clientId}`)
  const exists = async (clientId: string) =>
    (await auth.database.rows(sql`SELECT 1 FROM clients WHERE id = ${clientId}`)).length === 1

  async function beforeConsent(client: { clientId: string; clientSecret: string }) {
    const user = await makeUser(auth, project.id)
    const rp = await party(auth, { issuer: project.issuer, ...client })
    const browser = new FormBrowser(auth.address, redirectUri)
    const { url, redeem } = await rp.begin()
    const page = pageOf(await browser.open(url))
    const consent = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    return { redeem, allow: () => browser.submit(consent, '/consent') }
  }

  it('a registration unused for 30 days is deleted on every replica with an audit entry, and a younger or used one is kept', async () => {
    const [old, young, used] = [await registered(), await registered(), await registered()]
    const byHand = await storeClient(auth, project.id)
    const user = await makeUser(auth, project.id)
    await codeFlow(auth, { issuer: project.issuer, ...used }, user.email)
    // Makes the use visible only in the registration itself.
    await auth.database.run(sql`DELETE FROM oidc_grants WHERE client_id = ${used.clientId}`)
    await age(old.clientId, 31)
    await age(young.clientId, 29)
    await age(used.clientId, 400)
    await age(byHand.clientId, 400)
    expect((await call('GET', old.at, undefined, old.token)).status).toBe(200)
    expect(await removeUnusedClients(auth.database)).toBe(1)
    expect(await Promise.all([old, young, used, byHand].map(({ clientId }) => exists(clientId)))).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect((await call('GET', old.at, undefined, old.token)).status).toBe(401)
    const last = (await entriesOf(old.clientId)).at(-1)
    expect(last).toMatchObject({ actor: 'instance', action: 'client.delete', surface: null, inTeam: true })
    expect(await removeUnusedClients(auth.database)).toBe(0)
  })

  it('registrations are deleted in batches, and rows locked by another process are skipped', async () => {
    const all: Awaited<ReturnType<typeof registered>>[] = []
    while (all.length < 130) all.push(...(await Promise.all(Array.from({ length: 10 }, registered))))
    for (const { clientId } of all) await age(clientId, 31)
    const [held] = all
    await auth.database.transaction(async (tx) => {
      await tx.rows(sql`SELECT 1 FROM clients WHERE id = ${held?.clientId ?? ''} FOR UPDATE`)
      expect(await removeUnusedClients(auth.database)).toBe(100)
      expect(await removeUnusedClients(auth.database)).toBe(29)
    })
    expect(await removeUnusedClients(auth.database)).toBe(1)
  })

  it('a registration used during its deletion is either kept and works, or is deleted without a grant', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const client = await registered()
      const { allow, redeem } = await beforeConsent(client)
      await age(client.clientId, 31)
      const [answer] = await Promise.all([allow(), removeUnusedClients(auth.database)])
      if (await exists(client.clientId)) {
        if ('html' in answer) throw new Error(answer.html)
        expect((await redeem(answer.arrivedAt)).access_token).toBeTruthy()
      } else {
        const grants = await auth.database.rows(
          sql`SELECT 1 FROM oidc_grants WHERE client_id = ${client.clientId}`,
        )
        expect(grants).toEqual([])
        if (!('html' in answer)) expect(answer.arrivedAt.searchParams.has('code')).toBe(false)
      }
    }
  })
})
