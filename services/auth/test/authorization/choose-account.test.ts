import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf, signIn } from '../support/journey.ts'

let auth: Auth
let project: { id: string; issuer: string }
let client: { clientId: string; clientSecret: string }
let one: { id: string; email: string }
let two: { id: string; email: string }
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  client = await storeClient(auth, project.id)
  one = await makeUser(auth, project.id)
  two = await makeUser(auth, project.id)
})
afterAll(() => auth?.close())

const begin = async (prompt = 'select_account') =>
  (await party(auth, { issuer: project.issuer, ...client })).begin({ prompt })

const signedIn = async (headers: Record<string, string> = {}) => {
  const browser = new FormBrowser(auth.address, redirectUri, headers)
  await signIn(auth, project.issuer, client, one.email, { browser })
  return browser
}

describe('prompt=select_account:', () => {
  it('the page names the signed-in account, and the sign-in continues with it', async () => {
    const browser = await signedIn()
    const { url, redeem } = await begin()
    const page = pageOf(await browser.open(url))
    expect(page.html).toContain('Choose an account')
    expect(page.html).toContain(one.email)
    expect(page.html).not.toContain('<script')
    const answer = arrivalOf(await browser.submit(page, '/account', { account: 'this' }))
    expect((await redeem(answer)).claims()?.sub).toBe(one.id)
  })

  it('the sign-in continues with another account, which replaces the first in this browser', async () => {
    const browser = await signedIn()
    const { url, redeem } = await begin()
    const page = pageOf(await browser.open(url))
    const entry = pageOf(await browser.submit(page, '/account', { account: 'other' }))
    expect(entry.html).not.toContain(one.email)
    const answer = arrivalOf(await browser.submit(entry, '/login', { login: two.email, password }))
    expect((await redeem(answer)).claims()?.sub).toBe(two.id)
    const silent = await begin('none')
    const next = await silent.redeem(arrivalOf(await browser.open(silent.url)))
    expect(next.claims()?.sub).toBe(two.id)
  })

  it('a user who signs in during the request is not asked to choose', async () => {
    for (const prompt of ['select_account', 'login select_account']) {
      const browser = prompt.startsWith('login')
        ? await signedIn()
        : new FormBrowser(auth.address, redirectUri)
      const { url, redeem } = await begin(prompt)
      const entry = pageOf(await browser.open(url))
      const answer = arrivalOf(await browser.submit(entry, '/login', { login: two.email, password }))
      expect((await redeem(answer)).claims()?.sub).toBe(two.id)
    }
  })

  it('the choice can be cancelled, and a wrong password keeps the signed-in account', async () => {
    const browser = await signedIn()
    const { url } = await begin()
    const page = pageOf(await browser.open(url))
    const entry = pageOf(await browser.submit(page, '/account', { account: 'other' }))
    const wrong = pageOf(await browser.submit(entry, '/login', { login: two.email, password: 'wrong' }))
    expect(wrong.status).toBe(422)
    const cancelled = arrivalOf(await browser.submit(page, '/abort'))
    expect(cancelled.searchParams.get('error')).toBe('access_denied')
    const silent = await begin('none')
    const kept = await silent.redeem(arrivalOf(await browser.open(silent.url)))
    expect(kept.claims()?.sub).toBe(one.id)
  })

  it('a choice that names another account than the shown one is rejected', async () => {
    const browser = await signedIn()
    const page = pageOf(await browser.open((await begin()).url))
    const forged = await browser.submit(page, '/account', { account: 'this', accountId: two.id })
    expect(pageOf(forged).status).toBe(400)
  })

  it.each([
    ['ru', 'Выберите учётную запись'],
    ['zh-CN', '选择账号'],
  ])('the page exists in %s', async (language, title) => {
    const browser = await signedIn({ 'accept-language': language })
    const page = pageOf(await browser.open((await begin()).url))
    expect(page.html).toContain(title)
    expect(page.headers['content-language']).toBe(language)
  })
})

describe('“Not you?” link:', () => {
  it('the link on the consent page starts a sign-in, and the tokens belong to the account that signs in', async () => {
    const browser = await signedIn()
    const { url, redeem } = await begin('consent')
    const asked = pageOf(await browser.open(url))
    expect(asked.html).toContain(one.email)
    const entry = pageOf(await browser.submit(asked, '/other'))
    expect(entry.html).not.toContain(one.email)
    const consent = pageOf(await browser.submit(entry, '/login', { login: two.email, password }))
    expect(consent.html).toContain(two.email)
    expect(consent.html).not.toContain(one.email)
    const answer = arrivalOf(await browser.submit(consent, '/consent'))
    expect((await redeem(answer)).claims()?.sub).toBe(two.id)
    const next = await begin('none')
    expect((await next.redeem(arrivalOf(await browser.open(next.url)))).claims()?.sub).toBe(two.id)
  })

  it('the link discards a correct password of an incomplete sign-in', async () => {
    const browser = new FormBrowser(auth.address, redirectUri)
    const { url } = await begin('login consent')
    const entry = pageOf(await browser.open(url))
    const consent = pageOf(await browser.submit(entry, '/login', { login: one.email, password }))
    expect(consent.html).toContain(one.email)
    const again = pageOf(await browser.submit(consent, '/other'))
    expect(again.html).not.toContain(one.email)
    expect(pageOf(await browser.open(url)).html).not.toContain(one.email)
  })
})
