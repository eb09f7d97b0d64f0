import { locate } from '@signet/tenancy'
import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, redirectUri, rootProjects, setSetting, startAuth } from '../support/harness.ts'
import { applicationAndUser, pageOf, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let ids: Awaited<ReturnType<typeof rootProjects>>
beforeAll(async () => {
  auth = await startAuth()
  ids = await rootProjects(auth)
})
afterAll(() => auth.close())

async function signedInAtBoth() {
  const browser = new FormBrowser(auth.address, redirectUri)
  const at = async (projectId: string) => {
    const { client, user } = await applicationAndUser(auth, projectId)
    const session = await signIn(auth, auth.baseUrl, client, user.email, {
      browser,
      scope: 'openid email offline_access',
      prompt: 'consent',
    })
    return { ...session, client, user }
  }
  return { browser, own: await at(ids.defaultId), console: await at(ids.administratorsId) }
}

it("one browser has sessions at the default and the administrators' project, each in its own cookie", async () => {
  const { browser, own, console } = await signedInAtBoth()
  const names = browser.cookies.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([`_session_${ids.defaultId}`, `_session_${ids.administratorsId}`]),
  )
  expect(own.tokens.claims()?.sub).toBe(own.user.id)
  expect(console.tokens.claims()?.sub).toBe(console.user.id)
  for (const { rp, user } of [own, console]) {
    const { url, redeem } = await rp.begin()
    const answer = await browser.open(url)
    if (isPage(answer)) throw new Error(answer.html)
    expect((await redeem(answer.arrivedAt)).claims()?.sub).toBe(user.id)
  }
})

it('userinfo, introspection and revocation at the root act only on the project of the token', async () => {
  const { own, console } = await signedInAtBoth()
  for (const [mine, other] of [
    [own, console],
    [console, own],
  ] as const) {
    const token = mine.tokens.access_token
    expect(await oidc.fetchUserInfo(mine.rp.config, token, mine.user.id)).toMatchObject({
      email: mine.user.email,
    })
    expect(await oidc.tokenIntrospection(mine.rp.config, token)).toMatchObject({
      active: true,
      sub: mine.user.id,
    })
    expect(await oidc.tokenIntrospection(other.rp.config, token)).toEqual({ active: false })
    await oidc.tokenRevocation(other.rp.config, token)
    expect(await oidc.tokenIntrospection(mine.rp.config, token)).toMatchObject({ active: true })
    await oidc.tokenRevocation(mine.rp.config, token)
    expect(await oidc.tokenIntrospection(mine.rp.config, token)).toEqual({ active: false })
    expect((await fetchUserInfo(token)).status).toBe(401)
  }
})

const fetchUserInfo = (token: string) =>
  fetchVia(auth.address)(`${auth.baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } })

it('a refresh token of one project is rejected at the other', async () => {
  const { own, console } = await signedInAtBoth()
  const answer = await postForm(
    auth,
    `${auth.baseUrl}/token`,
    { grant_type: 'refresh_token', refresh_token: own.tokens.refresh_token ?? '' },
    console.client,
  )
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

it('a sign-out at one project keeps the session at the other', async () => {
  const { browser, own, console } = await signedInAtBoth()
  const hint = { id_token_hint: own.tokens.id_token ?? '' }
  expect(isPage(await browser.open(oidc.buildEndSessionUrl(own.rp.config, hint)))).toBe(true)
  expect(isPage(await browser.open((await own.rp.begin()).url))).toBe(true)
  expect(isPage(await browser.open((await console.rp.begin()).url))).toBe(false)
})

it('a session value under the cookie name of the other project signs no user in', async () => {
  const { browser, console } = await signedInAtBoth()
  const held = browser.cookies.filter(({ name }) => name.startsWith(`_session_${ids.defaultId}`))
  const thief = new FormBrowser(auth.address, redirectUri)
  for (const cookie of held)
    thief.plant({ ...cookie, name: cookie.name.replace(ids.defaultId, ids.administratorsId) })
  const answer = pageOf(await thief.open((await console.rp.begin()).url))
  expect(answer.html).toContain('name="password"')
})

it('a session id planted before the sign-in is invalid afterwards', async () => {
  const { client, user } = await applicationAndUser(auth, ids.defaultId)
  const attacker = new FormBrowser(auth.address, redirectUri)
  const { rp } = await signIn(auth, auth.baseUrl, client, user.email)
  await attacker.open((await rp.begin()).url)
  const planted = attacker.cookies.filter(({ name }) => name.startsWith('_session_'))
  const victim = new FormBrowser(auth.address, redirectUri)
  for (const cookie of planted) victim.plant(cookie)
  await signIn(auth, auth.baseUrl, client, user.email, { browser: victim })
  const again = pageOf(await attacker.open((await rp.begin()).url))
  expect(again.html).toContain('name="password"')
})

it('an interaction can be continued only in the browser that began it', async () => {
  const { client, user } = await applicationAndUser(auth, ids.defaultId)
  const { rp } = await signIn(auth, auth.baseUrl, client, user.email)
  const page = pageOf(await new FormBrowser(auth.address, redirectUri).open((await rp.begin()).url))
  const foreign = pageOf(await new FormBrowser(auth.address, redirectUri).submit(page, '/login'))
  expect(foreign.status).toBe(400)
  expect(foreign.html).toContain('This page has expired')
})

it("every endpoint in the root's discovery document belongs to the root, even when a project has such a name", async () => {
  for (const key of ['globalTokenRevocation', 'registration', 'ciba'])
    await setSetting(auth, `${key}.enabled`, true)
  const answer = await fetchVia(auth.address)(`${auth.baseUrl}/.well-known/openid-configuration`)
  const discovery = (await answer.json()) as Record<string, unknown>
  const endpoints = Object.entries(discovery).filter(([name]) => /_(endpoint|uri)$/.test(name))
  expect(endpoints.length).toBeGreaterThan(10)
  const base = new URL(auth.baseUrl)
  for (const [name, endpoint] of endpoints)
    expect([name, locate(base.host, new URL(String(endpoint)).pathname, base.host).address.form]).toEqual([
      name,
      'root',
    ])
})
