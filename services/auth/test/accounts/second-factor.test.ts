import { sql } from '@signet/db'
import { type Arrived, FormBrowser, isPage, type Page } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applicationOf, setSignIn, signInPageOf } from '../support/account-pages.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { withoutOwnScript } from '../support/own-script.ts'
import { codeOf, enrolledEarlier, keyOn } from '../support/totp.ts'

let auth: Auth
let replica: Auth['address']
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
beforeAll(async () => {
  auth = await startAuth()
  replica = (await auth.startReplica()).address
  project = await makeProject(auth)
  client = await applicationOf(auth, project.id)
})
afterAll(() => auth.close())
beforeEach(async () => {
  await auth.database.run(sql`DELETE FROM throttles`)
  await setSignIn(auth, project.id, { totpRequired: true })
})

async function withPassword(email: string, browser?: FormBrowser) {
  const begun = await signInPageOf(auth, project.issuer, client, browser)
  return { ...begun, at: await begun.browser.submit(begun.page, '/login', { login: email, password }) }
}

async function enrolled() {
  const user = await makeUser(auth, project.id)
  const { browser, at } = await withPassword(user.email)
  const secret = keyOn(pageOf(at))
  arrivalOf(await browser.submit(pageOf(at), '/authenticator', { code: codeOf(secret) }))
  await enrolledEarlier(auth, user.id)
  return { ...user, secret, browser }
}

const answer = (browser: FormBrowser, at: Page | Arrived, code: string) =>
  browser.submit(pageOf(at), '/authenticator', { code })

it('a project that requires an authenticator enrols it at the sign-in with a key and a QR code, and amr is pwd, otp, mfa', async () => {
  const user = await makeUser(auth, project.id)
  const { browser, at, redeem } = await withPassword(user.email)
  const page = pageOf(at)
  expect(page.html).toMatch(/<svg class="qr" role="img" aria-label="[^"]+"/)
  expect(withoutOwnScript(page.html)).not.toMatch(/<img|<script|style="/)
  const secret = keyOn(page)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const wrong = pageOf(await answer(browser, at, codeOf(secret, 10)))
  expect([wrong.status, keyOn(wrong)]).toEqual([422, secret])
  const tokens = await redeem(arrivalOf(await answer(browser, wrong, codeOf(secret))))
  expect(tokens.claims()).toMatchObject({ sub: user.id, amr: ['pwd', 'otp', 'mfa'] })
  const [row] = await auth.database.rows<{ sealed: string }>(
    sql`SELECT totp_sealed AS sealed FROM accounts WHERE id = ${user.id}`,
  )
  expect(row?.sealed).not.toContain(secret)
  const entries = await auth.database.rows(
    sql`SELECT actor, surface FROM audit_entries WHERE target_id = ${user.id} AND action = 'enduser.totp.enroll'`,
  )
  expect(entries).toEqual([{ actor: `enduser:${project.id}:${user.id}`, surface: 'self-service' }])
})

it('a wrong code in an unfamiliar browser is counted at its network', async () => {
  const user = await enrolled()
  await auth.database.run(sql`DELETE FROM throttles`)
  const { browser, at } = await withPassword(user.email)
  expect(pageOf(await answer(browser, at, '000000')).status).toBe(422)
  const counted = await auth.database.rows(
    sql`SELECT count FROM throttles WHERE bucket = 'sign-in-network' AND count > 0`,
  )
  expect(counted).toEqual([{ count: 1 }])
})

it('a code of the enrolled authenticator is required from then on, also after the project stops requiring one', async () => {
  const user = await enrolled()
  await setSignIn(auth, project.id, { totpRequired: false })
  const { browser, at, redeem } = await withPassword(user.email)
  expect(pageOf(at).html).not.toContain('<svg')
  const tokens = await redeem(arrivalOf(await answer(browser, at, codeOf(user.secret))))
  expect(tokens.claims()?.amr).toEqual(['pwd', 'otp', 'mfa'])
})

it('a user without an authenticator signs in with the password when the project requires none', async () => {
  await setSignIn(auth, project.id, { totpRequired: false })
  const user = await makeUser(auth, project.id)
  const { at, redeem } = await withPassword(user.email)
  expect((await redeem(arrivalOf(at))).claims()?.amr).toEqual(['pwd'])
})

it('a code is accepted once, also with two concurrent sign-ins on two replicas', async () => {
  const user = await enrolled()
  const [one, two] = await Promise.all([
    withPassword(user.email),
    withPassword(user.email, new FormBrowser(replica, redirectUri)),
  ])
  const code = codeOf(user.secret)
  const both = await Promise.all([answer(one.browser, one.at, code), answer(two.browser, two.at, code)])
  expect(both.filter((result) => !isPage(result))).toHaveLength(1)
  const later = await withPassword(user.email)
  expect(pageOf(await answer(later.browser, later.at, code)).status).toBe(422)
  arrivalOf(await answer(later.browser, later.at, codeOf(user.secret, 1)))
})

it('wrong codes are counted per account across sign-ins, and the correct code is rejected after too many of them', async () => {
  const user = await enrolled()
  const wrong = ['000000', '000001', '000002'].find((code) =>
    [-1, 0, 1].every((steps) => codeOf(user.secret, steps) !== code),
  )
  for (let round = 0; round < 2; round += 1) {
    const { browser, at } = await withPassword(user.email)
    for (let guess = 0; guess < 5; guess += 1) await answer(browser, at, wrong ?? '')
  }
  const { browser, at } = await withPassword(user.email)
  const refused = pageOf(await answer(browser, at, codeOf(user.secret)))
  expect(refused.html).toContain('Too many attempts')
  await auth.database.run(sql`UPDATE throttles SET window_started_at = window_started_at - interval '301 s'`)
  arrivalOf(await answer(browser, at, codeOf(user.secret)))
})

it('codes guessed in another browser do not throttle the owner in a known browser', async () => {
  const user = await enrolled()
  const elsewhere = await withPassword(user.email)
  for (let guess = 0; guess <= 10; guess += 1) await answer(elsewhere.browser, elsewhere.at, 'none')
  expect(pageOf(await answer(elsewhere.browser, elsewhere.at, codeOf(user.secret))).html).toContain(
    'Too many attempts',
  )
  const known = new FormBrowser(auth.address, redirectUri)
  for (const cookie of user.browser.cookies) if (cookie.name.startsWith('_known_')) known.plant(cookie)
  const { at } = await withPassword(user.email, known)
  arrivalOf(await answer(known, at, codeOf(user.secret)))
})

describe('second step:', () => {
  it('a direct request to the consent page, a new start and the steps of another sign-in do not skip the second step', async () => {
    const user = await enrolled()
    const { browser, page, at } = await withPassword(user.email)
    const consent = page.html.match(/action="([^"]*)\/login"/)?.[1] ?? ''
    const skipped = await browser.post(new URL(`${consent}/consent`, project.issuer), `accountId=${user.id}`)
    expect(pageOf(skipped).status).toBe(400)
    const again = pageOf(await browser.open(new URL(consent, project.issuer)))
    expect(again.html).toContain('name="code"')
    const resumed = pageOf(
      await browser.open(new URL(consent.replace('/interaction/', '/auth/'), project.issuer)),
    )
    expect(resumed.html).toContain('name="password"')
    expect(pageOf(at).html).toContain('name="code"')
  })

  it('an enrolled authenticator cannot be replaced by another one', async () => {
    const user = await makeUser(auth, project.id)
    const first = await withPassword(user.email)
    const second = await withPassword(user.email)
    const [one, two] = [keyOn(pageOf(first.at)), keyOn(pageOf(second.at))]
    expect(one).not.toBe(two)
    arrivalOf(await answer(first.browser, first.at, codeOf(one)))
    expect(pageOf(await answer(second.browser, second.at, codeOf(two))).status).toBe(422)
    arrivalOf(await answer(second.browser, second.at, codeOf(one, 1)))
  })

  it('an account locked between the two steps is rejected', async () => {
    const user = await enrolled()
    const { browser, at } = await withPassword(user.email)
    await auth.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${user.id}`)
    expect(pageOf(await answer(browser, at, codeOf(user.secret))).html).toContain('ended in the meantime')
  })
})

it('a cleared authenticator is enrolled again at the next sign-in', async () => {
  const user = await enrolled()
  await auth.database.run(
    sql`UPDATE accounts SET totp_sealed = NULL, totp_enrolled_at = NULL, totp_last_step = NULL WHERE id = ${user.id}`,
  )
  const { at } = await withPassword(user.email)
  expect(keyOn(pageOf(at))).not.toBe(user.secret)
})
