import { sql } from '@signet/db'
import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, party, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  rootProjects,
  startAuth,
} from '../support/harness.ts'
import { pageOf, postForm } from '../support/journey.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

let auth: Auth
let sites: Readonly<Record<'path' | 'root', { id: string; issuer: string }>>
beforeAll(async () => {
  auth = await startAuth()
  const { defaultId } = await rootProjects(auth)
  sites = { path: await makeProject(auth), root: { id: defaultId, issuer: auth.baseUrl } }
})
afterAll(() => auth?.close())

interface Form {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

const form = 'application/x-www-form-urlencoded'
const elsewhere = 'https://evil.example'

interface Sent {
  readonly method?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Browsers send these headers with a form of a page without a referrer. */
const ownHeaders = { origin: 'null', 'sec-fetch-site': 'same-origin' }

const cookiesOf = (browser: FormBrowser) =>
  browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Sends all cookies of the victim's browser, so that only the server can reject the form. */
function send(victim: FormBrowser, { url, fields }: Form, { method = 'POST', type = form, headers }: Sent) {
  const body = new URLSearchParams(fields).toString()
  const common = { accept: 'text/html', cookie: cookiesOf(victim), ...headers }
  return method === 'GET'
    ? fetchVia(auth.address)(`${url}?${body}`, { headers: common })
    : fetchVia(auth.address)(url, { method, body, headers: { ...common, 'content-type': type } })
}

/** A foreign page can cause these requests when it knows every field of the form. */
const attacks: Readonly<Record<string, Sent>> = {
  'a form of another site': { headers: { origin: elsewhere, 'sec-fetch-site': 'cross-site' } },
  'a form of another site without fetch metadata': { headers: { origin: elsewhere } },
  'a form of a sandboxed frame': { headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
  'a form of another host of the same domain': { headers: { 'sec-fetch-site': 'same-site' } },
  'a GET link': { method: 'GET' },
  'a plain-text form': { type: 'text/plain' },
  'a multipart form': { type: 'multipart/form-data; boundary=x' },
  'a JSON request': { type: 'application/json' },
}

async function victimOf(site: { id: string; issuer: string }) {
  const user = await makeUser(auth, site.id)
  const app = await storeClient(auth, site.id)
  const { browser, rp } = await codeFlow(auth, { issuer: site.issuer, ...app }, user.email)
  const hasCode = async () => {
    const answer = await browser.open((await rp.begin({ prompt: 'none' })).url)
    return !isPage(answer) && answer.arrivedAt.searchParams.has('code')
  }
  return { browser, hasCode }
}

const tokenIn = (html: string) => /name="xsrf" value="([\w-]+)"/.exec(html)?.[1] ?? ''

describe.each(['path', 'root'] as const)('sign-out at the %s address:', (which) => {
  const question = async (victim: { browser: FormBrowser }): Promise<Form> => {
    const { html } = pageOf(await victim.browser.open(`${sites[which].issuer}/session/end`))
    const url = `${sites[which].issuer}/session/end/confirm`
    return { url, fields: { xsrf: tokenIn(html), logout: 'yes' } }
  }

  it.each(Object.entries(attacks))(
    'the session is not ended by %s with every known field',
    async (_how, attack) => {
      const victim = await victimOf(sites[which])
      const known = await question(victim)
      expect((await send(victim.browser, known, attack)).status).toBeGreaterThanOrEqual(400)
      expect(await victim.hasCode()).toBe(true)
    },
  )

  it('the session is not ended by the form of another browser, and is ended by its own', async () => {
    const [victim, attacker] = [await victimOf(sites[which]), await victimOf(sites[which])]
    const theirs = await question(attacker)
    await question(victim)
    expect((await send(victim.browser, theirs, {})).status).toBe(400)
    expect(await victim.hasCode()).toBe(true)
    const own = await question(victim)
    expect((await send(victim.browser, own, { headers: ownHeaders })).status).toBe(303)
    expect(await victim.hasCode()).toBe(false)
  })
})

describe.each(['path', 'root'] as const)('device code at the %s address:', (which) => {
  async function begun() {
    const { id, issuer } = sites[which]
    const app = await storeClient(auth, id, {
      grant_types: [deviceGrant],
      response_types: [],
      redirect_uris: [],
    })
    const started = await postForm(auth, `${issuer}/device/auth`, { scope: 'openid' }, app)
    const userCode = String(started.body.user_code)
    const ask = async (browser: FormBrowser): Promise<Form> => {
      const { html } = pageOf(await browser.open(`${issuer}/device?user_code=${userCode}`))
      return { url: `${issuer}/device`, fields: { xsrf: tokenIn(html), user_code: userCode, confirm: 'yes' } }
    }
    const body = { grant_type: deviceGrant, device_code: String(started.body.device_code) }
    const state = async () => {
      const [row] = await auth.database.rows<{ inFlight: boolean }>(sql`
        SELECT COALESCE((payload->>'inFlight')::boolean, false) AS "inFlight" FROM oidc_device_codes
        WHERE project_id = ${id} AND user_code = ${userCode.replaceAll('-', '')}`)
      return { ...row, error: (await postForm(auth, `${issuer}/token`, body, app)).body.error }
    }
    return { ask, state }
  }
  const untouched = { inFlight: false, error: 'authorization_pending' }

  it.each(
    Object.entries(attacks).flatMap(([how, attack]) => [
      [how, 'confirm', attack] as const,
      [how, 'abort', attack] as const,
    ]),
  )('the device code is not answered by %s (%s) with every known field', async (_how, button, attack) => {
    const { browser } = await victimOf(sites[which])
    const device = await begun()
    const { url, fields } = await device.ask(browser)
    const { confirm: _confirm, ...rest } = fields
    await send(browser, { url, fields: { ...rest, [button]: 'yes' } }, attack)
    expect(await device.state()).toEqual(untouched)
  })

  it('the device code is not answered by the form of another browser, and is answered by its own', async () => {
    const [{ browser }, attacker] = [await victimOf(sites[which]), await victimOf(sites[which])]
    const device = await begun()
    const theirs = await device.ask(attacker.browser)
    await device.ask(browser)
    expect((await send(browser, theirs, {})).status).toBeGreaterThanOrEqual(400)
    expect(await device.state()).toEqual(untouched)
    const own = await device.ask(browser)
    expect((await send(browser, own, { headers: ownHeaders })).status).toBeLessThan(400)
    expect(await device.state()).not.toEqual(untouched)
  })
})

describe('login CSRF:', () => {
  async function pageIn(browser: FormBrowser, login: string) {
    const rp = await party(auth, { issuer: sites.path.issuer, ...(await storeClient(auth, sites.path.id)) })
    const page = pageOf(await browser.open((await rp.begin()).url))
    const action = /action="([^"]+\/login)"/.exec(page.html)?.[1] ?? ''
    return { rp, form: { url: new URL(action, page.url).href, fields: { login, password } } }
  }

  const sessions = async (accountId: string) =>
    (await auth.database.rows<object>(sql`SELECT 1 FROM oidc_sessions WHERE account_id = ${accountId}`))
      .length

  it.each(Object.entries(attacks))(
    "the attacker's account is not signed in by %s on a page that the victim opened",
    async (_how, attack) => {
      const attacker = await makeUser(auth, sites.path.id)
      const victim = new FormBrowser(auth.address, redirectUri)
      const { form: open } = await pageIn(victim, attacker.email)
      expect((await send(victim, open, attack)).status).toBeGreaterThanOrEqual(400)
      expect(await sessions(attacker.id)).toBe(0)
    },
  )

  it("the attacker's account is not signed in by the attacker's own page with any cookies of the victim", async () => {
    const attacker = await makeUser(auth, sites.path.id)
    const { form: theirs } = await pageIn(new FormBrowser(auth.address, redirectUri), attacker.email)
    const [fresh, busy] = [
      new FormBrowser(auth.address, redirectUri),
      new FormBrowser(auth.address, redirectUri),
    ]
    await pageIn(busy, attacker.email)
    const { browser: signedIn, hasCode } = await victimOf(sites.path)
    for (const victim of [fresh, busy, signedIn]) {
      const answer = await send(victim, theirs, {})
      expect(answer.status).toBe(400)
      expect(answer.headers.getSetCookie().filter((line) => line.startsWith('_session_'))).toEqual([])
    }
    expect(await sessions(attacker.id)).toBe(0)
    expect(await hasCode()).toBe(true)
  })
})
