import { changeEmail, newLink, type ProofPurpose, storeProof } from '@signet/accounts'
import { auditedBefore, type Sql, sql } from '@signet/db'
import { type Arrived, isPage, type Page } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAddress, setSignIn, signInPageOf } from '../support/account-pages.ts'
import {
  type Auth,
  configureMail,
  makeClient,
  makeProject,
  makeUser,
  password,
  startAuth,
} from '../support/harness.ts'
import { type ClientCredentials, pageOf } from '../support/journey.ts'
import { codeOf, keyOn } from '../support/totp.ts'
import {
  inRounds,
  newBrowser,
  outcomeOf,
  type Place,
  signOutEverywhere,
  times,
  windowOf,
} from './browsers.ts'

const chosen = 'another battery, another staple'

let place: Place
let auth: Auth
let addresses: readonly Auth['address'][]
let client: ClientCredentials
beforeAll(async () => {
  auth = await startAuth()
  await configureMail(auth)
  const project = await makeProject(auth)
  place = { auth, project }
  addresses = [auth.address, (await auth.startReplica()).address]
  client = await makeClient(auth, { projectId: project.id, requireConsent: false })
})
afterAll(() => auth?.close())
beforeEach(() => auth.database.run(sql`DELETE FROM throttles`))
afterEach(async () => {
  await auth.idle()
  expect(auth.occurrences).toEqual([])
})

const addressOf = (index: number) => addresses[index % addresses.length] ?? auth.address
const statusOf = (at: Page | Arrived) => (isPage(at) ? at.status : 303)
const atSignIn = () => signInPageOf(auth, place.project.issuer, client)

async function unverified(email = anAddress()) {
  const user = await makeUser(auth, place.project.id, email)
  await auth.database.run(sql`UPDATE accounts SET email_verified = false WHERE id = ${user.id}`)
  return user
}

async function linkFor(user: { id: string; email: string }, purpose: ProofPurpose): Promise<string> {
  const proof = newLink(place.project.issuer, purpose)
  await auth.database.transaction((tx) => storeProof(tx, { projectId: place.project.id, ...user }, proof))
  return proof.url
}

async function opened(url: string, index: number) {
  const browser = newBrowser({ address: addressOf(index) })
  return { browser, page: pageOf(await browser.open(url)) }
}

const one = async <Row extends object>(statement: Sql): Promise<Row | undefined> =>
  (await auth.database.rows<Row>(statement))[0]

describe('link opened on eight devices:', () => {
  it.each(['invitation', 'reset', 'verification'] as const)(
    'a link of the kind %s is used by one of them',
    (purpose) =>
      inRounds(async () => {
        const user = await unverified()
        const url = await linkFor(user, purpose)
        const devices = await times(8, (index) => opened(url, index))
        const answers = await Promise.all(
          devices.map(({ browser, page }, index) =>
            browser.submit(page, `/account/${purpose}`, { password: `${chosen} ${index}` }),
          ),
        )
        const statuses = answers.map(statusOf)
        expect(statuses.filter((status) => status === 200)).toHaveLength(1)
        expect(statuses.filter((status) => status === 404)).toHaveLength(7)
      }),
  )
})

it('only one of several links to choose a password sent concurrently stays valid', () =>
  inRounds(async () => {
    const user = await unverified()
    await times(6, () => linkFor(user, 'reset'))
    const row = await one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM account_tokens WHERE account_id = ${user.id}`,
    )
    expect(row?.count).toBe(1)
  }))

describe('link submitted during a change:', () => {
  it('a link submitted during a change of the address does not prove the new address', () =>
    inRounds(async () => {
      const user = await unverified()
      const { browser, page } = await opened(await linkFor(user, 'verification'), 0)
      const other = anAddress()
      await Promise.all([
        browser.submit(page, '/account/verification'),
        auth.database.transaction((tx) => changeEmail(auditedBefore(tx), place.project.id, user.id, other)),
      ])
      expect(
        await one(sql`SELECT email, email_verified AS verified FROM accounts WHERE id = ${user.id}`),
      ).toEqual({ email: other, verified: false })
    }))

  it.each([
    ['its account is locked', (id: string) => sql`UPDATE accounts SET locked_at = now() WHERE id = ${id}`],
    ['its account is deleted', (id: string) => sql`DELETE FROM accounts WHERE id = ${id}`],
    ['it is revoked', (id: string) => sql`DELETE FROM account_tokens WHERE account_id = ${id}`],
  ])('a link submitted while %s is either accepted or rejected as unknown', (_what, change) =>
    inRounds(async () => {
      const user = await unverified()
      const { browser, page } = await opened(await linkFor(user, 'invitation'), 0)
      const [at] = await Promise.all([
        browser.submit(page, '/account/invitation', { password: chosen }),
        signOutEverywhere(place, user.id, change(user.id)),
      ])
      expect([200, 404]).toContain(statusOf(at))
    }),
  )
})

describe('concurrent registration:', () => {
  beforeEach(() =>
    setSignIn(auth, place.project.id, {
      registrationOpen: true,
      emailVerificationRequired: false,
      verificationMethod: 'link',
    }),
  )

  it('ten registrations of one address in any letter case create one account, with the same response to all', () =>
    inRounds(async () => {
      await auth.database.run(sql`DELETE FROM throttles`)
      const email = anAddress()
      const windows = await times(10, async () => {
        const { browser, page } = await atSignIn()
        const link = /href="([^"]*\/register)"/.exec(page.html)?.[1] ?? ''
        return { browser, page: pageOf(await browser.open(new URL(link, place.project.issuer))) }
      })
      const answers = await Promise.all(
        windows.map(({ browser, page }, index) =>
          browser.submit(page, '/register', {
            login: index % 2 ? email.toUpperCase() : email,
            password: `${chosen} ${index}`,
          }),
        ),
      )
      expect(answers.map(statusOf)).toEqual(windows.map(() => 200))
      const row = await one<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM accounts WHERE email_key = ${email.toLowerCase()}`,
      )
      expect(row?.count).toBe(1)
    }))

  it('a form submitted four times concurrently creates one account, whose code signs in once', () =>
    inRounds(async () => {
      await setSignIn(auth, place.project.id, { emailVerificationRequired: true, verificationMethod: 'code' })
      await auth.database.run(sql`DELETE FROM throttles`)
      const email = anAddress()
      const { browser, page } = await atSignIn()
      const link = /href="([^"]*\/register)"/.exec(page.html)?.[1] ?? ''
      const form = pageOf(await browser.open(new URL(link, place.project.issuer)))
      const answers = await times(4, () => browser.submit(form, '/register', { login: email, password }))
      expect(answers.map(statusOf)).toEqual([200, 200, 200, 200])
      const { html } = pageOf(answers[0] ?? form)
      expect(html).toContain('/verification"')
      const { code } = await auth.mailbox.next(email)
      const ends = await times(5, (index) =>
        windowOf(browser, addressOf(index)).submit(pageOf(answers[0] ?? form), '/verification', {
          code: code ?? '',
        }),
      )
      const outcomes = ends.map(outcomeOf)
      expect(outcomes).toContain('code')
      expect(outcomes.filter((outcome) => !['code', '400', '422'].includes(outcome))).toEqual([])
      expect(auth.mailbox.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
    }))
})

it('a message to an account deleted at that moment is not sent', () =>
  inRounds(async () => {
    const user = await unverified()
    const { browser, page } = await atSignIn()
    const link = /href="([^"]*\/forgotten)"/.exec(page.html)?.[1] ?? ''
    const form = pageOf(await browser.open(new URL(link, place.project.issuer)))
    await browser.submit(form, '/forgotten', { login: user.email })
    await auth.database.transaction(async (tx) => {
      await tx.run(sql`DELETE FROM accounts WHERE id = ${user.id}`)
      await tx.rows(sql`SELECT 1 AS one FROM pg_sleep(0.2)`)
    })
    await auth.idle()
    expect(auth.mailbox.received.filter(({ to }) => to.includes(user.email))).toEqual([])
  }))

describe('authenticator:', () => {
  beforeEach(() =>
    setSignIn(auth, place.project.id, { totpRequired: true, emailVerificationRequired: false }),
  )

  const atAuthenticator = async (email: string) => {
    const { browser, page } = await atSignIn()
    return { browser, page: pageOf(await browser.submit(page, '/login', { login: email, password })) }
  }

  it('an authenticator is enrolled once in five concurrent windows, and its code is accepted in one of eight', () =>
    inRounds(async () => {
      await auth.database.run(sql`DELETE FROM throttles`)
      const user = await makeUser(auth, place.project.id)
      const windows = await times(5, () => atAuthenticator(user.email))
      const keys = windows.map(({ page }) => keyOn(page))
      const enrolled = await Promise.all(
        windows.map(({ browser, page }, index) =>
          browser.submit(page, '/authenticator', { code: codeOf(keys[index] ?? '') }),
        ),
      )
      const outcomes = enrolled.map(outcomeOf)
      expect(outcomes.filter((outcome) => outcome === 'code')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === '422')).toHaveLength(4)
      const secret = keys[outcomes.indexOf('code')] ?? ''
      const asked = await times(8, () => atAuthenticator(user.email))
      const code = codeOf(secret, 1)
      const ends = await Promise.all(
        asked.map(({ browser, page }) => browser.submit(page, '/authenticator', { code })),
      )
      expect(ends.filter((at) => !isPage(at))).toHaveLength(1)
      expect(ends.filter((at) => isPage(at) && at.status === 422)).toHaveLength(7)
    }))
})
