import { newLink, storeProof } from '@signet/accounts'
import { PersonalData } from '@signet/contracts'
import { sql } from '@signet/db'
import { startMailDelivery } from '@signet/mail'
import { FormBrowser, isPage, type Page } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import { type Auth, type makeProject, makeUser, password, redirectUri } from '../support/harness.ts'
import { type ClientCredentials, pageOf, signIn } from '../support/journey.ts'
import { codeOf, keyOn } from '../support/totp.ts'

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

const auditOf = () =>
  auth.database.rows(sql`
    SELECT actor, action, surface FROM audit_entries
    WHERE target_id = ${user.id} AND action LIKE 'enduser.totp.%' ORDER BY at, id`)
const byTheUser = () => ({ actor: `enduser:${project.id}:${user.id}`, surface: 'self-service' })

const authenticator = '/account/authenticator'

describe('authenticator page:', () => {
  it('a code of a new authenticator enrols it; the next sign-in asks for a code, and the enrolment is audited and mailed', async () => {
    const { page, send } = await enter(authenticator)
    const secret = keyOn(page)
    const wrong = await send(page, codeOf(secret, 10))
    expect([wrong.status, keyOn(wrong)]).toEqual([422, secret])
    const done = await send(wrong, codeOf(secret))
    expect([done.status, keyOn(done)]).toEqual([200, ''])
    expect(pageOf(await afterPassword()).html).toContain('Enter your code')
    expect(await auditOf()).toEqual([{ ...byTheUser(), action: 'enduser.totp.enroll' }])
    const { subject, text, link } = await auth.mailbox.next(user.email)
    expect([subject, text]).toEqual([
      expect.stringContaining('ways to sign in'),
      expect.stringContaining('authenticator app was added'),
    ])
    expect(link).toBe(`${project.issuer}/account`)
  })

  it('an unused code removes the authenticator, and the removal is audited and mailed', async () => {
    const { page, send } = await enter(authenticator)
    const secret = keyOn(page)
    const used = codeOf(secret)
    const enrolled = await send(page, used)
    expect((await auth.mailbox.next(user.email)).text).toContain('app was added')
    const replayed = await send(enrolled, used)
    expect(replayed.status).toBe(422)
    expect(pageOf(await afterPassword()).html).toContain('Enter your code')
    const removed = await send(replayed, codeOf(secret, 1))
    expect(keyOn(removed)).not.toBe('')
    expect(isPage(await afterPassword())).toBe(false)
    expect(await auditOf()).toEqual(
      ['enduser.totp.enroll', 'enduser.totp.clear'].map((action) => ({ ...byTheUser(), action })),
    )
    expect((await auth.mailbox.next(user.email)).text).toContain('app was removed')
  })

  it('guesses share the counter of sign-ins, and a correct code is rejected after too many of them', async () => {
    const { page, send } = await enter(authenticator)
    const secret = keyOn(page)
    const enrolled = await send(page, codeOf(secret))
    for (let guess = 0; guess < 10; guess += 1) await send(enrolled, '000000')
    expect((await send(enrolled, codeOf(secret, 1))).html).toContain('Too many attempts')
    expect(pageOf(await afterPassword()).html).toContain('Enter your code')
  })

  it('a seed is shown to and accepted from a user with a recent sign-in only', async () => {
    const { browser, page, send } = await enter(authenticator)
    const code = codeOf(keyOn(page))
    await signedInLongAgo()
    expect((await send(page, code)).html).toContain('name="password"')
    expect(pageOf(await browser.open(page.url)).html).toContain('name="password"')
    expect(isPage(await afterPassword())).toBe(false)
  })

  it('a seed sealed for another account is rejected', async () => {
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

describe('seed in the authenticator form:', () => {
  it.each(['altered', 'unknown.AAAA', 'unsealed'])('the seed "%s" is rejected', async (seed) => {
    const { browser, page } = await enter(authenticator)
    const answer = pageOf(await browser.submit(page, authenticator, { seed, code: '000000' }))
    expect(answer.status).toBe(400)
    expect(auth.occurrences).toEqual([])
  })
})

describe('export of own data:', () => {
  it("the export is a file of the user's own account without secrets", async () => {
    await signIn(auth, project.issuer, client, user.email)
    const { page } = await enter('/account/data')
    expect(page.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="account.json"',
      'cache-control': 'no-store',
    })
    const data = PersonalData.parse(JSON.parse(page.html))
    expect(data.sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(data).toMatchObject({
      issuer: project.issuer,
      account: { id: user.id, email: user.email, recoveryCodesLeft: null },
      sessions: [{}, {}],
      groups: [],
      identities: [],
    })
    expect(page.html).not.toMatch(/argon2|hash|sealed/i)
  })

  it('the export is sent only after a recent sign-in', async () => {
    const { browser, page } = await enter('/account/data')
    await signedInLongAgo()
    expect(pageOf(await browser.open(page.url)).html).toContain('name="password"')
  })
})

it('a changed password is announced to the owner by mail', async () => {
  const { page, browser } = await enter('/account')
  await browser.submit(page, '/account', { current: password, password: 'another battery, another staple' })
  expect((await auth.mailbox.next(user.email)).text).toContain('The password of your account')
})

it('a password chosen through a mailed link is announced to the owner by mail', async () => {
  const proof = newLink(project.issuer, 'reset')
  await auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, proof))
  const browser = new FormBrowser(auth.address, redirectUri)
  const page = pageOf(await browser.open(proof.url))
  await browser.submit(page, '/account/reset', { password: 'another battery, another staple' })
  expect((await auth.mailbox.next(user.email)).text).toContain('The password of your account')
})

it('a notice that is still waiting is merged into the next one, so that none is lost', async () => {
  await auth.database.run(sql`UPDATE smtp_settings SET port = 1`)
  try {
    const { page, send } = await enter(authenticator)
    const secret = keyOn(page)
    const enrolled = await send(page, codeOf(secret))
    await send(enrolled, codeOf(secret, 1))
  } finally {
    await configurePort()
  }
  // A failed attempt in the meantime postpones the notice again.
  const due = sql`UPDATE mail_messages SET due_at = now() WHERE account_id = ${user.id} AND state = 'waiting'`
  await expect.poll(() => auth.database.run(due), { timeout: 20_000 }).toBe(0)
  const { text } = await auth.mailbox.next(user.email)
  expect(text).toMatch(/app was added[\s\S]*app was removed/)
})

const configurePort = () => auth.database.run(sql`UPDATE smtp_settings SET port = ${auth.mailbox.port}`)
