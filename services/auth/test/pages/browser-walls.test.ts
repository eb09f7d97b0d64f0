import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeFlow, party, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { applicationAndUser, arrivalOf, authorize, pageOf, postForm } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'ciba.enabled', true)
  project = await makeProject(auth)
})
afterAll(() => auth?.close())

const newBrowser = (headers: Record<string, string> = {}) =>
  new FormBrowser(auth.address, redirectUri, headers)

const signedIn = async (at = project) => {
  const { client, user } = await applicationAndUser(auth, at.id)
  return { user, client, ...(await codeFlow(auth, { issuer: at.issuer, ...client }, user.email)) }
}

const cookieHeader = (browser: FormBrowser) =>
  browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function ledTo({ rp }: Awaited<ReturnType<typeof signedIn>>, cookie: string): Promise<string> {
  const { url, redeem } = await rp.begin()
  const answer = await fetchVia(auth.address)(url.href, { headers: { cookie, accept: 'text/html' } })
  const location = answer.headers.get('location') ?? ''
  if (!location.startsWith(redirectUri)) return 'sign-in'
  return (await redeem(new URL(location))).claims()?.sub ?? ''
}

describe('session cookie:', () => {
  it('a cookie sent twice is ignored, in either order', async () => {
    const [victim, attacker] = [await signedIn(), await signedIn()]
    const [own, planted] = [cookieHeader(victim.browser), cookieHeader(attacker.browser)]
    expect(await ledTo(victim, own)).toBe(victim.user.id)
    for (const header of [`${planted}; ${own}`, `${own}; ${planted}`, `${own};${own}`])
      expect(await ledTo(victim, header)).toBe('sign-in')
    expect(await ledTo(victim, `theme=dark; ${own}; theme=light`)).toBe(victim.user.id)
  })

  it('a cookie that is unsigned, signed for another name or of another project is rejected', async () => {
    const { browser, ...victim } = await signedIn()
    const neighbour = await signedIn(await makeProject(auth))
    const own = cookieHeader(browser)
    const unsigned = own.replace(/; _session_[^;]*\.sig=[^;]*/, '')
    const forged = own.replace(/(\.sig=)[^;]*/g, '$1AAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    for (const header of [unsigned, forged]) {
      expect(header).not.toBe(own)
      expect(await ledTo({ browser, ...victim }, header)).toBe('sign-in')
    }
    const [theirs] = neighbour.browser.cookies.filter(({ name }) => /^_session_[^.]*$/.test(name))
    const [name] = browser.cookies.flatMap((cookie) =>
      /^_session_[^.]*$/.test(cookie.name) ? cookie.name : [],
    )
    const renamed = cookieHeader(neighbour.browser).replaceAll(theirs?.name ?? '', name ?? '')
    expect(await ledTo({ browser, ...victim }, renamed)).toBe('sign-in')
  })

  it('the cookie has a new value after the sign-in and after a sign-in of another user', async () => {
    const { client, user } = await applicationAndUser(auth, project.id)
    const second = await makeUser(auth, project.id)
    const rp = await party(auth, { issuer: project.issuer, ...client })
    const browser = newBrowser()
    const value = () => browser.cookies.find(({ name }) => name === `_session_${project.id}`)?.value
    const values = [value()]
    await authorize(browser, (await rp.begin()).url, user.email)
    values.push(value())
    await authorize(browser, (await rp.begin({ prompt: 'login' })).url, second.email)
    values.push(value())
    expect(new Set(values).size).toBe(values.length)
  })
})

describe('form of another site:', () => {
  it.each<[string, Record<string, string>]>([
    ['is marked as cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['is sent by another host of the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('a form that %s signs no user in and grants no consent', async (_what, headers) => {
    const client = await storeClient(auth, project.id, { require_consent: true })
    const user = await makeUser(auth, project.id)
    const rp = await party(auth, { issuer: project.issuer, ...client })
    const own = newBrowser()
    const begun = await rp.begin()
    const signIn = pageOf(await own.open(begun.url))
    const submit = async (page: typeof signIn, action: string, fields: Record<string, string>) => {
      Object.assign(own.headers, headers)
      const refused = await own.submit(page, action, fields)
      delete own.headers['sec-fetch-site']
      expect([action, isPage(refused) && refused.status]).toEqual([action, 400])
      return own.submit(page, action, fields)
    }
    const consent = pageOf(await submit(signIn, '/login', { login: user.email, password }))
    await begun.redeem(arrivalOf(await submit(consent, '/consent', {})))
  })
})

describe('issuer in the authorization response:', () => {
  const requests: Readonly<Record<string, Record<string, string>>> = {
    code: {},
    login_required: { prompt: 'none', max_age: '0' },
    invalid_target: { resource: 'https://nowhere.example/' },
    unsupported_response_type: { response_type: 'id_token' },
    invalid_request: { code_challenge_method: 'plain' },
  }

  it.each(Object.entries(requests))(
    'a response of the kind %s names the issuer',
    async (kind, parameters) => {
      const { rp, browser } = await signedIn()
      if (kind === 'login_required') await new Promise((resolve) => setTimeout(resolve, 1_100))
      const { url } = await rp.beginRaw(parameters)
      const { searchParams, hash } = arrivalOf(await browser.open(url))
      const answer = hash ? new URLSearchParams(hash.slice(1)) : searchParams
      expect([answer.get('error') ?? 'code', answer.get('iss')]).toEqual([kind, project.issuer])
    },
  )

  it('a response after a cancelled sign-in names the issuer', async () => {
    const client = await storeClient(auth, project.id, { require_consent: true })
    const rp = await party(auth, { issuer: project.issuer, ...client })
    const browser = newBrowser()
    const page = pageOf(await browser.open((await rp.begin()).url))
    const answer = arrivalOf(await browser.submit(page, '/abort')).searchParams
    expect([answer.get('error'), answer.get('iss')]).toEqual(['access_denied', project.issuer])
  })

  it('openid-client rejects a response of another issuer', async () => {
    const { rp, browser, user } = await signedIn()
    const { url, redeem } = await rp.begin()
    const answer = await authorize(browser, url, user.email)
    const [foreign, silent] = [new URL(answer), new URL(answer)]
    foreign.searchParams.set('iss', (await makeProject(auth)).issuer)
    silent.searchParams.delete('iss')
    for (const forged of [foreign, silent]) await expect(redeem(forged)).rejects.toThrow('invalid response')
    await expect(redeem(answer)).resolves.toBeTruthy()
  })
})

describe('count of guesses:', () => {
  it('a guess is counted although its request fails before the verification', async () => {
    const user = await makeUser(auth, project.id)
    const { client } = await applicationAndUser(auth, project.id)
    const rp = await party(auth, { issuer: project.issuer, ...client })
    const browser = newBrowser()
    const page = pageOf(await browser.open((await rp.begin()).url))
    const failing = vi.spyOn(auth.passwords, 'verify').mockRejectedValue(new Error('killed'))
    const submit = async (tried: string) =>
      pageOf(await browser.submit(page, '/login', { login: user.email, password: tried }))
    for (let guess = 0; guess < 10; guess += 1) {
      const { status, html } = await submit('wrong')
      expect([status, auth.occurrences.some(({ reference }) => html.includes(reference))]).toEqual([
        500,
        true,
      ])
      expect(html).not.toContain('killed')
    }
    failing.mockRestore()
    expect((await submit(password)).html).toContain('Too many attempts')
  })

  it('guesses share one counter on the sign-in page, the device page, the page of requests and another replica', async () => {
    const user = await makeUser(auth, project.id)
    const { client } = await applicationAndUser(auth, project.id)
    const device = await storeClient(auth, project.id, {
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      response_types: [],
      redirect_uris: [],
    })
    const replica = (await auth.startReplica()).address
    const rp = await party(auth, { issuer: project.issuer, ...client })
    const pages = [
      async (browser: FormBrowser) => pageOf(await browser.open((await rp.begin()).url)),
      async (browser: FormBrowser) => {
        const started = await postForm(auth, `${project.issuer}/device/auth`, { scope: 'openid' }, device)
        const confirm = pageOf(await browser.open(String(started.body.verification_uri_complete)))
        return pageOf(await browser.submit(confirm, '/device', { confirm: 'yes' }))
      },
      async (browser: FormBrowser) => pageOf(await browser.open(`${project.issuer}/account/requests`)),
    ]
    let guesses = 0
    let said = ''
    while (!said.includes('Too many attempts') && guesses < 30) {
      const browser = new FormBrowser(guesses % 2 ? replica : auth.address, redirectUri)
      const page = await pages[guesses % pages.length]?.(browser)
      if (!page) throw new Error('no page')
      said = pageOf(await browser.submit(page, '/login', { login: user.email, password: 'wrong' })).html
      guesses += 1
    }
    expect(guesses).toBe(11)
    for (const open of pages) {
      const browser = newBrowser()
      const tried = await browser.submit(await open(browser), '/login', { login: user.email, password })
      expect(pageOf(tried).html).toContain('Too many attempts')
    }
  })
})
