import { changeEmail, newLink, type ProofPurpose, storeProof } from '@signet/accounts'
import { auditedBefore, type Sql, sql } from '@signet/db'
import { type Arrived, isPage, type Page } from '@signet/testkit'
import { TOTP } from 'otpauth'
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

/** A link as a message carries it. */
async function linkFor(user: { id: string; email: string }, purpose: ProofPurpose): Promise<string> {
  const proof = newLink(place.project.issuer, purpose)
  await auth.database.transaction((tx) => storeProof(tx, { projectId: place.project.id, ...user }, proof))
  return proof.url
}

/** A device that has opened the link. */
async function opened(url: string, index: number) {
  const browser = newBrowser({ address: addressOf(index) })
  return { browser, page: pageOf(await browser.open(url)) }
}

const one = async <Row extends object>(statement: Sql): Promise<Row | undefined> =>
  (await auth.database.rows<Row>(statement))[0]

describe('T08: a link opened on eight devices at once', () => {
  it.each(['invitation', 'reset', 'verification'] as const)(
    'of the kind %s is used by one of them',
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

it('T17: of two links to choose a password that are sent at once, one stands', () =>
  inRounds(async () => {
    const user = await unverified()
    await times(6, () => linkFor(user, 'reset'))
    const row = await one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM account_tokens WHERE account_id = ${user.id}`,
    )
    expect(row?.count).toBe(1)
  }))

describe('T17: a link that is answered at the moment', () => {
  it('its address is replaced proves the new one never', () =>
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
    ['it is taken back', (id: string) => sql`DELETE FROM account_tokens WHERE account_id = ${id}`],
  ])('%s works before, or says that it works no longer', (_what, change) =>
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

describe('registration', () => {
  beforeEach(() =>
    setSignIn(auth, place.project.id, {
      registrationOpen: true,
      emailVerificationRequired: false,
      verificationMethod: 'link',
    }),
  )

  it('of one address in ten windows at once, in any letter case, makes one account, and all are answered alike', () =>
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

  it('sent four times at once from one page makes one account, whose code signs in once', () =>
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

it('a message to an account that is deleted at that moment is left out', () =>
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

describe('an authenticator', () => {
  const keyOn = ({ html }: Page): string =>
    /class="shown-code key">([^<]*)</.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
  const codeOf = (secret: string, steps = 0): string =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  beforeEach(() =>
    setSignIn(auth, place.project.id, { totpRequired: true, emailVerificationRequired: false }),
  )

  const atAuthenticator = async (email: string) => {
    const { browser, page } = await atSignIn()
    return { browser, page: pageOf(await browser.submit(page, '/login', { login: email, password })) }
  }

  it('is enrolled once, also from five windows at once, and its code opens one of eight', () =>
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
