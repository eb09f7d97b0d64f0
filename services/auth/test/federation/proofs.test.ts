import { sql } from '@signet/db'
import { FormBrowser, isPage, type Page } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setSignIn, signInPageOf } from '../support/account-pages.ts'
import { type Auth, configureMail, makeUser, password, redirectUri } from '../support/harness.ts'
import { arrivalOf, pageOf, signIn } from '../support/journey.ts'
import { codeOf, keyOn } from '../support/totp.ts'
import {
  accountsOf,
  type FederatedProject,
  problemOn,
  projectWith,
  signInThrough,
  startFederation,
  type Upstream,
} from './world.ts'

let auth: Auth
let upstream: Upstream
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, upstream, close } = await startFederation())
  await configureMail(auth)
})
beforeEach(() => auth.database.run(sql`DELETE FROM throttles`))
afterAll(() => close?.())

/** Signs in with the address of an existing account, up to the page that requires a proof. */
async function claiming(verified = true) {
  const project = await projectWith(auth, upstream, { emailTrusted: true })
  const user = await makeUser(auth, project.id)
  await auth.database.run(sql`UPDATE accounts SET email_verified = ${verified} WHERE id = ${user.id}`)
  upstream.become({ sub: `sub of ${user.id}`, email: user.email, email_verified: true })
  const begun = await signInThrough(auth, project)
  return { project, user, ...begun, page: begun.page() }
}

const linkedIn = async (project: FederatedProject) =>
  (await accountsOf(auth, project.id)).map(({ subject }) => subject)

const codeSentTo = async (browser: FormBrowser, page: Page, email: string) => {
  const sent = pageOf(await browser.submit(page, '/sendcode'))
  return { sent, code: (await auth.mailbox.next(email)).code ?? '' }
}

describe('proof of an existing account:', () => {
  test('a password links the account, and no proof is required at the next sign-in', async () => {
    const { project, user, browser, page, redeem } = await claiming()
    expect(page.html).toContain(user.email)
    const end = await browser.submit(page, '/claim', { password })
    expect((await redeem(arrivalOf(end))).claims()?.sub).toBe(user.id)
    const next = await signInThrough(auth, project)
    expect((await next.tokens()).claims()?.sub).toBe(user.id)
    const [entry] = await auth.database.rows<object>(
      sql`SELECT actor, action, surface FROM audit_entries WHERE project_id = ${project.id}`,
    )
    expect(entry).toEqual({
      actor: `enduser:${project.id}:${user.id}`,
      action: 'federation.identity.link',
      surface: 'self-service',
    })
  })

  test('a wrong password does not link the account and is counted with other wrong passwords', async () => {
    const { project, browser, page } = await claiming()
    let at = page
    for (let guess = 0; guess < 10; guess += 1)
      at = pageOf(await browser.submit(at, '/claim', { password: 'wrong' }))
    expect(problemOn(at)).toContain('incorrect')
    expect(problemOn(pageOf(await browser.submit(at, '/claim', { password })))).toContain('Too many attempts')
    expect(await linkedIn(project)).toEqual([null])
  })

  test('a mailed code links the account, which keeps its password', async () => {
    const { project, user, browser, page, redeem } = await claiming()
    const { sent, code } = await codeSentTo(browser, page, user.email)
    const wrong = pageOf(await browser.submit(sent, '/claimcode', { code: '00000000' }))
    expect(problemOn(wrong)).toContain('incorrect')
    const end = await browser.submit(wrong, '/claimcode', { code })
    expect((await redeem(arrivalOf(end))).claims()?.sub).toBe(user.id)
    expect((await signIn(auth, project.issuer, project.client, user.email)).tokens.claims()?.sub).toBe(
      user.id,
    )
  })

  test('the account is linked only after its second factor too', async () => {
    const { project, user, browser, page } = await claiming()
    await setSignIn(auth, project.id, { totpRequired: true })
    const enrolling = await signInPageOf(auth, project.issuer, project.client)
    const enrol = pageOf(
      await enrolling.browser.submit(enrolling.page, '/login', { login: user.email, password }),
    )
    const secret = keyOn(enrol)
    await enrolling.browser.submit(enrol, '/authenticator', { code: codeOf(secret) })
    const challenge = pageOf(await browser.submit(page, '/claim', { password }))
    expect(challenge.html).toContain('Enter your code')
    expect(await linkedIn(project)).toEqual([null])
    const end = await browser.submit(challenge, '/authenticator', { code: codeOf(secret, 1) })
    expect(arrivalOf(end).searchParams.has('code')).toBe(true)
    expect(await linkedIn(project)).toEqual([`sub of ${user.id}`])
  })

  test('the account is not linked when the user chooses another sign-in method', async () => {
    const { project, browser, page } = await claiming()
    const other = pageOf(await browser.submit(page, '/other'))
    expect(other.html).toContain('name="password"')
    expect(other.html).toContain('Continue with <bdi>Corp</bdi>')
    expect(await linkedIn(project)).toEqual([null])
  })
})

describe('account prepared by an attacker (pre-hijacking):', () => {
  test('the owner of the address becomes the owner of the account, and its former password, links and sessions are removed', async () => {
    const { project, user, browser, page, redeem } = await claiming(false)
    const attacker = await signIn(auth, project.issuer, project.client, user.email, { scope: 'openid' })
    await auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      SELECT project_id, id, 'https://attacker.example', 'attacker', ${user.id} FROM identity_providers WHERE project_id = ${project.id}`)
    const { sent, code } = await codeSentTo(browser, page, user.email)
    const end = await browser.submit(sent, '/claimcode', { code })
    expect((await redeem(arrivalOf(end))).claims()?.sub).toBe(user.id)
    expect(await accountsOf(auth, project.id)).toMatchObject([
      { subject: `sub of ${user.id}`, emailVerified: true },
    ])
    const again = await signInPageOf(auth, project.issuer, project.client)
    const refused = await again.browser.submit(again.page, '/login', { login: user.email, password })
    expect(isPage(refused) && refused.status).toBe(422)
    const session = await attacker.rp.begin()
    expect(isPage(await attacker.browser.open(session.url))).toBe(true)
  })

  test('a mailed code does not link the account in another browser', async () => {
    const { project, user, browser, page } = await claiming(false)
    const { code } = await codeSentTo(browser, page, user.email)
    const otherBrowser = new FormBrowser(auth.address, redirectUri)
    const answer = await otherBrowser.post(
      new URL(`${page.url.pathname}/claimcode`, page.url),
      `code=${code}`,
    )
    expect(pageOf(answer).status).toBe(400)
    expect(await linkedIn(project)).toEqual([null])
  })
})
