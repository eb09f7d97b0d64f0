import { sql } from '@signet/db'
import { pagesTextsOf } from '@signet/i18n/pages'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import {
  type Auth,
  makeClient,
  type makeProject,
  makeUser,
  password,
  redirectUri,
} from '../support/harness.ts'
import { type ClientCredentials, pageOf, signIn } from '../support/journey.ts'
import { withSecondFactor } from '../support/recovery-pages.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
})
afterAll(() => auth?.close())
beforeEach(async () => {
  user = await makeUser(auth, project.id)
})

const open = async (browser: FormBrowser) => pageOf(await browser.open(`${project.issuer}/account`))

async function enter(browser = new FormBrowser(auth.address, redirectUri)) {
  const page = await open(browser)
  return { browser, page: pageOf(await browser.submit(page, '/login', { login: user.email, password })) }
}

describe('state of the account:', () => {
  const text = pagesTextsOf('en').accountHome

  it('an account with a password only is shown the passkey as the next step', async () => {
    const { page } = await enter()
    expect(page.html).toContain(text.factor)
    expect(page.html).toMatch(/<a class="way" href="[^"]*\/account\/passkeys">/)
    expect(page.html).not.toContain(text.safe)
  })

  it('an account with a passkey is shown the recovery codes as the next step, and is safe with ten', async () => {
    const { pages, generate } = await withSecondFactor(auth, project, user)
    const before = await open(pages.browser)
    expect(before.html).toContain(text.codes)
    expect(before.html).not.toContain(text.safe)
    await generate()
    const safe = await open(pages.browser)
    expect(safe.html).toContain(text.safe)
    expect(safe.html).toContain(pagesTextsOf('en').recoveryCodes.left({ left: 10 }))
    await setSignIn(auth, project.id, { totpRequired: false })
  })

  it('the page shows the name, the date of the password and failed sign-ins with their application', async () => {
    const failing = await signInPageOf(auth, project.issuer, client)
    await failing.browser.submit(failing.page, '/login', { login: user.email, password: 'wrong' })
    await auth.idle()
    await auth.database.run(sql`
      UPDATE accounts SET profile = '{"displayName": "Maria Silva"}', password_set_at = '2026-03-04T10:00:00Z'
      WHERE id = ${user.id}`)
    const { page } = await enter()
    expect(page.html).toContain('Maria Silva')
    expect(page.html).toContain(text.changedOn({ date: 'March 4, 2026' }))
    expect(page.html).toContain(text.causes.wrong_password)
    expect(page.html).not.toContain(text.noFailures)
  })

  it('the access of an application is removed on the page', async () => {
    const app = await makeClient(auth, { projectId: project.id })
    const browser = new FormBrowser(auth.address, redirectUri)
    await signIn(auth, project.issuer, app, user.email, { browser, prompt: 'consent' })
    const page = await open(browser)
    expect(page.html).toContain(`value="${app.clientId}"`)
    const after = pageOf(await browser.submit(page, '/account', { clientId: app.clientId }))
    expect(after.html).toContain(pagesTextsOf('en').apps.none)
  })

  it('an unconfirmed address is confirmed by a link that the page mails, and the password is kept', async () => {
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    const { browser, page } = await enter()
    expect(page.html).toContain(text.unconfirmed)
    const sent = pageOf(await browser.submit(page, '/account', { confirm: '1' }))
    expect(sent.html).toContain(pagesTextsOf('en').verification.byLink({ email: `<bdi>${user.email}</bdi>` }))
    const { link } = await auth.mailbox.next(user.email)
    const confirming = pageOf(await browser.open(link ?? ''))
    await browser.submit(confirming, '/account/verification')
    const confirmed = (await enter()).page
    expect(confirmed.html).not.toContain(text.unconfirmed)
    expect(confirmed.html).toContain(text.confirmed)
    await browser.submit(confirmed, '/account', { confirm: '1' })
    expect(auth.mailbox.received.filter(({ to }) => to.includes(user.email))).toHaveLength(1)
  })

  it('a link that the page of an attacker mails removes the password of the attacker when the owner opens it in another browser', async () => {
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    const attacker = await enter()
    await attacker.browser.submit(attacker.page, '/account', { confirm: '1' })
    const { link } = await auth.mailbox.next(user.email)
    const owner = new FormBrowser(auth.address, redirectUri)
    const confirming = pageOf(await owner.open(link ?? ''))
    const chosen = 'the horse of the owner'
    await owner.submit(confirming, '/account/verification', { password: chosen })
    const login = async (tried: string) => {
      const browser = new FormBrowser(auth.address, redirectUri)
      return pageOf(
        await browser.submit(await open(browser), '/login', { login: user.email, password: tried }),
      )
    }
    expect((await login(password)).html).not.toContain(text.confirmed)
    expect((await login(chosen)).html).toContain(text.confirmed)
    const former = pageOf(await attacker.browser.open(`${project.issuer}/account`))
    expect(former.html).not.toContain(text.confirmed)
  })
})
