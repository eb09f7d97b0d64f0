import { noteSignInFailure } from '@signet/accounts'
import { sql } from '@signet/db'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  type Auth,
  configureMail,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  startAuth,
} from '../support/harness.ts'
import { pageOf, signIn } from '../support/journey.ts'
import { withoutOwnScript } from '../support/own-script.ts'

let auth: Auth
let project: { id: string; issuer: string }
let user: { id: string; email: string }
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
})
afterAll(() => auth?.close())
beforeEach(async () => {
  user = await makeUser(auth, project.id)
})

const chosen = 'another fine password'

const open = async (browser: FormBrowser) => pageOf(await browser.open(`${project.issuer}/account`))

async function enter(known = password, browser = new FormBrowser(auth.address, redirectUri)) {
  const entry = await open(browser)
  return {
    browser,
    page: pageOf(await browser.submit(entry, '/login', { login: user.email, password: known })),
  }
}

const sessionsIn = ({ html }: { html: string }) =>
  [...html.matchAll(/name="session" value="([^"]+)"/g)].map(([, uid]) => uid)

describe('account page:', () => {
  it('the page is shown after a sign-in, names the user and links to the other pages', async () => {
    const { page } = await enter()
    expect(page.html).toContain(user.email)
    expect(page.html).toContain('/account/passkeys')
    expect(page.html).toContain('/account/data')
    expect(withoutOwnScript(page.html)).not.toContain('<script')
  })

  it('the page lists every browser with its applications and ends the session of another browser', async () => {
    const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
    const other = new FormBrowser(auth.address, redirectUri)
    await signIn(auth, project.issuer, client, user.email, { browser: other })
    const { browser, page } = await enter()
    expect(page.html).toContain('Example')
    const [uid, ...more] = sessionsIn(page)
    expect([uid, more]).toEqual([expect.any(String), []])
    const after = pageOf(await browser.submit(page, '/account', { session: String(uid) }))
    expect(sessionsIn(after)).toEqual([])
    expect((await open(other)).html).toContain('name="login"')
  })

  it('five failed sign-ins since the last change of the password are shown first, with a link to the form that changes it', async () => {
    const { browser } = await enter()
    await auth.database.run(sql`
      UPDATE accounts SET totp_enrolled_at = now(), password_set_at = now() - interval '1 hour' WHERE id = ${user.id}`)
    const owner = { projectId: project.id, accountId: user.id }
    for (let failure = 0; failure < 4; failure += 1)
      await noteSignInFailure(auth.database, owner, { cause: 'wrong_password', clientId: null })
    expect((await open(browser)).html).toContain('Your account is well protected')
    await noteSignInFailure(auth.database, owner, { cause: 'wrong_password', clientId: null })
    const page = await open(browser)
    expect(page.html).toContain('Failed sign-ins: 5. Was it you?')
    const form = pageOf(await browser.follow(page, '/account?change=password#password'))
    expect(form.html).toMatch(/<details open><summary[^>]*>.*Password/)
  })

  it('another user at the same browser can sign in, which signs out the first user', async () => {
    const { browser, page } = await enter()
    const otherUser = await makeUser(auth, project.id)
    const entry = pageOf(await browser.follow(page, '/account?prompt=login'))
    const theirs = pageOf(await browser.submit(entry, '/login', { login: otherUser.email, password }))
    expect([theirs.url.pathname, theirs.html]).toEqual([
      page.url.pathname,
      expect.stringContaining(otherUser.email),
    ])
    expect(theirs.html).not.toContain(user.email)
  })

  it('the times of the page are in the time zone of the profile, or in UTC', async () => {
    const { browser, page } = await enter()
    expect(page.html).toMatch(/Since <time[^>]*>[^<]+ UTC</)
    const claims = JSON.stringify({ zoneinfo: 'Asia/Kathmandu' })
    await auth.database.run(
      sql`UPDATE accounts SET claims = claims || ${claims}::jsonb WHERE id = ${user.id}`,
    )
    expect((await open(browser)).html).toMatch(/Since <time[^>]*>[^<]+ GMT\+5:45</)
  })

  it('a user cannot end a session of another user', async () => {
    const { page } = await enter()
    const otherUser = await makeUser(auth, project.id)
    const theirs = new FormBrowser(auth.address, redirectUri)
    const entry = await open(theirs)
    const shown = pageOf(await theirs.submit(entry, '/login', { login: otherUser.email, password }))
    const { browser: mine } = await enter()
    const [uid] = sessionsIn(await open(mine))
    expect(uid).toBeDefined()
    await theirs.submit(shown, '/account', { session: String(uid) })
    expect(sessionsIn(await open(mine))).toContain(uid)
    expect(page.html).toContain(user.email)
  })
})

describe('password change:', () => {
  const change = async (fields: Record<string, string>) => {
    const { browser, page } = await enter()
    return { browser, answer: pageOf(await browser.submit(page, '/account', fields)) }
  }

  it('a new password requires the present one and ends every session', async () => {
    const { browser: elsewhere } = await enter()
    const { browser, answer } = await change({ current: password, password: chosen })
    expect(answer.html).toContain('name="login"')
    expect((await open(elsewhere)).html).toContain('name="login"')
    const old = pageOf(await browser.submit(answer, '/login', { login: user.email, password }))
    expect(old.status).toBe(422)
    expect((await enter(chosen)).page.html).toContain(user.email)
  })

  it.each([
    ['proven', true],
    ['not proven', false],
  ])('a change of an account whose address is %s is announced by mail: %s', async (_state, verified) => {
    await configureMail(auth)
    onTestFinished(async () => void (await auth.database.run(sql`DELETE FROM smtp_settings`)))
    await auth.database.run(sql`UPDATE accounts SET email_verified = ${verified} WHERE id = ${user.id}`)
    const { answer } = await change({ current: password, password: chosen })
    expect(answer.html).toContain('name="login"')
    const notices = await auth.database.rows<object>(
      sql`SELECT 1 FROM mail_messages WHERE purpose = 'way_in' AND account_id = ${user.id}`,
    )
    expect(notices).toHaveLength(verified ? 1 : 0)
  })

  it.each([
    ['a wrong present password', { current: 'guess', password: chosen }, 'is incorrect'],
    ['a password that is too short', { current: password, password: 'short' }, 'at least'],
  ])('a change is rejected with %s and changes nothing', async (_what, fields, sentence) => {
    const { browser, answer } = await change(fields)
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining(sentence)])
    expect((await open(browser)).html).toContain('name="current"')
    expect((await enter()).page.html).toContain(user.email)
  })

  it('guesses at the present password share the counter of sign-ins', async () => {
    const { browser, page } = await enter()
    for (let guess = 0; guess < 10; guess += 1)
      await browser.submit(page, '/account', { current: `guess ${guess}`, password: chosen })
    const right = pageOf(await browser.submit(page, '/account', { current: password, password: chosen }))
    expect(right.html).toContain('Too many attempts')
    expect((await open(browser)).html).toContain('name="current"')
  })

  it('a request of another site is rejected', async () => {
    const { browser, page } = await enter()
    const [, accountId = ''] = /name="accountId" value="([^"]+)"/.exec(page.html) ?? []
    const { status } = await fetchVia(auth.address)(`${project.issuer}/account`, {
      method: 'POST',
      headers: {
        accept: 'text/html',
        cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ accountId, current: password, password: chosen }).toString(),
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect((await enter()).page.html).toContain(user.email)
  })
})
