import { sql } from '@signet/db'
import { FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import { type Auth, type makeProject, makeUser, password, redirectUri } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
})
afterAll(() => auth.close())
beforeEach(() => auth.database.run(sql`DELETE FROM throttles`))

async function unverified() {
  const user = await makeUser(auth, project.id)
  await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
  return user
}

async function withPassword(email: string) {
  const begun = await signInPageOf(auth, project.issuer, client)
  const at = await begun.browser.submit(begun.page, '/login', { login: email, password })
  await auth.idle()
  return { ...begun, at }
}

const isVerified = async (id: string) =>
  (
    await auth.database.rows<{ verified: boolean }>(
      sql`SELECT email_verified AS verified FROM accounts WHERE id = ${id}`,
    )
  )[0]?.verified

it('an unverified account signs in when no verification is required', async () => {
  await setSignIn(auth, project.id, { emailVerificationRequired: false })
  const { at } = await withPassword((await unverified()).email)
  arrivalOf(at)
})

describe('verification by link:', () => {
  beforeEach(() =>
    setSignIn(auth, project.id, { emailVerificationRequired: true, verificationMethod: 'link' }),
  )

  it('a correct password mails a link, and the sign-in continues after the link was opened in any browser', async () => {
    const user = await unverified()
    const { browser, at, redeem } = await withPassword(user.email)
    const waiting = pageOf(at)
    expect(waiting.html).toContain(user.email)
    const early = pageOf(await browser.submit(waiting, '/verification'))
    expect([early.status, early.html]).toEqual([422, expect.stringContaining('not confirmed yet')])

    const phone = new FormBrowser(auth.address, redirectUri)
    const { link } = await auth.mailbox.next(user.email)
    const page = pageOf(await phone.open(link ?? ''))
    expect(page.html).toContain(user.email)
    await phone.submit(page, '/account/verification', { password })
    const tokens = await redeem(arrivalOf(await browser.submit(early, '/verification')))
    expect(tokens.claims()).toMatchObject({ sub: user.id, amr: ['pwd'] })
    const next = await withPassword(user.email)
    expect(isPage(next.at)).toBe(false)
  })

  it('a wrong password mails nothing, and neither does a second sign-in while a link is pending', async () => {
    const user = await unverified()
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    await browser.submit(page, '/login', { login: user.email, password: 'wrong' })
    await auth.idle()
    expect(auth.mailbox.received.some(({ to }) => to.includes(user.email))).toBe(false)
    await withPassword(user.email)
    await withPassword(user.email)
    expect(auth.mailbox.received.filter(({ to }) => to.includes(user.email))).toHaveLength(1)
  })

  it('a repeated message is sent on request at most once a minute and invalidates the older link', async () => {
    const user = await unverified()
    const { browser, at } = await withPassword(user.email)
    const again = async () => {
      const page = pageOf(await browser.submit(pageOf(at), '/again'))
      await auth.idle()
      return page.status
    }
    expect(await again()).toBe(200)
    const first = await auth.mailbox.next(user.email)
    await auth.database.run(sql`DELETE FROM throttles`)
    expect(await again()).toBe(200)
    const second = await auth.mailbox.next(user.email)
    expect(auth.mailbox.received.filter(({ to }) => to.includes(user.email))).toHaveLength(2)
    expect(pageOf(await browser.open(first.link ?? '')).status).toBe(404)
    expect(pageOf(await browser.open(second.link ?? '')).status).toBe(200)
  })

  it('the verification steps cannot be reached without a password', async () => {
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    const base = page.html.match(/action="([^"]*)\/login"/)?.[1] ?? ''
    for (const step of ['verification', 'again', 'authenticator'])
      expect(pageOf(await browser.post(new URL(`${base}/${step}`, project.issuer), 'code=1')).status).toBe(
        400,
      )
  })
})

describe('verification by code:', () => {
  beforeEach(() =>
    setSignIn(auth, project.id, { emailVerificationRequired: true, verificationMethod: 'code' }),
  )
  const wrongFor = (code: string | undefined) => (code === '00000000' ? '00000001' : '00000000')

  it('a correct password mails a code, which the user enters in the sign-in', async () => {
    const user = await unverified()
    const { browser, at, redeem } = await withPassword(user.email)
    const { code = '', link } = await auth.mailbox.next(user.email)
    expect(link).toBeUndefined()
    const again = pageOf(await browser.submit(pageOf(at), '/verification', { code: wrongFor(code) }))
    expect([again.status, again.html]).toEqual([422, expect.stringContaining('incorrect')])
    const typed = `${code.slice(0, 4)} ${code.slice(4)}`
    await redeem(arrivalOf(await browser.submit(again, '/verification', { code: typed })))
    expect(await isVerified(user.id)).toBe(true)
    const [stored] = await auth.database.rows<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM account_tokens WHERE account_id = ${user.id}`,
    )
    expect(stored?.n).toBe(0)
  })

  it('five of eight parallel guesses are verified, and the correct code is rejected afterwards', async () => {
    const user = await unverified()
    const { browser, at } = await withPassword(user.email)
    const { code = '' } = await auth.mailbox.next(user.email)
    const guess = (tried: string) => browser.submit(pageOf(at), '/verification', { code: tried })
    await Promise.all(Array.from({ length: 8 }, () => guess(wrongFor(code))))
    const [row] = await auth.database.rows<{ attempts: number }>(
      sql`SELECT attempts FROM account_tokens WHERE account_id = ${user.id}`,
    )
    expect(row?.attempts).toBe(5)
    expect(pageOf(await guess(code)).status).toBe(422)
    expect(await isVerified(user.id)).toBe(false)
  })

  it('a code is rejected when it expired or when the address changed', async () => {
    const user = await unverified()
    const { browser, at } = await withPassword(user.email)
    const { code = '' } = await auth.mailbox.next(user.email)
    await auth.database.run(
      sql`UPDATE account_tokens SET expires_at = now() - interval '1 second' WHERE account_id = ${user.id}`,
    )
    expect(pageOf(await browser.submit(pageOf(at), '/verification', { code })).status).toBe(422)
    expect(await isVerified(user.id)).toBe(false)
  })

  it('the digest of a code is not accepted as a link token', async () => {
    const user = await unverified()
    await withPassword(user.email)
    const [row] = await auth.database.rows<{ id: string }>(
      sql`SELECT id FROM account_tokens WHERE account_id = ${user.id}`,
    )
    const page = await new FormBrowser(auth.address, redirectUri).open(
      `${project.issuer}/account/verification?token=${row?.id}`,
    )
    expect(pageOf(page).status).toBe(404)
  })
})
