import { newLink, storeProof } from '@signet/accounts'
import { sql } from '@signet/db'
import type { FormBrowser } from '@signet/testkit'
import { optionsOn, SoftwareAuthenticator } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import { type Auth, makeUser, password } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { atSignIn, enrolled, type Project, type User } from '../support/passkey-pages.ts'
import { atSecondFactor, withSecondFactor } from '../support/recovery-pages.ts'

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
  await setSignIn(auth, project.id, { passkeys: 'allowed', totpRequired: false })
})
afterEach(() => expect(auth.occurrences).toEqual([]))

/**
 * Marks the address as unproven.
 * @returns the authenticator of the second passkey
 */
async function withTwoPasskeys(): Promise<{ authenticator: SoftwareAuthenticator; id: string }> {
  const { pages } = await enrolled(auth, project, user)
  const authenticator = new SoftwareAuthenticator(new URL(project.issuer).origin)
  await pages.add(authenticator)
  await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
  const [row] = await auth.database.rows<{ id: string }>(
    sql`SELECT id FROM passkeys WHERE credential_id = ${authenticator.credentialId}`,
  )
  return { authenticator, id: row?.id ?? '' }
}

async function confirmIn(browser: FormBrowser): Promise<void> {
  const proof = newLink(project.issuer, 'verification')
  await auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, proof))
  const page = pageOf(await browser.open(proof.url))
  expect(page.html).not.toContain('name="password"')
  await browser.submit(page, '/account/verification')
}

const kept = async () => {
  const [row] = await auth.database.rows<object>(sql`
    SELECT email_verified AS verified, password_hash IS NOT NULL AS password, totp_enrolled_at IS NOT NULL AS authenticator,
      ARRAY(SELECT k.id FROM passkeys k WHERE k.account_id = a.id ORDER BY k.created_at) AS passkeys
    FROM accounts a WHERE id = ${user.id}`)
  return row
}

describe('first proof of an address in a session:', () => {
  it('a session that began with a passkey keeps only this passkey, and no password', async () => {
    const { authenticator, id } = await withTwoPasskeys()
    const { options, send, browser } = await atSignIn(auth, project, client)
    arrivalOf(await send(authenticator.get(options)))
    await confirmIn(browser)
    expect(await kept()).toEqual({ verified: true, password: false, authenticator: false, passkeys: [id] })
  })

  it('a session that began with the password keeps only the password', async () => {
    await withTwoPasskeys()
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    arrivalOf(await browser.submit(page, '/login', { login: user.email, password }))
    await confirmIn(browser)
    expect(await kept()).toEqual({ verified: true, password: true, authenticator: false, passkeys: [] })
  })

  it('a session that began with the password and a passkey as the second factor keeps these two', async () => {
    const { authenticator, id } = await withTwoPasskeys()
    await setSignIn(auth, project.id, { totpRequired: true })
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    const at = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    arrivalOf(await browser.submit(at, '/secondpasskey', { credential: authenticator.get(optionsOn(at)) }))
    await confirmIn(browser)
    expect(await kept()).toEqual({ verified: true, password: true, authenticator: false, passkeys: [id] })
  })

  it('a session that began with the password and a recovery code keeps only the password', async () => {
    const { generate } = await withSecondFactor(auth, project, user)
    const [code = ''] = await generate()
    await auth.database.run(sql`
      UPDATE accounts SET email_verified = false, totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${user.id}`)
    const { use, browser } = await atSecondFactor(auth, project, client, user)
    arrivalOf(await use(code))
    await confirmIn(browser)
    expect(await kept()).toEqual({ verified: true, password: true, authenticator: false, passkeys: [] })
  })

  it('a later sign-in in the same session replaces the credentials of the earlier one', async () => {
    const { authenticator, id } = await withTwoPasskeys()
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    arrivalOf(await browser.submit(page, '/login', { login: user.email, password }))
    const again = pageOf(await browser.open(`${project.issuer}/account?prompt=login`))
    const credential = authenticator.get(optionsOn(again))
    pageOf(await browser.submit(again, '/passkey', { credential }))
    await confirmIn(browser)
    expect(await kept()).toEqual({ verified: true, password: false, authenticator: false, passkeys: [id] })
  })

  it('a session without stored credentials needs the password again', async () => {
    await withTwoPasskeys()
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    arrivalOf(await browser.submit(page, '/login', { login: user.email, password }))
    await auth.database.run(
      sql`UPDATE oidc_sessions SET payload = payload - 'presented' WHERE account_id = ${user.id}`,
    )
    const proof = newLink(project.issuer, 'verification')
    await auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, proof))
    expect(pageOf(await browser.open(proof.url)).html).toContain('name="password"')
  })
})
