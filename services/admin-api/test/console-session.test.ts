import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { FormBrowser, isPage, type Page, type ServiceProcess, startServiceProcess } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { sessionCookieName } from '../src/authn/console-session.ts'
import { password, startWorld, type World } from './support/world.ts'

const login = 'root@example.com'

let world: World
let auth: ServiceProcess
let app: Awaited<ReturnType<typeof buildApp>>
let base: string
let adminApi: ServiceProcess['address']
beforeAll(async () => {
  world = await startWorld()
  const { config } = world.deps
  base = config.SIGNET_BASE_URL
  auth = await startServiceProcess('auth', {
    ...process.env,
    DATABASE_URL: config.DATABASE_URL,
    SIGNET_BASE_URL: base,
    SIGNET_SECRET_KEYS: config.SIGNET_SECRET_KEYS,
    NATS_URL: config.NATS_URL,
    SIGNET_PROXY_HOPS: '0',
    LOG_LEVEL: 'fatal',
  })
  const internal = `http://${auth.address.host}:${auth.address.port}`
  app = await buildApp({ ...world.deps, config: { ...config, SIGNET_AUTH_URL: internal } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  adminApi = { host: '127.0.0.1', port: (app.server.address() as { port: number }).port }
})
afterAll(async () => {
  await app?.close()
  await auth?.stop()
  await world?.close()
})
beforeEach(() => world.database.run(sql`DELETE FROM console_sessions`))

const newBrowser = () =>
  new FormBrowser(
    ({ pathname }) => (pathname.startsWith('/admin/') ? adminApi : auth.address),
    `${base}/admin/?`,
  )

/** Signs in to the console as an administrator does; the console itself is not there, so its page is unknown. */
async function signIn(browser: FormBrowser): Promise<void> {
  let at = await browser.open(`${base}/admin/api/login`)
  if (isPage(at) && at.html.includes('name="password"'))
    at = await browser.submit(at, '/login', { login, password })
  if (isPage(at)) expect(at.url.pathname).toBe('/admin/')
  else throw new Error(`sent to ${at.arrivedAt}`)
}

const cookieOf = (browser: FormBrowser): string => {
  const cookie = browser.cookies.find(({ name }) => name === sessionCookieName(base))
  return `${cookie?.name}=${cookie?.value}`
}

const personOf = (browser: FormBrowser, cookie = cookieOf(browser)) => ({
  accountId: '',
  headers: { cookie, origin: base },
})

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

describe('a console session', () => {
  it('ends when its administrator signs out at the issuer', async () => {
    const browser = newBrowser()
    await signIn(browser)
    expect(await statusOf(browser)).toBe(200)
    const page = (await browser.open(`${base}/session/end?client_id=signet-console`)) as Page
    await browser.submit(page, '/session/end/confirm', { logout: 'yes' })
    expect(await isSignedInAtIssuer(browser)).toBe(false)
    expect(await statusOf(browser)).toBe(401)
  })

  it('takes the sign-in at the issuer with it when it is signed out of, also if the browser goes nowhere then', async () => {
    const [browser, another] = [newBrowser(), newBrowser()]
    await signIn(browser)
    await signIn(another)
    expect(await isSignedInAtIssuer(browser)).toBe(true)
    expect((await world.call(personOf(browser), 'logout', {})).status).toBe(200)
    expect([await statusOf(browser), await isSignedInAtIssuer(browser)]).toEqual([401, false])
    expect([await statusOf(another), await isSignedInAtIssuer(another)]).toEqual([200, true])
  })

  it('ends when the console loses its place among the connected applications', async () => {
    const browser = newBrowser()
    await signIn(browser)
    await world.database.run(sql`
      UPDATE oidc_sessions SET payload = payload #- '{authorizations,signet-console}'::text[]`)
    expect(await statusOf(browser)).toBe(401)
  })

  it('is replaced by a second sign-in of the same browser: the first cookie works no more', async () => {
    const browser = newBrowser()
    await signIn(browser)
    const first = cookieOf(browser)
    await signIn(browser)
    expect(cookieOf(browser)).not.toBe(first)
    expect([await statusOf(browser, first), await statusOf(browser)]).toEqual([401, 200])
  })
})

describe('the sessions of an administrator', () => {
  it('are listed and ended one by one, with the sign-in behind each', async () => {
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

  it('are nobody else’s to see or end, and no answer carries what a session is looked up by', async () => {
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
