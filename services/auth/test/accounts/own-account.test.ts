import { newLink, storeProof } from '@signet/accounts'
import { sql } from '@signet/db'
import { startMailDelivery } from '@signet/mail'
import { FormBrowser, isPage, type Page } from '@signet/testkit'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import { type Auth, type makeProject, makeUser, password, redirectUri } from '../support/harness.ts'
import { type ClientCredentials, pageOf, signIn } from '../support/journey.ts'

let auth: Auth
let delivery: { close(): Promise<void> }
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
let user: { id: string; email: string }
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
  delivery = startMailDelivery({ ...auth.background(), everyMs: 50 })
})
afterAll(async () => {
  await delivery?.close()
  await auth?.close()
})
beforeEach(async () => {
  user = await makeUser(auth, project.id)
  await auth.database.run(sql`DELETE FROM throttles`)
  await setSignIn(auth, project.id, { totpRequired: false })
})

const keyOn = ({ html }: Page): string =>
  /class="shown-code key">([^<]*)</.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
/** @param steps away from the present code */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A page of the account, for who signs in to it. */
async function enter(path: string) {
  const browser = new FormBrowser(auth.address, redirectUri)
  const entry = pageOf(await browser.open(`${project.issuer}${path}`))
  const page = pageOf(await browser.submit(entry, '/login', { login: user.email, password }))
  const send = async (at: Page, code: string) => pageOf(await browser.submit(at, path, { code }))
  return { browser, page, send }
}

const signedInLongAgo = () =>
  auth.database.run(sql`
    UPDATE oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch FROM now())::int - 600))
    WHERE account_id = ${user.id}`)

async function afterPassword() {
  const { browser, page } = await signInPageOf(auth, project.issuer, client)
  return browser.submit(page, '/login', { login: user.email, password })
}

/** What was done to ways into the account, in order. */
const auditOf = () =>
  auth.database.rows(sql`
    SELECT actor, action, surface FROM audit_entries
    WHERE target_id = ${user.id} AND action LIKE 'enduser.totp.%' ORDER BY at, id`)
const byThemselves = () => ({ actor: `enduser:${project.id}:${user.id}`, surface: 'self-service' })

const authenticator = '/account/authenticator'

describe('the page of the authenticator', () => {
  it('sets one up by a code of it, which the next sign-in asks for, audits that, and mails the owner', async () => {
    const { page, send } = await enter(authenticator)
    const secret = keyOn(page)
    const wrong = await send(page, codeOf(secret, 10))
    expect([wrong.status, keyOn(wrong)]).toEqual([422, secret])
    const done = await send(wrong, codeOf(secret))
    expect([done.status, keyOn(done)]).toEqual([200, ''])
    expect(pageOf(await afterPassword()).html).toContain('Enter your code')
    expect(await auditOf()).toEqual([{ ...byThemselves(), action: 'enduser.totp.enroll' }])
    const { subject, text, link } = await auth.mailbox.next(user.email)
    expect([subject, text]).toEqual([
      expect.stringContaining('ways to sign in'),
      expect.stringContaining('authenticator app was added'),
    ])
    expect(link).toBe(`${project.issuer}/account`)
  })

  it('takes it away by a code that was not used before, audits that, and mails the owner', async () => {
    const { page, send } = await enter(authenticator)
    const secret = keyOn(page)
    const enrolled = await send(page, codeOf(secret, -1))
    expect((await auth.mailbox.next(user.email)).text).toContain('app was added')
    const replayed = await send(enrolled, codeOf(secret, -1))
    expect(replayed.status).toBe(422)
    expect(pageOf(await afterPassword()).html).toContain('Enter your code')
    const removed = await send(replayed, codeOf(secret))
    expect(keyOn(removed)).not.toBe('')
    expect(isPage(await afterPassword())).toBe(false)
    expect(await auditOf()).toEqual(
      ['enduser.totp.enroll', 'enduser.totp.clear'].map((action) => ({ ...byThemselves(), action })),
    )
    expect((await auth.mailbox.next(user.email)).text).toContain('app was removed')
  })

  it('T18: guesses are counted with those of signing in, and a right code is refused after too many', async () => {
    const { page, send } = await enter(authenticator)
    const secret = keyOn(page)
    const enrolled = await send(page, codeOf(secret, -1))
    for (let guess = 0; guess < 10; guess += 1) await send(enrolled, '000000')
    expect((await send(enrolled, codeOf(secret))).html).toContain('Too many attempts')
    expect(pageOf(await afterPassword()).html).toContain('Enter your code')
  })

  it('shows a seed only to who has just signed in, and takes none from anybody else', async () => {
    const { browser, page, send } = await enter(authenticator)
    const code = codeOf(keyOn(page))
    await signedInLongAgo()
    expect((await send(page, code)).html).toContain('name="password"')
    expect(pageOf(await browser.open(page.url)).html).toContain('name="password"')
    expect(isPage(await afterPassword())).toBe(false)
  })

  it('T40: a seed that was sealed for another account is refused', async () => {
    const { page: theirs } = await enter(authenticator)
    const [, seed = ''] = /name="seed" value="([^"]+)"/.exec(theirs.html) ?? []
    const secret = keyOn(theirs)
    user = await makeUser(auth, project.id)
    const { browser, page } = await enter(authenticator)
    const answer = pageOf(await browser.submit(page, authenticator, { seed, code: codeOf(secret) }))
    expect(answer.status).toBe(400)
    expect(auth.occurrences).toEqual([])
    expect(isPage(await afterPassword())).toBe(false)
  })
})

describe('a seed in the form of the authenticator', () => {
  it.each(['altered', 'unknown.AAAA', 'unsealed'])('is refused when it reads %s', async (seed) => {
    const { browser, page } = await enter(authenticator)
    const answer = pageOf(await browser.submit(page, authenticator, { seed, code: '000000' }))
    expect(answer.status).toBe(400)
    expect(auth.occurrences).toEqual([])
  })
})

describe('what is kept about a person', () => {
  it('is a file of their own account, with no secret in it', async () => {
    await signIn(auth, project.issuer, client, user.email)
    const { page } = await enter('/account/data')
    expect(page.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="account.json"',
      'cache-control': 'no-store',
    })
    const data = JSON.parse(page.html)
    expect(data).toMatchObject({
      issuer: project.issuer,
      account: { id: user.id, email: user.email },
      sessions: [{}, {}],
      groups: [],
      identities: [],
    })
    expect(page.html).not.toMatch(/argon2|hash|sealed/i)
  })

  it('is sent only to who has just signed in', async () => {
    const { browser, page } = await enter('/account/data')
    await signedInLongAgo()
    expect(pageOf(await browser.open(page.url)).html).toContain('name="password"')
  })
})

it('mails the owner when they choose another password', async () => {
  const { page, browser } = await enter('/account')
  await browser.submit(page, '/account', { current: password, password: 'another battery, another staple' })
  expect((await auth.mailbox.next(user.email)).text).toContain('The password of your account')
})

it('mails the owner when a link to choose a password is used', async () => {
  const proof = newLink(project.issuer, 'reset')
  await auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, proof))
  const browser = new FormBrowser(auth.address, redirectUri)
  const page = pageOf(await browser.open(proof.url))
  await browser.submit(page, '/account/reset', { password: 'another battery, another staple' })
  expect((await auth.mailbox.next(user.email)).text).toContain('The password of your account')
})

it('a notice that still waits is continued by the next one, so that none is lost', async () => {
  await auth.database.run(sql`UPDATE smtp_settings SET port = 1`)
  try {
    const { page, send } = await enter(authenticator)
    const secret = keyOn(page)
    const enrolled = await send(page, codeOf(secret, -1))
    await send(enrolled, codeOf(secret))
  } finally {
    await configurePort()
  }
  // An attempt that failed meanwhile postpones the notice again.
  const due = sql`UPDATE mail_messages SET due_at = now() WHERE account_id = ${user.id} AND state = 'waiting'`
  await expect.poll(() => auth.database.run(due), { timeout: 20_000 }).toBe(0)
  const { text } = await auth.mailbox.next(user.email)
  expect(text).toMatch(/app was added[\s\S]*app was removed/)
})

const configurePort = () => auth.database.run(sql`UPDATE smtp_settings SET port = ${auth.mailbox.port}`)
