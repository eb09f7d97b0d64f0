import { newLink, type ProofPurpose, storeProof } from '@signet/accounts'
import { sql } from '@signet/db'
import { FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setSignIn, signInPageOf, startAccountPages } from '../support/account-pages.ts'
import { type Auth, type makeProject, makeUser, password, redirectUri } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf, signIn } from '../support/journey.ts'

const chosen = 'another battery, another staple'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
  await auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${project.id}, 'corp', 'Corp', 'https://corp.example', 'x', 0)`)
})
afterAll(() => auth.close())
beforeEach(async () => {
  await auth.database.run(sql`DELETE FROM throttles`)
  await setSignIn(auth, project.id, { emailVerificationRequired: false, passwordLogin: true })
})

type Person = Awaited<ReturnType<typeof makeUser>>

async function account({ verified = false, given = false } = {}) {
  const user = await makeUser(auth, project.id)
  await signIn(auth, project.issuer, client, user.email)
  await auth.database.run(sql`
    UPDATE accounts SET email_verified = ${verified}, password_given = ${given}, totp_sealed = 'x', totp_enrolled_at = now()
    WHERE id = ${user.id}`)
  await auth.database.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
    VALUES (${project.id}, 'corp', 'https://corp.example', ${user.id}, ${user.id})`)
  await auth.database.run(sql`
    INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, aaguid, synced, backed_up, name)
    VALUES (${project.id}, ${user.id}, ${user.id}, ${user.id}, 'x', 'x', 'x', false, false, 'x')`)
  await auth.database.run(sql`
    INSERT INTO recovery_codes (project_id, account_id, key_sealed, digests) VALUES (${project.id}, ${user.id}, 'x', ARRAY['x'])`)
  return user
}

const withoutAuthenticator = ({ id }: Person) =>
  auth.database.run(sql`UPDATE accounts SET totp_sealed = NULL, totp_enrolled_at = NULL WHERE id = ${id}`)

const stateOf = async ({ id }: Person) =>
  (
    await auth.database.rows<object>(sql`
      SELECT a.email_verified AS verified, a.totp_enrolled_at IS NOT NULL AS authenticator,
        (SELECT count(*)::int FROM identities d WHERE d.account_id = a.id) AS identities,
        (SELECT count(*)::int FROM passkeys k WHERE k.account_id = a.id) AS passkeys,
        (SELECT count(*)::int FROM recovery_codes r WHERE r.account_id = a.id) AS "recoveryCodes",
        (SELECT count(*)::int FROM oidc_sessions s WHERE s.account_id = a.id) AS sessions,
        (SELECT count(*)::int FROM oidc_grants g WHERE g.account_id = a.id) AS grants
      FROM accounts a WHERE a.id = ${id}`)
  )[0]

const ofTheOwner = {
  verified: true,
  authenticator: false,
  identities: 0,
  passkeys: 0,
  recoveryCodes: 0,
  sessions: 0,
  grants: 0,
}

async function linkFor(user: Person, purpose: ProofPurpose): Promise<string> {
  const proof = newLink(project.issuer, purpose)
  await auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, proof))
  return proof.url
}

const newBrowser = () => new FormBrowser(auth.address, redirectUri)

async function followLink(user: Person, purpose: ProofPurpose, fields: Record<string, string> = {}) {
  const browser = newBrowser()
  const page = pageOf(await browser.open(await linkFor(user, purpose)))
  return { page, end: pageOf(await browser.submit(page, `/account/${purpose}`, fields)) }
}

/** True when no further step follows the password. */
async function opens({ email }: Person, tried: string): Promise<boolean> {
  const { browser, page } = await signInPageOf(auth, project.issuer, client)
  return !isPage(await browser.submit(page, '/login', { login: email, password: tried }))
}

const auditOf = async ({ id }: Person) =>
  auth.database.rows<object>(
    sql`SELECT detail FROM audit_entries WHERE target_id = ${id} AND action = 'enduser.credentials.remove'`,
  )

describe.each(['reset', 'invitation', 'verification'] as const)(
  '%s link opened by the owner in another browser:',
  (purpose) => {
    it('the link removes every credential that an attacker set up', async () => {
      const user = await account()
      await followLink(user, purpose, { password: chosen })
      expect(await stateOf(user)).toEqual(ofTheOwner)
      expect([await opens(user, password), await opens(user, chosen)]).toEqual([false, true])
      expect(await auditOf(user)).toEqual([
        { detail: { password: true, authenticator: true, identities: 1, passkeys: 1, recoveryCodes: true } },
      ])
    })

    it('the link removes no authenticator, no passkey, no recovery code and no provider link when the address was proven before', async () => {
      const user = await account({ verified: true })
      await followLink(user, purpose, { password: chosen })
      expect(await stateOf(user)).toMatchObject({
        verified: true,
        authenticator: true,
        identities: 1,
        passkeys: 1,
        recoveryCodes: 1,
      })
      expect(await auditOf(user)).toEqual([])
    })
  },
)

describe('verification link:', () => {
  it('the password is kept when the owner types it in another browser', async () => {
    const user = await account()
    await followLink(user, 'verification', { password })
    expect(await stateOf(user)).toEqual(ofTheOwner)
    expect(await opens(user, password)).toBe(true)
  })

  it('another browser cannot prove the address without a password', async () => {
    const user = await account()
    const { end } = await followLink(user, 'verification')
    expect(end.status).toBe(422)
    expect(await stateOf(user)).toMatchObject({ verified: false, identities: 1 })
  })

  it('no password is requested when an administrator set it, and the password is kept', async () => {
    const user = await account({ given: true })
    const { page } = await followLink(user, 'verification')
    expect(page.html).not.toContain('name="password"')
    expect(await stateOf(user)).toEqual(ofTheOwner)
    expect(await opens(user, password)).toBe(true)
  })

  it('another browser cannot prove the address while passwords are disabled, and must sign in first', async () => {
    const user = await account()
    await setSignIn(auth, project.id, { passwordLogin: false })
    const browser = newBrowser()
    const page = pageOf(await browser.open(await linkFor(user, 'verification')))
    expect(page.html).toContain('Sign in to your account in this browser first')
    expect(await stateOf(user)).toMatchObject({ verified: false, identities: 1 })
  })

  it('only the password of the pending sign-in in the same browser is kept', async () => {
    const user = await account()
    await withoutAuthenticator(user)
    await setSignIn(auth, project.id, { emailVerificationRequired: true, verificationMethod: 'link' })
    const { browser, page, redeem } = await signInPageOf(auth, project.issuer, client)
    const waiting = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    // The page mails a link after its response, which replaces an earlier one.
    await auth.idle()
    const confirm = pageOf(await browser.open(await linkFor(user, 'verification')))
    expect(confirm.html).not.toContain('name="password"')
    await browser.submit(confirm, '/account/verification')
    expect(await stateOf(user)).toEqual(ofTheOwner)
    await redeem(arrivalOf(await browser.submit(waiting, '/verification')))
  })

  it('only the password of the session in the same browser is kept', async () => {
    const user = await makeUser(auth, project.id)
    const { browser } = await signIn(auth, project.issuer, client, user.email)
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
    const confirm = pageOf(await browser.open(await linkFor(user, 'verification')))
    expect(confirm.html).not.toContain('name="password"')
    await browser.submit(confirm, '/account/verification')
    expect([await stateOf(user), await opens(user, password)]).toEqual([ofTheOwner, true])
  })

  it('a pending sign-in of another account in the same browser does not keep its credentials', async () => {
    const [user, other] = [await account(), await account()]
    await withoutAuthenticator(other)
    await setSignIn(auth, project.id, { emailVerificationRequired: true, verificationMethod: 'link' })
    const { browser, page } = await signInPageOf(auth, project.issuer, client)
    await browser.submit(page, '/login', { login: other.email, password })
    const confirm = pageOf(await browser.open(await linkFor(user, 'verification')))
    expect(confirm.html).toContain('name="password"')
  })
})

describe('verification code:', () => {
  it('only the password given in the same sign-in is kept', async () => {
    const user = await account()
    await withoutAuthenticator(user)
    await setSignIn(auth, project.id, { emailVerificationRequired: true, verificationMethod: 'code' })
    const { browser, page, redeem } = await signInPageOf(auth, project.issuer, client)
    const waiting = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    await auth.idle()
    const { code = '' } = await auth.mailbox.next(user.email)
    const end = await browser.submit(waiting, '/verification', { code })
    expect(await stateOf(user)).toMatchObject({ verified: true, authenticator: false, identities: 0 })
    await redeem(arrivalOf(end))
  })
})
