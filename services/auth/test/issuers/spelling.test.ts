import { choosePassword } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { createRelyingParty, FormBrowser, sendRaw } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  rootProjects,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { pageOf, signIn } from '../support/journey.ts'
import { callRegistration } from '../support/registering.ts'

let auth: Auth
let sites: Readonly<Record<string, { readonly id: string; readonly issuer: string }>>
beforeAll(async () => {
  auth = await startAuth()
  for (const name of [
    'registration.enabled',
    'registration.issueRegistrationAccessToken',
    'registrationManagement.enabled',
  ])
    await setSetting(auth, name, true)
  const { defaultId, administratorsId } = await rootProjects(auth)
  sites = {
    'a project': await makeProject(auth),
    'the root issuer': { id: defaultId, issuer: auth.baseUrl },
    'the console': { id: administratorsId, issuer: auth.baseUrl },
  }
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const cookiesOf = (browser: FormBrowser) =>
  browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Routers and proxies may treat these spellings as the same path. */
const spellings: Readonly<
  Record<string, (path: string) => { readonly target: string; readonly method?: string }>
> = {
  'the method HEAD': (path) => ({ target: path, method: 'HEAD' }),
  'a trailing slash': (path) => ({ target: `${path}/` }),
  'upper case': (path) => ({
    target: path.replace(/\/[a-z]+(?=\/[^/]*$)/, (segment) => segment.toUpperCase()),
  }),
  'a doubled slash': (path) => ({ target: path.replace(/\/(?=[^/]*$)/, '//') }),
  'a dot segment': (path) => ({ target: path.replace(/\/(?=[^/]*$)/, '/./') }),
  'an encoded letter': (path) => ({ target: path.replace(/a/, '%61') }),
  'a shorter name': (path) => ({ target: path.replace(/[^/]+$/, 'x') }),
  'a path parameter': (path) => ({ target: `${path};x=1` }),
}

describe.each(['a project', 'the root issuer', 'the console'])('resume address at %s:', (name) => {
  /** Signs in with the old password up to the redirect; then the owner resets the password, which ends every sign-in. */
  async function signInBeforeReset() {
    const site = sites[name] as { id: string; issuer: string }
    const user = await makeUser(auth, site.id)
    const client = await makeClient(auth, { projectId: site.id, requireConsent: false })
    const rp = await createRelyingParty({
      issuer: site.issuer,
      ...client,
      redirectUri,
      address: auth.address,
    })
    // Stops before the resume address.
    const browser = new FormBrowser(auth.address, `${site.issuer}/auth/`)
    const page = pageOf(await browser.open((await rp.begin()).url))
    const at = await browser.submit(page, '/login', { login: user.email, password })
    if (!('arrivedAt' in at)) throw new Error(at.html)
    const hash = await auth.passwords.hash('another battery, another staple')
    await auth.database.transaction((tx) => choosePassword(auditedBefore(tx), site, user.id, hash))
    return { user, browser, resume: at.arrivedAt }
  }

  it.each(Object.keys(spellings))(
    'a sign-in with a password that was reset is not completed by %s of the resume address',
    async (how) => {
      const { user, browser, resume } = await signInBeforeReset()
      const { method = 'GET', target } = spellings[how]?.(resume.pathname) ?? { target: '' }
      const answer = await sendRaw(auth.address, {
        method,
        target,
        headers: { host: resume.host, cookie: cookiesOf(browser) },
      })
      expect(answer.headers.location ?? '').not.toContain('code=')
      expect([404, 405]).toContain(answer.status)
      const [left] = await auth.database.rows<{ count: number }>(sql`
      SELECT (SELECT count(*) FROM oidc_sessions WHERE account_id = ${user.id})::int
           + (SELECT count(*) FROM oidc_authorization_codes WHERE account_id = ${user.id})::int AS count`)
      expect(left?.count).toBe(0)
    },
  )
})

it.each(['the method HEAD', 'a trailing slash', 'upper case'])(
  'a registration is not returned by %s of its address',
  async (how) => {
    const { issuer } = sites['a project'] as { issuer: string }
    const { body } = await callRegistration(auth, 'POST', `${issuer}/reg`, {
      redirect_uris: [redirectUri],
    })
    const own = new URL(String(body.registration_client_uri))
    const { method = 'GET', target } = spellings[how]?.(own.pathname) ?? { target: '' }
    const answer = await sendRaw(auth.address, {
      method,
      target,
      headers: { host: own.host, authorization: `Bearer ${body.registration_access_token}` },
    })
    expect([404, 405]).toContain(answer.status)
    expect(answer.text).not.toMatch(/client_secret|signet/)
  },
)

it.each(['a trailing slash', 'upper case'])(
  'a form of another site does not sign out by %s of the confirmation address',
  async (how) => {
    const site = sites['a project'] as { id: string; issuer: string }
    const user = await makeUser(auth, site.id)
    const client = await makeClient(auth, { projectId: site.id, requireConsent: false })
    const { browser } = await signIn(auth, site.issuer, client, user.email)
    const { html } = pageOf(await browser.open(`${site.issuer}/session/end`))
    const xsrf = /name="xsrf" value="([\w-]+)"/.exec(html)?.[1] ?? ''
    const url = new URL(`${site.issuer}/session/end/confirm`)
    const { target } = spellings[how]?.(url.pathname) ?? { target: '' }
    const answer = await sendRaw(auth.address, {
      method: 'POST',
      target,
      headers: {
        host: url.host,
        cookie: cookiesOf(browser),
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `xsrf=${xsrf}&logout=yes`,
    })
    expect(answer.status).toBe(404)
    const [left] = await auth.database.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM oidc_sessions WHERE account_id = ${user.id}`,
    )
    expect(left?.count).toBe(1)
  },
)
