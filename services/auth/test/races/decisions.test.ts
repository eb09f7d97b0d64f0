import { sql } from '@signet/db'
import { endAccount } from '@signet/sessions'
import { FormBrowser } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { openRequests, pageOf, postForm } from '../support/journey.ts'
import { rounds, times } from './browsers.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const cibaGrant = 'urn:openid:params:grant-type:ciba'
const used = 'This code was used already'

let auth: Auth
let replicas: readonly Auth[]
let project: { id: string; issuer: string }
let client: Awaited<ReturnType<typeof storeClient>>
let pinged: typeof client
beforeAll(async () => {
  auth = await startAuth()
  replicas = [auth, { ...auth, ...(await auth.startReplica()) }]
  await setSetting(auth, 'ciba.enabled', true)
  await setSetting(auth, 'ciba.deliveryModes', ['poll', 'ping'])
  project = await makeProject(auth)
  const asked = {
    grant_types: [deviceGrant, cibaGrant, 'refresh_token'],
    response_types: [],
    redirect_uris: [],
    require_consent: true,
  }
  client = await storeClient(auth, project.id, { ...asked, backchannel_token_delivery_mode: 'poll' })
  pinged = await storeClient(auth, project.id, {
    ...asked,
    backchannel_token_delivery_mode: 'ping',
    backchannel_client_notification_endpoint: 'https://rp.example/ping',
  })
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const at = (index: number): Auth => replicas[index % replicas.length] ?? auth
const browserAt = (index: number) => new FormBrowser(at(index).address, redirectUri)

const config = async (as = client) => (await party(auth, { issuer: project.issuer, ...as })).config
const startDevice = async () =>
  oidc.initiateDeviceAuthorization(await config(), { scope: 'openid offline_access' })
const token = (body: Record<string, string>, index = 0, as = client) =>
  postForm(at(index), `${project.issuer}/token`, body, as)
const pollDevice = (code: string, index = 0) => token({ grant_type: deviceGrant, device_code: code }, index)
const introspect = (value: string) =>
  postForm(auth, `${project.issuer}/token/introspection`, { token: value }, client)
const grantsOf = (accountId: string, { clientId }: typeof client) =>
  auth.database.rows(
    sql`SELECT id FROM oidc_grants WHERE account_id = ${accountId} AND client_id = ${clientId}`,
  )

async function comparing(complete: string, index: number) {
  const browser = browserAt(index)
  return { browser, page: pageOf(await browser.open(complete)) }
}

async function consenting(complete: string, login: string, index = 0) {
  const { browser, page } = await comparing(complete, index)
  const signIn = pageOf(await browser.submit(page, '/device', { confirm: 'yes' }))
  return { browser, page: pageOf(await browser.submit(signIn, '/login', { login, password })) }
}

it('a device code confirmed and denied in ten browsers concurrently is decided by one of them', async () => {
  const user = await makeUser(auth, project.id)
  for (let round = 0; round < rounds; round += 1) {
    const started = await startDevice()
    const browsers = await times(10, (index) => comparing(started.verification_uri_complete ?? '', index))
    const answers = await Promise.all(
      browsers.map(async ({ browser, page }, index) =>
        pageOf(await browser.submit(page, '/device', index % 3 ? { confirm: 'yes' } : { abort: 'yes' })),
      ),
    )
    for (const { status } of answers) expect(status).toBeLessThan(500)
    const winners = [...answers.entries()].filter(([, { html }]) => !html.includes(used))
    expect(winners).toHaveLength(1)
    const [winner, page] = winners[0] ?? [0, answers[0]]
    if (!page) throw new Error('no browser decided')
    if (!page.html.includes('name="password"')) {
      expect(page.html).toContain('The device was not connected')
      expect((await pollDevice(started.device_code)).body.error).toBe('access_denied')
      continue
    }
    expect((await pollDevice(started.device_code)).body.error).toBe('authorization_pending')
    const browser = browsers[winner]?.browser ?? browserAt(0)
    const login = { login: user.email, password }
    let last = pageOf(await browser.submit(page, '/login', login))
    if (last.html.includes('/consent"')) last = pageOf(await browser.submit(last, '/consent'))
    expect(last.html).toContain('The device is connected')
    expect((await pollDevice(started.device_code)).status).toBe(200)
  }
})

it('consent to a device that is granted and denied concurrently in two tabs has one lasting result', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const user = await makeUser(auth, project.id)
    const started = await startDevice()
    const { browser, page } = await consenting(started.verification_uri_complete ?? '', user.email)
    const tabs = await times(6, async (index) => {
      const tab = browserAt(index)
      for (const cookie of browser.cookies) tab.plant(cookie)
      return tab
    })
    const answers = await Promise.all(
      tabs.map((tab, index) => tab.submit(page, index % 2 ? '/abort' : '/consent')),
    )
    for (const answer of answers) expect(pageOf(answer).status).toBeLessThan(500)
    const said = answers.map((answer) => pageOf(answer).html)
    const connected = said.filter((html) => html.includes('The device is connected')).length
    const first = await pollDevice(started.device_code)
    if (first.status === 200) expect(connected).toBeGreaterThan(0)
    else expect([connected, first.body.error]).toEqual([0, 'access_denied'])
    const second = await pollDevice(started.device_code)
    expect(second.body.error).toBe(first.status === 200 ? 'invalid_grant' : 'access_denied')
  }
})

it('a device that polls during the approval obtains tokens once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const user = await makeUser(auth, project.id)
    const started = await startDevice()
    const { browser, page } = await consenting(started.verification_uri_complete ?? '', user.email)
    let approved = false
    const approving = browser.submit(page, '/consent').then(() => {
      approved = true
    })
    const received: Awaited<ReturnType<typeof pollDevice>>[] = []
    while (!received.some(({ status }) => status === 200)) {
      const wasApproved = approved
      received.push(...(await times(2, (index) => pollDevice(started.device_code, index))))
      if (wasApproved) break
    }
    await approving
    expect(received.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of received)
      if (status !== 200)
        expect([status, body.error]).toEqual([
          400,
          expect.stringMatching(/^(?:authorization_pending|slow_down|invalid_grant)$/),
        ])
  }
})

it('the tokens of a device approved during a sign-out everywhere are invalid', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const user = await makeUser(auth, project.id)
    const started = await startDevice()
    const browser = browserAt(round)
    await openRequests(browser, project.issuer, user.email)
    const confirm = pageOf(await browser.open(started.verification_uri_complete ?? ''))
    const consent = pageOf(await browser.submit(confirm, '/device', { confirm: 'yes' }))
    const [answer] = await Promise.all([
      browser.submit(consent, '/consent'),
      auth.database.transaction((tx) => endAccount(tx, project, user.id)),
    ])
    expect(pageOf(answer).status).toBeLessThan(500)
    const { body } = await pollDevice(started.device_code)
    for (const value of [body.access_token, body.refresh_token])
      expect((await introspect(String(value))).body).toEqual({ active: false })
  }
})

async function asked(as: typeof client) {
  const user = await makeUser(auth, project.id)
  const more = as === pinged ? { client_notification_token: 'notify-me-with-this-token' } : {}
  const { auth_req_id: id } = await oidc.initiateBackchannelAuthentication(await config(as), {
    scope: 'openid offline_access',
    login_hint: user.email,
    ...more,
  })
  const first = browserAt(0)
  const page = await openRequests(first, project.issuer, user.email)
  const tab = (index: number) => {
    const browser = browserAt(index)
    for (const cookie of first.cookies) browser.plant(cookie)
    return browser
  }
  return { user, id, page, tab }
}
const pollRequest = (id: string, index = 0, as = client) =>
  token({ grant_type: cibaGrant, auth_req_id: id }, index, as)

it.each(['poll', 'ping'] as const)(
  'a backchannel request (%s) allowed and denied concurrently in ten windows has one result and at most one ping',
  async (mode) => {
    const as = mode === 'ping' ? pinged : client
    for (let round = 0; round < rounds; round += 1) {
      const { user, id, page, tab } = await asked(as)
      await auth.database.run(sql`DELETE FROM outbox`)
      const answers = await times(10, (index) =>
        tab(index).submit(page, '/account/requests', { answer: index % 3 ? 'allow' : 'deny' }),
      )
      for (const answer of answers) expect(pageOf(answer).status).toBe(200)
      const first = await pollRequest(id, 0, as)
      const allowed = first.status === 200
      if (!allowed) expect(first.body.error).toBe('access_denied')
      expect(await grantsOf(user.id, as)).toHaveLength(allowed ? 1 : 0)
      const pings = await auth.database.rows(sql`SELECT id FROM outbox`)
      expect(pings).toHaveLength(mode === 'ping' ? 1 : 0)
    }
  },
)

it('polls during the decision of the user return one lasting result', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, page, tab } = await asked(client)
    let answered = false
    const answering = times(4, (index) =>
      tab(index).submit(page, '/account/requests', { answer: index % 2 ? 'allow' : 'deny' }),
    ).then(() => {
      answered = true
    })
    const received: Awaited<ReturnType<typeof pollRequest>>[] = []
    while (!received.some(({ body }) => body.error !== 'authorization_pending')) {
      const wasAnswered = answered
      received.push(...(await times(3, (index) => pollRequest(id, index))))
      if (wasAnswered) break
    }
    await answering
    received.push(await pollRequest(id))
    const decided = received.filter(({ status, body }) => status === 200 || body.error === 'access_denied')
    expect(new Set(decided.map(({ status }) => status)).size).toBe(1)
    expect(received.filter(({ status }) => status === 200).length).toBeLessThan(2)
    for (const { status } of received) expect(status).toBeLessThan(500)
  }
})

it('a user is shown five of twenty concurrent backchannel requests, and all responses are alike', async () => {
  const user = await makeUser(auth, project.id)
  const asking = { scope: 'openid', login_hint: user.email }
  const answers = await times(20, (index) =>
    postForm(at(index), `${project.issuer}/backchannel`, asking, client),
  )
  for (const { status } of answers) expect(status).toBe(200)
  const page = await openRequests(browserAt(0), project.issuer, user.email)
  expect(page.html.match(/value="allow"/g)).toHaveLength(5)
})
