import { sql } from '@signet/db'
import { type FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import { type Auth, makeProject, makeUser, password } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import type { Project, User } from '../support/passkey-pages.ts'
import { atSecondFactor, withSecondFactor } from '../support/recovery-pages.ts'
import { codeOf } from '../support/totp.ts'

let auth: Auth
let project: Project
let client: ClientCredentials
let user: User
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
})
afterAll(() => auth?.close())
beforeEach(async () => {
  user = await makeUser(auth, project.id)
  await auth.database.run(sql`DELETE FROM throttles`)
  await setSignIn(auth, project.id, {
    passkeys: 'allowed',
    totpRequired: true,
    emailVerificationRequired: false,
  })
})
afterEach(() => expect(auth.occurrences).toEqual([]))

const leftOf = async (id: string): Promise<number | undefined> => {
  const [row] = await auth.database.rows<{ left: number }>(
    sql`SELECT cardinality(digests) AS left FROM recovery_codes WHERE account_id = ${id}`,
  )
  return row?.left
}

const codesOf = async (one: User, at: Project = project) => (await withSecondFactor(auth, at, one)).generate()

describe('attacks on recovery codes:', () => {
  it('a code of another account, also of another project, is rejected and stays unused', async () => {
    const other = await makeUser(auth, project.id)
    const elsewhere = await makeProject(auth)
    await setSignIn(auth, elsewhere.id, { totpRequired: true })
    const foreign = await makeUser(auth, elsewhere.id)
    const [theirs = ''] = await codesOf(other)
    const [foreignCode = ''] = await codesOf(foreign, elsewhere)
    await codesOf(user)
    const { use } = await atSecondFactor(auth, project, client, user)
    for (const code of [theirs, foreignCode]) expect(pageOf(await use(code)).status).toBe(422)
    expect([await leftOf(user.id), await leftOf(other.id), await leftOf(foreign.id)]).toEqual([10, 10, 10])
  })

  it('a copied row of another account accepts none of its codes', async () => {
    const other = await makeUser(auth, project.id)
    const [theirs = ''] = await codesOf(other)
    await codesOf(user)
    await auth.database.run(sql`
      UPDATE recovery_codes r SET digests = o.digests FROM recovery_codes o
      WHERE r.account_id = ${user.id} AND o.account_id = ${other.id}`)
    const { use } = await atSecondFactor(auth, project, client, user)
    expect(pageOf(await use(theirs)).status).toBe(422)
  })

  it('wrong codes count with the codes of the authenticator, and the correct code is then delayed and not used up', async () => {
    const [code = ''] = await codesOf(user)
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const { use } = await atSecondFactor(auth, project, client, user)
    for (let guess = 0; guess < 10; guess += 1) await use('0000-0000-0000')
    expect(pageOf(await use(code)).html).toContain('Too many attempts')
    expect(await leftOf(user.id)).toBe(10)
    const { browser, at } = await atSecondFactor(auth, project, client, user)
    const [, base = ''] = /action="([^"]*)\/secondpasskey"/.exec(at.html) ?? []
    const totp = codeOf(secret)
    const answer = await browser.post(new URL(`${base}/authenticator`, project.issuer), `code=${totp}`)
    expect(pageOf(answer).html).toContain('Too many attempts')
    await auth.idle()
    const failures = await auth.database.rows(
      sql`SELECT cause, count FROM sign_in_failures WHERE account_id = ${user.id} ORDER BY cause`,
    )
    expect(failures).toEqual([
      { cause: 'throttled', count: 2 },
      { cause: 'wrong_recovery_code', count: 10 },
    ])
  })

  it('a code is no first factor: neither as the password nor before a password', async () => {
    const [code = ''] = await codesOf(user)
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    const wrong = pageOf(await browser.submit(page, '/login', { login: user.email, password: code }))
    expect([wrong.status, wrong.html.includes('name="password"')]).toEqual([422, true])
    const [, base = ''] = /action="([^"]*)\/login"/.exec(page.html) ?? []
    const address = new URL(`${base}/recovery`, project.issuer)
    expect(pageOf(await browser.open(address)).status).toBe(400)
    expect(pageOf(await browser.post(address, new URLSearchParams({ code }).toString())).status).toBe(400)
    expect(await leftOf(user.id)).toBe(10)
  })

  it('a sign-in that needs no second factor does not use a code up', async () => {
    const [code = ''] = await codesOf(user)
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    await setSignIn(auth, project.id, {
      totpRequired: false,
      emailVerificationRequired: true,
      verificationMethod: 'code',
    })
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    const [, base = ''] = /action="([^"]*)\/login"/.exec(page.html) ?? []
    const answer = await browser.post(new URL(`${base}/recovery`, project.issuer), `code=${code}`)
    expect(pageOf(answer).html).not.toContain('name="password"')
    expect(await leftOf(user.id)).toBe(10)
  })

  it.each<Record<string, string>>([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'a form of another site generates and uses no code: %j',
    async (headers) => {
      const { pages, generate } = await withSecondFactor(auth, project, user)
      const [code = ''] = await generate()
      const send = (browser: FormBrowser, address: string | URL, fields: Record<string, string>) =>
        fetchVia(auth.address)(String(address), {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/x-www-form-urlencoded',
            cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
          },
          body: new URLSearchParams(fields).toString(),
        })
      const own = await send(pages.browser, `${project.issuer}/account/recovery-codes`, {
        accountId: user.id,
        generate: '1',
      })
      const { browser, openForm } = await atSecondFactor(auth, project, client, user)
      const used = await send(browser, (await openForm()).url, { code })
      expect([own.status, used.status, await leftOf(user.id)]).toEqual([400, 400, 10])
      arrivalOf(await (await atSecondFactor(auth, project, client, user)).use(code))
    },
  )

  it('a form for another account generates no codes', async () => {
    const { post } = await withSecondFactor(auth, project, user)
    const other = await makeUser(auth, project.id)
    expect((await post({ generate: '1', accountId: other.id })).status).toBe(400)
    expect([await leftOf(user.id), await leftOf(other.id)]).toEqual([undefined, undefined])
  })

  it('the proof of an address in a sign-in with a code removes the codes and the authenticator, and keeps the password', async () => {
    const { generate } = await withSecondFactor(auth, project, user)
    const [code = ''] = await generate()
    await auth.database.run(sql`
      UPDATE accounts SET email_verified = false, totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${user.id}`)
    await setSignIn(auth, project.id, {
      totpRequired: false,
      emailVerificationRequired: true,
      verificationMethod: 'code',
    })
    const { use, browser } = await atSecondFactor(auth, project, client, user)
    const waiting = pageOf(await use(code))
    await auth.idle()
    const { code: mailed = '' } = await auth.mailbox.next(user.email)
    arrivalOf(await browser.submit(waiting, '/verification', { code: mailed }))
    const [account] = await auth.database.rows(sql`
      SELECT totp_enrolled_at AS enrolled, password_hash IS NOT NULL AS password FROM accounts WHERE id = ${user.id}`)
    expect([account, await leftOf(user.id)]).toEqual([{ enrolled: null, password: true }, undefined])
  })

  it('a locked account uses no code up', async () => {
    const [code = ''] = await codesOf(user)
    const { openForm, browser } = await atSecondFactor(auth, project, client, user)
    const form = await openForm()
    await auth.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${user.id}`)
    expect(pageOf(await browser.submit(form, '/recovery', { code })).html).toContain('ended in the meantime')
    expect(await leftOf(user.id)).toBe(10)
  })
})
