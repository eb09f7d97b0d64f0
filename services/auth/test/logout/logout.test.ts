import { sql } from '@signet/db'
import { connectNats, startRelay } from '@signet/events'
import { locales } from '@signet/i18n'
import { pagesTextsOf } from '@signet/i18n/pages'
import { endAccount } from '@signet/sessions'
import { FormBrowser, fetchVia, startNats } from '@signet/testkit'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startLogoutDelivery } from '../../src/consumers/deliver-logout.ts'
import { changeClient } from '../support/clients.ts'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { authorize, pageOf, signIn } from '../support/journey.ts'
import { logoutEndpoint, say } from '../support/logout-endpoint.ts'

const patient = { timeout: 15_000, interval: 50 }
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

const allowed: string[] = []
const endpoints: Awaited<ReturnType<typeof logoutEndpoint>>[] = []
const open = async (answer: Parameters<typeof logoutEndpoint>[0]) => {
  const endpoint = await logoutEndpoint(answer)
  endpoints.push(endpoint)
  allowed.push(endpoint.pair)
  return endpoint
}

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
const closing: { close(): unknown }[] = []
let well: Awaited<ReturnType<typeof logoutEndpoint>>
let hanging: Awaited<ReturnType<typeof logoutEndpoint>>
let flaky: Awaited<ReturnType<typeof logoutEndpoint>>
let refusing: Awaited<ReturnType<typeof logoutEndpoint>>
beforeAll(async () => {
  well = await open(say(200))
  hanging = await open(() => undefined)
  flaky = await open((response, count) => say(count < 3 ? 503 : 204)(response))
  refusing = await open(say(400))
  auth = await startAuth(allowed)
  project = await makeProject(auth)
  const server = await startNats()
  const nats = connectNats({ url: server.url, name: 'logout test' })
  const relay = startRelay({ database: auth.database, nats })
  const delivery = startLogoutDelivery(auth.background(), nats, { backoffMs: [100] })
  closing.push(delivery, relay, nats, server)
})
afterAll(async () => {
  for (const part of closing) await part.close()
  for (const endpoint of endpoints) endpoint.close()
  await auth.close()
})

const application = (backchannelLogoutUri: string) =>
  makeClient(auth, { projectId: project.id, requireConsent: false, backchannelLogoutUri })

const verified = async (token: string | undefined, clientId: string) => {
  const keys = (await (await fetchVia(auth.address)(`${project.issuer}/jwks`)).json()) as JSONWebKeySet
  return jwtVerify(token ?? '', createLocalJWKSet(keys), {
    issuer: project.issuer,
    audience: clientId,
    typ: 'logout+jwt',
  })
}

async function signOut({ rp, browser, tokens }: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  pageOf(await browser.open(oidc.buildEndSessionUrl(rp.config, { id_token_hint: tokens.id_token ?? '' })))
}

describe('sign-out:', () => {
  it('each application of the session receives a logout token that the published keys verify', async () => {
    const user = await makeUser(auth, project.id)
    const client = await application(well.uri)
    const session = await signIn(auth, project.issuer, client, user.email)
    const before = well.received.length
    await signOut(session)
    await vi.waitFor(() => expect(well.received.length).toBe(before + 1), patient)
    const { payload } = await verified(well.received.at(-1), client.clientId)
    expect(payload).toMatchObject({ sub: user.id, events: { [logoutEvent]: {} } })
    expect(payload.sid).toBeTypeOf('string')
    expect(payload).not.toHaveProperty('nonce')
  })

  it('a sign-out does not wait for an application that hangs, and the other applications are notified', async () => {
    const user = await makeUser(auth, project.id)
    const browser = new FormBrowser(auth.address, redirectUri)
    await signIn(auth, project.issuer, await application(hanging.uri), user.email, { browser })
    const session = await signIn(auth, project.issuer, await application(well.uri), user.email, { browser })
    const before = well.received.length
    const hangingBefore = hanging.received.length
    await signOut(session)
    // The response arrives before the attempt at the hanging application times out.
    expect(hanging.abandoned()).toBe(0)
    await vi.waitFor(() => expect(well.received.length).toBe(before + 1), patient)
    await vi.waitFor(() => expect(hanging.received.length).toBeGreaterThan(hangingBefore), patient)
  })

  it('the confirmation of a sign-out does not wait for an application that hangs', async () => {
    const user = await makeUser(auth, project.id)
    const client = await application(hanging.uri)
    const { browser } = await signIn(auth, project.issuer, client, user.email)
    const before = { received: hanging.received.length, abandoned: hanging.abandoned() }
    const asked = pageOf(await browser.open(`${project.issuer}/session/end?client_id=${client.clientId}`))
    pageOf(await browser.submit(asked, '/session/end/confirm', { logout: 'yes' }))
    expect(hanging.abandoned()).toBe(before.abandoned)
    await vi.waitFor(() => expect(hanging.received.length).toBeGreaterThan(before.received), patient)
  })

  it('a failed notice is repeated with a new token each time', async () => {
    const user = await makeUser(auth, project.id)
    const client = await application(flaky.uri)
    await signOut(await signIn(auth, project.issuer, client, user.email))
    await vi.waitFor(() => expect(flaky.received.length).toBe(3), patient)
    const tokens = await Promise.all(flaky.received.map((token) => verified(token, client.clientId)))
    expect(new Set(tokens.map(({ payload }) => payload.jti)).size).toBe(3)
    expect(new Set(tokens.map(({ payload }) => payload.sid)).size).toBe(1)
    await vi.waitFor(async () => expect(await outbox()).not.toContain(client.clientId), patient)
  })

  it('a notice that the application rejects is repeated once, stored with the application, and causes no fault', async () => {
    const user = await makeUser(auth, project.id)
    const client = await application(refusing.uri)
    const failure = async () => {
      const [row] = await auth.database.rows<{ failure: object | null }>(
        sql`SELECT backchannel_logout_failure AS failure FROM clients WHERE id = ${client.clientId}`,
      )
      return row?.failure ?? null
    }
    await signOut(await signIn(auth, project.issuer, client, user.email))
    await vi.waitFor(async () => expect(await outbox()).not.toContain(client.clientId), patient)
    expect(refusing.received).toHaveLength(2)
    expect(await failure()).toMatchObject({ uri: refusing.uri, reason: 'It answered 400.' })
    expect(auth.occurrences.filter(({ clientId }) => clientId === client.clientId)).toEqual([])

    await changeClient(auth, client.clientId, 'backchannel_logout_uri', well.uri)
    await signOut(await signIn(auth, project.issuer, client, user.email))
    await vi.waitFor(async () => expect(await failure()).toBeNull(), patient)
  })
})

describe('sign-out without a session:', () => {
  const endSession = (query: Record<string, string> = {}, language = 'en') =>
    fetchVia(auth.address)(`${project.issuer}/session/end?${new URLSearchParams(query)}`, {
      headers: { 'accept-language': language },
    })

  it.each(locales)('the page in %s confirms it and posts nothing by itself', async (language) => {
    const answer = await endSession({}, language)
    const page = await answer.text()
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, language])
    expect(page).toContain(pagesTextsOf(language).signOut.done)
    expect(page).not.toMatch(/<script|<form|Submitting/)
  })

  it('the browser is redirected to the address of the application with its state', async () => {
    const { clientId } = await application(well.uri)
    await auth.database.run(
      sql`UPDATE clients SET post_logout_redirect_uris = ARRAY['https://rp.example/bye?a=1'] WHERE id = ${clientId}`,
    )
    const answer = await endSession({
      client_id: clientId,
      post_logout_redirect_uri: 'https://rp.example/bye?a=1',
      state: 'a b',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      'https://rp.example/bye?a=1&state=a+b',
    ])
  })
})

it('a sign-in of another user in the same browser ends the former session and notifies its application', async () => {
  const [first, second] = [await makeUser(auth, project.id), await makeUser(auth, project.id)]
  const client = await application(well.uri)
  const { browser, rp } = await signIn(auth, project.issuer, client, first.email)
  const before = well.received.length
  const { url, redeem } = await rp.begin({ prompt: 'login' })
  const tokens = await redeem(await authorize(browser, url, second.email))
  expect(tokens.claims()?.sub).toBe(second.id)
  await vi.waitFor(() => expect(well.received.length).toBe(before + 1), patient)
  expect((await verified(well.received.at(-1), client.clientId)).payload.sub).toBe(first.id)
  const sessions = await auth.database.rows(
    sql`SELECT 1 AS one FROM oidc_sessions WHERE project_id = ${project.id} AND account_id = ${first.id}`,
  )
  expect(sessions).toEqual([])
})

it('applications are notified when an account is ended by an administrator', async () => {
  const user = await makeUser(auth, project.id)
  const client = await application(well.uri)
  await signIn(auth, project.issuer, client, user.email)
  const before = well.received.length
  await auth.database.transaction((tx) => endAccount(tx, project, user.id))
  await vi.waitFor(() => expect(well.received.length).toBe(before + 2), patient)
  for (const notice of well.received.slice(before))
    expect((await verified(notice, client.clientId)).payload.sub).toBe(user.id)
})

it('a logout endpoint at a local address outside the allow list receives no connection', async () => {
  const closed = await logoutEndpoint(say(200))
  endpoints.push(closed)
  const user = await makeUser(auth, project.id)
  const client = await application(closed.uri)
  await signOut(await signIn(auth, project.issuer, client, user.email))
  await vi.waitFor(async () => expect(await postponed(client.clientId)).toBe(true), patient)
  expect(closed.received).toHaveLength(0)
})

it('backchannelLogout.enabled removes discovery and notices when switched off', async () => {
  await setSetting(auth, 'backchannelLogout.enabled', false)
  const user = await makeUser(auth, project.id)
  const client = await application(well.uri)
  const session = await signIn(auth, project.issuer, client, user.email)
  expect(session.rp.config.serverMetadata().backchannel_logout_supported).toBeUndefined()
  await signOut(session)
  expect(await outbox()).not.toContain(client.clientId)
  await setSetting(auth, 'backchannelLogout.enabled', true)
  const again = await signIn(auth, project.issuer, client, user.email)
  expect(again.rp.config.serverMetadata().backchannel_logout_supported).toBe(true)
})

const outbox = async (): Promise<string> =>
  JSON.stringify(await auth.database.rows(sql`SELECT payload FROM outbox`))

/** A failed attempt sets the next time of the row into the future. */
async function postponed(clientId: string): Promise<boolean> {
  const rows = await auth.database.rows(sql`
    SELECT 1 AS ok FROM outbox WHERE payload->>'clientId' = ${clientId} AND published_at > clock_timestamp()`)
  return rows.length === 1
}
