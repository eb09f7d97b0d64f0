import { sql } from '@signet/db'
import { startMailDelivery } from '@signet/mail'
import { isPage } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, startAccountPages } from '../support/account-pages.ts'
import { type Auth, makeUser } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { PasskeyPages, type Project, type User } from '../support/passkey-pages.ts'
import { atSecondFactor, withSecondFactor } from '../support/recovery-pages.ts'

let auth: Auth
let delivery: { close(): Promise<void> }
let project: Project
let client: ClientCredentials
let user: User
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
  await setSignIn(auth, project.id, { passkeys: 'allowed', totpRequired: true })
})
afterEach(() => expect(auth.occurrences).toEqual([]))

const stored = async () =>
  (
    await auth.database.rows<{ left: number; text: string }>(
      sql`SELECT cardinality(digests) AS left, r::text AS text FROM recovery_codes r WHERE account_id = ${user.id}`,
    )
  )[0]

const auditOf = (id: string) =>
  auth.database.rows<{ action: string; detail: object }>(sql`
    SELECT action, detail FROM audit_entries WHERE target_id = ${id} AND action LIKE 'enduser.recovery.%' ORDER BY at, id`)

async function mailWith(text: string): Promise<string> {
  for (let count = 0; count < 4; count += 1) {
    const mail = await auth.mailbox.next(user.email)
    if (mail.text.includes(text)) return mail.text
  }
  throw new Error(`No mail has the text ${text}.`)
}

describe('page of the recovery codes:', () => {
  it('a user generates ten codes, which are shown once, stored as digests, audited and announced by mail', async () => {
    const { open, generate } = await withSecondFactor(auth, project, user)
    expect((await open()).html).toContain('You have no recovery codes yet.')
    const codes = await generate()
    expect(new Set(codes).size).toBe(10)
    const later = await open()
    expect(later.html).toContain('Recovery codes left: 10')
    const row = await stored()
    for (const code of codes)
      expect([later.html.includes(code), row?.text.includes(code.replaceAll('-', ''))]).toEqual([
        false,
        false,
      ])
    expect(await auditOf(user.id)).toEqual([{ action: 'enduser.recovery.create', detail: { codes: 10 } }])
    await mailWith('New recovery codes were generated')
  })

  it('three codes left cause a warning, and the account page shows the number', async () => {
    const { pages, open, generate } = await withSecondFactor(auth, project, user)
    await generate()
    const few = 'Generate new ones before you run out.'
    await auth.database.run(
      sql`UPDATE recovery_codes SET digests = digests[1:4] WHERE account_id = ${user.id}`,
    )
    expect((await open()).html).not.toContain(few)
    await auth.database.run(
      sql`UPDATE recovery_codes SET digests = digests[1:3] WHERE account_id = ${user.id}`,
    )
    expect((await open()).html).toContain(few)
    expect(pageOf(await pages.browser.open(`${project.issuer}/account`)).html).toContain(
      'Recovery codes left: 3',
    )
  })

  it('an account without a second factor gets no codes', async () => {
    await setSignIn(auth, project.id, { totpRequired: false })
    const pages = new PasskeyPages(auth, project, user)
    await pages.enter()
    const home = pageOf(await pages.browser.open(`${project.issuer}/account`))
    expect(home.html).not.toContain('/account/recovery-codes')
    const address = `${project.issuer}/account/recovery-codes`
    expect(pageOf(await pages.browser.open(address)).html).not.toContain('name="generate"')
    const body = new URLSearchParams({ accountId: user.id, generate: '1' }).toString()
    expect(pageOf(await pages.browser.post(address, body)).status).toBe(400)
    expect(await stored()).toBeUndefined()
  })

  it('codes are generated after a recent sign-in only', async () => {
    const { post } = await withSecondFactor(auth, project, user)
    await auth.database.run(sql`
      UPDATE oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch FROM now())::int - 600))
      WHERE account_id = ${user.id}`)
    expect((await post({ generate: '1' })).html).toContain('name="password"')
    expect(await stored()).toBeUndefined()
  })

  it('new codes replace all earlier ones', async () => {
    const { generate } = await withSecondFactor(auth, project, user)
    const [old = ''] = await generate()
    const [fresh = ''] = await generate()
    const { use } = await atSecondFactor(auth, project, client, user)
    expect(pageOf(await use(old)).status).toBe(422)
    arrivalOf(await use(fresh))
  })

  it('a code removes the authenticator of a lost device, and the codes are deleted with the last second factor', async () => {
    const { pages, generate } = await withSecondFactor(auth, project, user)
    const [code = ''] = await generate()
    const [passkey] = await auth.database.rows<{ id: string }>(
      sql`SELECT id FROM passkeys WHERE account_id = ${user.id}`,
    )
    await auth.database.run(
      sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${user.id}`,
    )
    await pages.post({ passkeyId: passkey?.id ?? '', remove: '1' })
    expect((await stored())?.left).toBe(10)
    const address = `${project.issuer}/account/authenticator`
    const remove = async (recovery: string) => {
      const body = new URLSearchParams({ accountId: user.id, recovery }).toString()
      return pageOf(await pages.browser.post(address, body))
    }
    expect((await remove('0000-0000-0000')).status).toBe(422)
    expect((await remove(code)).html).toContain('<svg class="qr"')
    expect(await stored()).toBeUndefined()
    const actions = await auth.database.rows<{ action: string }>(sql`
      SELECT action FROM audit_entries WHERE target_id = ${user.id} AND action = 'enduser.totp.clear'`)
    expect(actions).toHaveLength(1)
    expect((await auditOf(user.id)).at(-1)).toEqual({ action: 'enduser.recovery.use', detail: { left: 9 } })
  })
})

describe('sign-in with a recovery code:', () => {
  it('a code is accepted as the second factor once, amr is pwd, otp, mfa, and the user gets a mail with the number left', async () => {
    const { generate } = await withSecondFactor(auth, project, user)
    const [code = ''] = await generate()
    const { use, redeem } = await atSecondFactor(auth, project, client, user)
    const tokens = await redeem(arrivalOf(await use(code)))
    expect(tokens.claims()).toMatchObject({ sub: user.id, amr: ['pwd', 'otp', 'mfa'] })
    expect((await auditOf(user.id)).at(-1)).toEqual({ action: 'enduser.recovery.use', detail: { left: 9 } })
    await mailWith('Codes left: 9.')
    const again = await atSecondFactor(auth, project, client, user)
    expect(pageOf(await again.use(code)).html).toContain('is incorrect, or was used already')
  })

  it('a code is accepted in lower case, without separators and with letters in place of similar digits', async () => {
    const { generate } = await withSecondFactor(auth, project, user)
    const [first = '', second = ''] = await generate()
    const typed = first.toLowerCase().replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l')
    arrivalOf(await (await atSecondFactor(auth, project, client, user)).use(typed))
    arrivalOf(
      await (await atSecondFactor(auth, project, client, user)).use(` ${second.replaceAll('-', ' - ')}`),
    )
  })

  it('the page of the second factor links to the codes only while some are left', async () => {
    const { generate } = await withSecondFactor(auth, project, user)
    expect((await atSecondFactor(auth, project, client, user)).at.html).not.toContain('/recovery"')
    await generate()
    expect((await atSecondFactor(auth, project, client, user)).at.html).toContain('/recovery"')
    await auth.database.run(sql`UPDATE recovery_codes SET digests = '{}' WHERE account_id = ${user.id}`)
    expect((await atSecondFactor(auth, project, client, user)).at.html).not.toContain('/recovery"')
  })

  it('one of two concurrent uses of a code signs in', async () => {
    const { generate } = await withSecondFactor(auth, project, user)
    const [code = ''] = await generate()
    const sides = [
      await atSecondFactor(auth, project, client, user),
      await atSecondFactor(auth, project, client, user),
    ]
    const results = await Promise.all(sides.map(({ use }) => use(code)))
    expect(results.filter((result) => !isPage(result))).toHaveLength(1)
    expect((await stored())?.left).toBe(9)
  })

  it('a pending sign-in with a code ends when new codes are generated', async () => {
    await setSignIn(auth, project.id, { emailVerificationRequired: true, verificationMethod: 'code' })
    const { generate } = await withSecondFactor(auth, project, user)
    const [code = ''] = await generate()
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    const { use, browser } = await atSecondFactor(auth, project, client, user)
    const waiting = pageOf(await use(code))
    expect(waiting.html).toContain('action="')
    await generate()
    expect(pageOf(await browser.open(waiting.url)).html).toContain('ended in the meantime')
    await setSignIn(auth, project.id, { emailVerificationRequired: false })
  })
})
