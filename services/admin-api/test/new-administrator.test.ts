import { defaultSettings } from '@signet/contracts'
import { sql } from '@signet/db'
import { type FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Console, startConsole } from './support/console.ts'
import { mailedInvitation, unique } from './support/things.ts'
import { password, type World } from './support/world.ts'

let console: Console
let world: World
beforeAll(async () => {
  console = await startConsole()
  ;({ world } = console)
})
afterAll(() => console?.close())

const root = 'root@example.com'
const cap = defaultSettings['loginThrottle.failureCap']

async function accept() {
  const email = `${unique('n')}@example.com`
  const token = await mailedInvitation(world, world.team, email)
  const reply = await world.call(world.people.anonymous, 'invitation_accept', { token, password })
  expect(reply.status, reply.text).toBe(200)
  return { email, reply }
}

/** Sends the request of the console, and returns the address of the sign-in page. */
async function begin(browser: FormBrowser, email: string): Promise<string> {
  const query = { returnTo: `/admin/teams/${world.team}`, loginHint: email, fresh: 'true' }
  const at = await browser.open(`${console.base}/admin/api/login?${new URLSearchParams(query)}`)
  if (!isPage(at)) throw new Error(`sent to ${at.arrivedAt}`)
  expect(at.url.pathname).toMatch(/^\/interaction\//)
  return at.url.href
}

/** Sends the form of the console. */
async function post(browser: FormBrowser, page: string, login: string, chosen = password) {
  const at = await browser.post(`${page}/login`, new URLSearchParams({ login, password: chosen }).toString())
  if (!isPage(at)) throw new Error(`sent to ${at.arrivedAt}`)
  return at
}

const caller = async (browser: FormBrowser): Promise<string | undefined> => {
  const { status, body } = await world.call(console.personOf(browser), 'whoami', {})
  return status === 200 ? Object(body).email : undefined
}

async function signIn(browser: FormBrowser, email: string) {
  return post(browser, await begin(browser, email), email)
}

describe('sign-in of a new administrator:', () => {
  test('the password of an accepted invitation signs the browser in at the page of the team', async () => {
    const { email } = await accept()
    const browser = console.newBrowser()
    const { url } = await signIn(browser, email)
    expect(url.pathname).toBe(`/admin/teams/${world.team}`)
    expect(await caller(browser)).toBe(email)
    expect(browser.cookies.some(({ name }) => name.startsWith('_known_'))).toBe(true)
  })

  test('an acceptance sets no cookie and creates no session', async () => {
    const { email, reply } = await accept()
    expect(reply.headers).not.toHaveProperty('set-cookie')
    const sessions = await world.database.rows(sql`
      SELECT s.account_id FROM accounts a, LATERAL (
        SELECT account_id FROM oidc_sessions UNION ALL SELECT account_id FROM console_sessions) s
      WHERE a.email = ${email} AND s.account_id = a.id`)
    expect(sessions).toEqual([])
  })

  test('a browser with a session of another administrator is signed in as the new one', async () => {
    const browser = console.newBrowser()
    await signIn(browser, root)
    expect(await caller(browser)).toBe(root)
    const { email } = await accept()
    await signIn(browser, email)
    expect(await caller(browser)).toBe(email)
  })

  test('a form of another site signs no browser in', async () => {
    const { email } = await accept()
    const browser = console.newBrowser()
    const page = await begin(browser, email)
    browser.headers['sec-fetch-site'] = 'cross-site'
    expect((await post(browser, page, email)).status).toBe(400)
    expect(await caller(browser)).toBeUndefined()
  })

  test('the sign-in of an attacker cannot be continued in the browser of a victim', async () => {
    const { email } = await accept()
    const page = await begin(console.newBrowser(), email)
    const victim = console.newBrowser()
    expect((await post(victim, page, email)).status).toBe(400)
    expect(await caller(victim)).toBeUndefined()
  })

  test.each([
    ['is deactivated', sql`active = false`],
    ['is locked', sql`locked_at = now()`],
    ['loses its password', sql`password_hash = NULL, password_set_at = NULL`],
  ])('an account that %s after its acceptance is not signed in', async (_change, change) => {
    const { email } = await accept()
    const browser = console.newBrowser()
    const page = await begin(browser, email)
    await world.database.run(sql`UPDATE accounts SET ${change} WHERE email = ${email}`)
    expect((await post(browser, page, email)).status).toBe(422)
    expect(await caller(browser)).toBeUndefined()
  })

  test.each([
    ['an authenticator', sql`totp_required = true`, 'name="code"'],
    ['a passkey', sql`passkeys = 'required'`, '/newpasskey'],
  ])('a project that requires %s requires it after an acceptance too', async (_name, rule, field) => {
    const { email } = await accept()
    const { administratorsProject: id } = world
    await world.database.run(sql`UPDATE projects SET ${rule}, version = version + 1 WHERE id = ${id}`)
    const browser = console.newBrowser()
    const at = await signIn(browser, email)
    await world.database.run(sql`
      UPDATE projects SET totp_required = false, passkeys = 'allowed', version = version + 1 WHERE id = ${id}`)
    expect(at.html).toContain(field)
    expect(await caller(browser)).toBeUndefined()
  })

  test('wrong passwords count for the new account as in any sign-in', async () => {
    const { email } = await accept()
    const browser = console.newBrowser()
    const page = await begin(browser, email)
    for (let attempt = 0; attempt < cap; attempt += 1) await post(browser, page, email, 'a wrong password')
    expect((await post(browser, page, email)).status).toBe(422)
    expect(await caller(browser)).toBeUndefined()
  })
})
