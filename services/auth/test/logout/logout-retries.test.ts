import { sql } from '@signet/db'
import { connectNats, startRelay } from '@signet/events'
import { endAccount, enqueueNotices } from '@signet/sessions'
import { fetchVia, startNats } from '@signet/testkit'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startLogoutDelivery } from '../../src/consumers/deliver-logout.ts'
import { type Auth, makeClient, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { signIn } from '../support/journey.ts'
import { logoutEndpoint } from '../support/logout-endpoint.ts'
import { replaceSigner } from '../support/signers.ts'

const patient = { timeout: 15_000, interval: 50 }

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let endpoint: Awaited<ReturnType<typeof logoutEndpoint>>
let status = 503
const closing: { close(): unknown }[] = []
beforeAll(async () => {
  endpoint = await logoutEndpoint((response) => void response.writeHead(status).end())
  auth = await startAuth([endpoint.pair])
  project = await makeProject(auth)
  const server = await startNats()
  const nats = connectNats({ url: server.url, name: 'logout test' })
  const relay = startRelay({ database: auth.database, nats })
  const delivery = startLogoutDelivery(auth.background(), nats, { backoffMs: [300] })
  closing.push(delivery, relay, nats, server)
})
afterAll(async () => {
  for (const part of closing) await part.close()
  endpoint.close()
  await auth.close()
})

async function ended() {
  status = 503
  const user = await makeUser(auth, project.id)
  const client = await makeClient(auth, {
    projectId: project.id,
    requireConsent: false,
    backchannelLogoutUri: endpoint.uri,
  })
  await signIn(auth, project.issuer, client, user.email)
  const before = endpoint.received.length
  await auth.database.transaction((tx) => endAccount(tx, project, user.id))
  await vi.waitFor(() => expect(endpoint.received.length).toBeGreaterThan(before), patient)
  return { user, client }
}

it('a repeated notice is signed with the current key after a rotation, which the key set publishes', async () => {
  const { user, client } = await ended()
  const first = decodeProtectedHeader(endpoint.received.at(-1) ?? '')
  const kids: string[] = []
  for (const algorithm of ['EdDSA', 'ES256', 'RS256'] as const)
    kids.push(await replaceSigner(auth, project.id, 'revoked', algorithm))
  status = 200
  await vi.waitFor(
    () => expect(kids).toContain(decodeProtectedHeader(endpoint.received.at(-1) ?? '').kid),
    patient,
  )
  const token = endpoint.received.at(-1) ?? ''
  expect(kids).not.toContain(first.kid)
  const keys = (await (await fetchVia(auth.address)(`${project.issuer}/jwks`)).json()) as JSONWebKeySet
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { audience: client.clientId })
  expect(payload.sub).toBe(user.id)
})

it('a notice of a project scheduled for deletion is signed and delivered', async () => {
  status = 200
  const own = await makeProject(auth)
  const user = await makeUser(auth, own.id)
  const client = await makeClient(auth, {
    projectId: own.id,
    requireConsent: false,
    backchannelLogoutUri: endpoint.uri,
  })
  await signIn(auth, own.issuer, client, user.email)
  await auth.database.run(sql`UPDATE projects SET deletion_scheduled_at = now() WHERE id = ${own.id}`)
  await auth.database.transaction((tx) => enqueueNotices(tx, own, [user.id]))
  await vi.waitFor(
    () =>
      expect(decodeJwt(endpoint.received.at(-1) ?? '')).toMatchObject({
        iss: own.issuer,
        aud: client.clientId,
        sub: user.id,
      }),
    patient,
  )
})

it('a notice is abandoned after a day without success, and the fault is recorded', async () => {
  const { client } = await ended()
  const ofClient = sql`payload->>'clientId' = ${client.clientId}`
  await auth.database.run(sql`UPDATE outbox SET created_at = now() - interval '24 hours' WHERE ${ofClient}`)
  const given = () =>
    auth.occurrences.filter(
      ({ route, clientId }) => route === 'logout.notice' && clientId === client.clientId,
    )
  // One notice names the session, the other one the subject.
  await vi.waitFor(() => expect(given()).toHaveLength(2), patient)
  // The fault is recorded before the notice is deleted.
  const left = () => auth.database.rows(sql`SELECT 1 AS one FROM outbox WHERE ${ofClient}`)
  await vi.waitFor(async () => expect(await left()).toEqual([]), patient)
})
