import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { FormBrowser, fetchVia, isPage, type Page, type ServiceProcess } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Console, isConsole, openConsole, startConsole } from './support/console.ts'
import { password, type World } from './support/world.ts'

const login = 'root@example.com'

let console: Console
let world: World
let auth: ServiceProcess
let base: string
beforeAll(async () => {
  console = await startConsole()
  ;({ world, auth, base } = console)
})
afterAll(() => console?.close())
beforeEach(() => world.database.run(sql`DELETE FROM console_sessions`))

const newBrowser = () => console.newBrowser()
const cookieOf = (browser: FormBrowser) => console.cookieOf(browser)
const personOf = (browser: FormBrowser, cookie?: string) => console.personOf(browser, cookie)

async function signIn(browser: FormBrowser): Promise<void> {
  const page = await openConsole(console, browser)
  if (page?.html.includes('name="password"'))
    expect(isConsole(await browser.submit(page, '/login', { login, password }))).toBe(true)
  else if (page) throw new Error(page.html)
}

const statusOf = async (browser: FormBrowser, cookie?: string) =>
  (await world.call(personOf(browser, cookie), 'whoami', {})).status

const isSignedInAtIssuer = async (browser: FormBrowser) => {
  const query = new URLSearchParams({
    client_id: 'signet-console',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${base}/admin/api/callback`,
    prompt: 'none',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const stopped = new FormBrowser(auth.address, `${base}/admin/api/callback`)
  for (const cookie of browser.cookies) stopped.plant(cookie)
  const at = await stopped.open(`${base}/auth?${query}`)
  if (isPage(at)) throw new Error(at.html)
  return at.arrivedAt.searchParams.has('code')
}

describe('sign-in to the console:', () => {
  it.each([
    ['/admin/projects?status=active', '/admin/projects?status=active'],
    ['/admin/../account', '/admin/'],
    ['/admin/%2e%2e/account', '/admin/'],
    ['/admin/a;b', '/admin/'],
    ['/administrators', '/admin/'],
    ['//example.org/admin/', '/admin/'],
    ['https://example.org/admin/', '/admin/'],
  ])('the sign-in redirects to a path below the console only: %s', async (returnTo, path) => {
    const browser = newBrowser()
    await signIn(browser)
    const at = await browser.open(
      `${base}/admin/api/login?returnTo=${encodeURIComponent(returnTo)}`,
      (url) => url.origin !== base || !/^\/(auth|admin\/api)/.test(url.pathname),
    )
    expect(isPage(at) ? at.url.href : at.arrivedAt.href).toBe(base + path)
  })
})

it.each([
  ['ada@example.com', 'ada@example.com'],
  ['"><b>ada@example.com', null],
  ['ada', null],
])(
  'the sign-in to the console passes an address as login_hint, and no other text: %s',
  async (given, hint) => {
    const response = await fetchVia(console.adminApi)(
      `${base}/admin/api/login?loginHint=${encodeURIComponent(given)}`,
    )
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('login_hint')).toBe(hint)
  },
)

it('the state of a sign-in to the console is a cookie that scripts cannot read and other sites cannot send in a form', async () => {
  const response = await fetchVia(console.adminApi)(`${base}/admin/api/login`)
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('signet_console_sign_in='))
  expect(cookie).toMatch(/; Path=\/admin\/api(;|$)/)
  expect(cookie).toMatch(/; HttpOnly(;|$)/)
  expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
})

describe('console session:', () => {
  it('a console session ends when its administrator signs out at the issuer', async () => {
    const browser = newBrowser()
    await signIn(browser)
    expect(await statusOf(browser)).toBe(200)
    const page = (await browser.open(`${base}/session/end?client_id=signet-console`)) as Page
    await browser.submit(page, '/session/end/confirm', { logout: 'yes' })
    expect(await isSignedInAtIssuer(browser)).toBe(false)
    expect(await statusOf(browser)).toBe(401)
  })

  it('a sign-out of the console ends the sign-in at the issuer, also when the browser does not follow the redirect', async () => {
    const [browser, another] = [newBrowser(), newBrowser()]
    await signIn(browser)
    await signIn(another)
    expect(await isSignedInAtIssuer(browser)).toBe(true)
    expect((await world.call(personOf(browser), 'logout', {})).status).toBe(200)
    expect([await statusOf(browser), await isSignedInAtIssuer(browser)]).toEqual([401, false])
    expect([await statusOf(another), await isSignedInAtIssuer(another)]).toEqual([200, true])
  })

  it('a console session ends when the console is removed from the connected applications', async () => {
    const browser = newBrowser()
    await signIn(browser)
    await world.database.run(sql`
      UPDATE oidc_sessions SET payload = payload #- '{authorizations,signet-console}'::text[]`)
    expect(await statusOf(browser)).toBe(401)
  })

  it('a second sign-in of the same browser replaces the console session, and the first cookie is refused', async () => {
    const browser = newBrowser()
    await signIn(browser)
    const first = cookieOf(browser)
    await signIn(browser)
    expect(cookieOf(browser)).not.toBe(first)
    expect([await statusOf(browser, first), await statusOf(browser)]).toEqual([401, 200])
  })
})

describe('sessions of an administrator:', () => {
  it('own sessions are listed and ended one by one, with the sign-in of each', async () => {
    const [browser, another] = [newBrowser(), newBrowser()]
    await signIn(browser)
    await signIn(another)
    const { sessions } = await world.ok(personOf(browser), 'own_session_list', {})
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    const sessionId = sessions.find(({ current }) => !current)?.id ?? ''
    await world.ok(personOf(browser), 'own_session_end', { sessionId })
    expect([await statusOf(another), await isSignedInAtIssuer(another)]).toEqual([401, false])
    expect([await statusOf(browser), await isSignedInAtIssuer(browser)]).toEqual([200, true])
    expect((await world.refused(personOf(browser), 'own_session_end', { sessionId })).code).toBe('not_found')
  })

  it('sessions of other administrators are neither listed nor ended, and no response contains the digest of a session', async () => {
    const browser = newBrowser()
    await signIn(browser)
    const { owner } = world.people
    const own = await world.signIn(owner)
    const { sessions } = await world.ok(personOf(browser), 'own_session_list', {})
    const sessionId = sessions[0]?.id ?? ''
    expect((await world.ok(own, 'own_session_list', {})).sessions).toHaveLength(1)
    expect((await world.refused(own, 'own_session_end', { sessionId })).code).toBe('not_found')
    expect(await statusOf(browser)).toBe(200)
    const stored = await world.database.rows<{ digest: string }>(sql`SELECT digest FROM console_sessions`)
    for (const { digest } of stored) expect(JSON.stringify(sessions)).not.toContain(digest)
    expect(operations.own_session_list.kind).toBe('console_only')
  })
})
