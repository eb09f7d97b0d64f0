import { newLink, storeProof } from '@signet/accounts'
import { type Sql, sql } from '@signet/db'
import { type Deviation, FormBrowser, optionsOn, type Page, SoftwareAuthenticator } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAddress, setSignIn, startAccountPages } from '../support/account-pages.ts'
import { type Auth, makeProject, makeUser, redirectUri } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf, signIn } from '../support/journey.ts'
import { atSignIn, enrolled, type Project, type User } from '../support/passkey-pages.ts'

let auth: Auth
let project: Project
let client: ClientCredentials
let user: User
beforeAll(async () => {
  ;({ auth, project, client } = await startAccountPages())
})
afterAll(() => auth.close())
beforeEach(async () => {
  user = await unverified()
  await auth.database.run(sql`DELETE FROM throttles`)
  await setSignIn(auth, project.id, { passkeys: 'allowed', emailVerificationRequired: false })
})
afterEach(() => expect(auth.occurrences).toEqual([]))

async function unverified() {
  const created = await makeUser(auth, project.id, anAddress())
  await auth.database.run(
    sql`UPDATE accounts SET email_verified = false, password_hash = NULL, password_set_at = NULL WHERE id = ${created.id}`,
  )
  return created
}

async function linkFor({ id, email }: User, at = project) {
  const proof = newLink(at.issuer, 'passkey')
  await auth.database.transaction((tx) => storeProof(tx, { projectId: at.id, id, email }, proof))
  return proof.url
}

const browse = () => new FormBrowser(auth.address, redirectUri)

async function opened(url: string, browser = browse()) {
  const page = pageOf(await browser.open(url))
  const authenticator = new SoftwareAuthenticator(new URL(project.issuer).origin)
  const send = async (deviation: Deviation = {}, at: Page = page) =>
    pageOf(
      await browser.submit(at, '/account/passkey', {
        credential: authenticator.create(optionsOn(at), deviation),
      }),
    )
  return { page, browser, authenticator, send }
}

const stateOf = async (id: string) =>
  (
    await auth.database.rows<object>(sql`
      SELECT email_verified AS verified, password_hash IS NOT NULL AS password,
        (SELECT count(*)::int FROM passkeys k WHERE k.account_id = a.id) AS passkeys,
        (SELECT count(*)::int FROM account_tokens t WHERE t.account_id = a.id) AS links
      FROM accounts a WHERE id = ${id}`)
  )[0]

const untouched = { verified: false, password: false, passkeys: 0, links: 1 }
const added = { verified: true, password: false, passkeys: 1, links: 0 }

describe('link to add a passkey:', () => {
  it('the holder adds a passkey, which proves the address and is the only credential that the sign-in needs', async () => {
    await setSignIn(auth, project.id, { emailVerificationRequired: true })
    const { page, send, authenticator } = await opened(await linkFor(user))
    expect(page.html).toContain(user.email)
    expect(await stateOf(user.id)).toEqual(untouched)
    const done = await send()
    expect([done.status, done.html.includes('Your passkey was added')]).toEqual([200, true])
    expect(await stateOf(user.id)).toEqual(added)
    const begun = await atSignIn(auth, project, client)
    const tokens = await begun.redeem(arrivalOf(await begun.send(authenticator.get(begun.options))))
    expect(tokens.claims()?.sub).toBe(user.id)
  })

  it('the passkey is audited with the link and announced by mail', async () => {
    const { send } = await opened(await linkFor(user))
    await send()
    const entries = await auth.database.rows(sql`
      SELECT action, detail->>'by' AS by FROM audit_entries WHERE target_id = ${user.id} AND action LIKE 'enduser.%' ORDER BY id`)
    expect(entries).toEqual([
      { action: 'enduser.email.confirm', by: null },
      { action: 'enduser.passkey.add', by: 'mailed link' },
    ])
    const mails = await auth.database.rows(
      sql`SELECT purpose FROM mail_messages WHERE account_id = ${user.id}`,
    )
    expect(mails).toEqual([{ purpose: 'way_in' }])
  })

  it('one of eight concurrent answers adds a passkey, and the link is used up', async () => {
    const url = await linkFor(user)
    const { send } = await opened(url)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await stateOf(user.id)).toEqual(added)
    expect(pageOf(await browse().open(url)).status).toBe(404)
  })

  it('a rejected passkey leaves the link valid and changes nothing', async () => {
    const { send } = await opened(await linkFor(user))
    const refused = await send({ origin: 'https://phishing.example' })
    expect([refused.status, refused.html.includes('was not added')]).toEqual([422, true])
    expect(await stateOf(user.id)).toEqual(untouched)
    expect((await send({}, refused)).status).toBe(200)
  })

  it('a credential of another user is not stored, and the link stays valid', async () => {
    const other = await makeUser(auth, project.id)
    const theirs = await enrolled(auth, project, other)
    const { send } = await opened(await linkFor(user))
    const refused = await send({ credentialId: theirs.authenticator.id })
    expect([refused.status, await stateOf(user.id)]).toEqual([422, untouched])
    expect((await send({}, refused)).status).toBe(200)
  })

  it('an answer with the challenge of another link is rejected', async () => {
    const mine = await opened(await linkFor(user))
    const theirs = await opened(await linkFor(await unverified()))
    const credential = mine.authenticator.create(optionsOn(mine.page))
    const refused = pageOf(await theirs.browser.submit(theirs.page, '/account/passkey', { credential }))
    expect(refused.status).toBe(422)
    expect(await stateOf(user.id)).toEqual(untouched)
  })

  const ends: Readonly<Record<string, (id: string) => Sql>> = {
    'the account is locked': (id) => sql`UPDATE accounts SET locked_at = now() WHERE id = ${id}`,
    'the account is deactivated': (id) => sql`UPDATE accounts SET active = false WHERE id = ${id}`,
    'the account has another address': (id) =>
      sql`UPDATE accounts SET email = 'x' || email, email_key = 'x' || email_key WHERE id = ${id}`,
    'the link has expired': (id) =>
      sql`UPDATE account_tokens SET expires_at = now() - interval '1 second' WHERE account_id = ${id}`,
    'the account has an authenticator': (id) =>
      sql`UPDATE accounts SET totp_enrolled_at = now() WHERE id = ${id}`,
    'the account has a passkey': (id) => sql`
      INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, aaguid, synced, backed_up, name)
      VALUES (${project.id}, ${id}, ${id}, ${id}, 'x', ${new URL(project.issuer).hostname}, 'x', true, true, 'Phone')`,
  }

  it.each(Object.entries(ends))('the link is rejected when %s', async (_name, change) => {
    const url = await linkFor(user)
    const { send } = await opened(url)
    await auth.database.run(change(user.id))
    expect((await send()).status).toBe(404)
    expect(pageOf(await browse().open(url)).status).toBe(404)
    expect(await stateOf(user.id)).toMatchObject({ verified: false, links: 1 })
  })

  it('a passkey of another host does not prevent the use of the link', async () => {
    await auth.database.run(sql`
      INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, aaguid, synced, backed_up, name)
      VALUES (${project.id}, ${user.id}, ${user.id}, ${user.id}, 'x', 'old.example', 'x', true, true, 'Phone')`)
    const { send } = await opened(await linkFor(user))
    expect((await send()).status).toBe(200)
  })

  it('the link is rejected while the project has no passkeys', async () => {
    const url = await linkFor(user)
    await setSignIn(auth, project.id, { passkeys: 'off' })
    expect(pageOf(await browse().open(url)).status).toBe(404)
    await setSignIn(auth, project.id, { passkeys: 'allowed' })
    expect(pageOf(await browse().open(url)).status).toBe(200)
  })

  it('a newer link replaces the older one, and its use invalidates every other mailed link', async () => {
    const older = await linkFor(user)
    const { send } = await opened(await linkFor(user))
    expect(pageOf(await browse().open(older)).status).toBe(404)
    const invitation = newLink(project.issuer, 'invitation')
    await auth.database.transaction((tx) => storeProof(tx, { projectId: project.id, ...user }, invitation))
    expect((await send()).status).toBe(200)
    expect(pageOf(await browse().open(invitation.url)).status).toBe(404)
  })

  it('the link is valid only for its purpose and its project', async () => {
    const other = await makeProject(auth)
    const { search } = new URL(await linkFor(user))
    for (const address of [
      `${project.issuer}/account/invitation${search}`,
      `${project.issuer}/account/reset${search}`,
      `${other.issuer}/account/passkey${search}`,
    ])
      expect(pageOf(await browse().open(address)).status).toBe(404)
    expect(pageOf(await browse().post(`${project.issuer}/account/passkey`, 'credential=x')).status).toBe(404)
  })

  it('the first proof of the address removes a password that an attacker may have set', async () => {
    const victim = await makeUser(auth, project.id, anAddress())
    await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${victim.id}`)
    await signIn(auth, project.issuer, client, victim.email)
    const { send } = await opened(await linkFor(victim))
    expect((await send()).status).toBe(200)
    expect(await stateOf(victim.id)).toEqual(added)
    const sessions = await auth.database.rows(
      sql`SELECT 1 FROM oidc_sessions WHERE account_id = ${victim.id}`,
    )
    expect(sessions).toEqual([])
  })

  it('a proven account keeps its password next to the new passkey', async () => {
    const proven = await makeUser(auth, project.id, anAddress())
    const { send } = await opened(await linkFor(proven))
    expect((await send()).status).toBe(200)
    expect(await stateOf(proven.id)).toEqual({ ...added, password: true })
  })

  it('an answer beyond the size of the form adds no passkey', async () => {
    const { page, browser } = await opened(await linkFor(user))
    const large = await browser.submit(page, '/account/passkey', { credential: 'x'.repeat(17_000) })
    expect(pageOf(large).status).toBe(413)
    expect(await stateOf(user.id)).toEqual(untouched)
  })
})
