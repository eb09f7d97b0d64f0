import { FormBrowser, isPage, sendRaw } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { party } from '../support/clients.ts'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  redirectUri,
  rootProjects,
  startAuth,
} from '../support/harness.ts'
import { authorize, pageOf, signIn } from '../support/journey.ts'

let auth: Auth
let sites: Readonly<Record<string, { readonly id: string; readonly issuer: string }>>
beforeAll(async () => {
  auth = await startAuth()
  const { defaultId, administratorsId } = await rootProjects(auth)
  sites = {
    'a path': await makeProject(auth),
    'a host of its own': await makeProject(auth, { form: 'host' }),
    'the root issuer': { id: defaultId, issuer: auth.baseUrl },
    'the console': { id: administratorsId, issuer: auth.baseUrl },
  }
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

/** Omits cookies, which are SameSite=Lax. */
async function postFromElsewhere(url: string, fields: URLSearchParams | string): Promise<URL> {
  const { host, pathname } = new URL(url)
  const { status, headers } = await sendRaw(auth.address, {
    method: 'POST',
    target: pathname,
    headers: {
      host,
      origin: 'https://rp.example',
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: fields.toString(),
  })
  expect({ status, cookies: headers['set-cookie'] }).toEqual({ status: 303, cookies: undefined })
  return new URL(headers.location ?? '', url)
}

const newBrowser = () => new FormBrowser(auth.address, redirectUri)

describe.each(['a path', 'a host of its own', 'the root issuer', 'the console'])('at %s:', (name) => {
  const place = async () => {
    const site = sites[name] as { id: string; issuer: string }
    const user = await makeUser(auth, site.id)
    const client = await makeClient(auth, { projectId: site.id, requireConsent: false })
    return { ...site, user, client }
  }

  it('a posted authorization request signs in and uses an existing session', async () => {
    const { issuer, user, client } = await place()
    const { browser, rp } = await signIn(auth, issuer, client, user.email)
    for (const prompt of ['none', 'login']) {
      const { url, redeem } = await rp.begin({ prompt })
      const led = await postFromElsewhere(`${issuer}/auth`, url.searchParams)
      const tokens = await redeem(await authorize(browser, led, user.email))
      expect(tokens.claims()?.sub).toBe(user.id)
    }
  })

  it('a posted authorization request that is too long for a URL is stored for its own client only', async () => {
    const { id, issuer, user, client } = await place()
    const rp = await party(auth, { issuer, ...client })
    const { url, redeem } = await rp.begin({ login_hint: 'x'.repeat(20_000) })
    const led = await postFromElsewhere(`${issuer}/auth`, url.searchParams)
    expect(led.href.length).toBeLessThan(1_000)
    expect((await redeem(await authorize(newBrowser(), led, user.email))).claims()?.sub).toBe(user.id)
    const other = await makeClient(auth, { projectId: id, requireConsent: false })
    led.searchParams.set('client_id', other.clientId)
    expect(pageOf(await newBrowser().open(led)).status).toBe(400)
  })

  it('a posted sign-out shows the confirmation and redirects back', async () => {
    const { issuer, user, client } = await place()
    const { browser } = await signIn(auth, issuer, client, user.email)
    const led = await postFromElsewhere(
      `${issuer}/session/end`,
      new URLSearchParams({
        client_id: client.clientId,
        post_logout_redirect_uri: 'https://rp.example/',
        state: 'kept',
      }),
    )
    const question = pageOf(await browser.open(led))
    expect(question.html).toContain('name="xsrf"')
    const stopped = new FormBrowser(auth.address, 'https://rp.example/')
    for (const cookie of browser.cookies) stopped.plant(cookie)
    const end = await stopped.submit(question, '/session/end/confirm', { logout: 'yes' })
    expect(isPage(end) ? end.html : end.arrivedAt.href).toBe('https://rp.example/?state=kept')
  })
})

it('a posted request is rejected like the same request with GET', async () => {
  const { issuer } = sites['a path'] as { issuer: string }
  const led = await postFromElsewhere(`${issuer}/auth`, 'client_id=unknown&response_type=code')
  expect(pageOf(await newBrowser().open(led)).status).toBe(400)
  const twice = await postFromElsewhere(`${issuer}/auth`, 'client_id=a&client_id=b&response_type=code')
  expect(twice.searchParams.getAll('client_id')).toEqual(['a', 'b'])
})

it('a stored posted request is not accepted as a pushed request', async () => {
  const { id, issuer } = sites['a path'] as { id: string; issuer: string }
  const client = await makeClient(auth, { projectId: id, requireConsent: false })
  const { url } = await (await party(auth, { issuer, ...client })).begin({ login_hint: 'x'.repeat(20_000) })
  const led = await postFromElsewhere(`${issuer}/auth`, url.searchParams)
  const pushed = new URL(`${issuer}/auth`)
  pushed.searchParams.set('client_id', client.clientId)
  pushed.searchParams.set(
    'request_uri',
    `urn:ietf:params:oauth:request_uri:${led.searchParams.get('posted')}`,
  )
  expect(pageOf(await newBrowser().open(pushed)).status).toBe(400)
})
