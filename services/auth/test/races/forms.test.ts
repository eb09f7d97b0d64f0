import { choosePassword } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { isPage, type Page } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Auth, makeClient, makeUser, password } from '../support/harness.ts'
import { type ClientCredentials, pageOf, signIn } from '../support/journey.ts'
import {
  begin,
  inRounds,
  newBrowser,
  outcomeOf,
  type Place,
  sessionsOf,
  signOutEverywhere,
  startPlace,
  times,
  windowOf,
} from './browsers.ts'

let place: Place
let auth: Auth
let addressOf: (index: number) => Auth['address']
/** `asking` requires consent, `plain` does not. */
let asking: ClientCredentials
let plain: ClientCredentials
beforeAll(async () => {
  ;({ place, addressOf } = await startPlace())
  auth = place.auth
  const { project } = place
  asking = await makeClient(auth, { projectId: project.id })
  plain = await makeClient(auth, { projectId: project.id, requireConsent: false })
})
afterAll(() => auth?.close())
beforeEach(() => auth.database.run(sql`DELETE FROM throttles`))
afterEach(() => expect(auth.occurrences).toEqual([]))

async function atSignIn(client: ClientCredentials, parameters: Record<string, string> = {}) {
  const browser = newBrowser(auth)
  const { url, redeem } = await begin(place, client, parameters)
  return { browser, redeem, page: pageOf(await browser.open(url)) }
}

async function atConsent(parameters: Record<string, string> = {}) {
  const user = await makeUser(auth, place.project.id)
  const { browser, redeem, page } = await atSignIn(asking, parameters)
  const consent = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
  return { user, browser, redeem, page: consent }
}

/** A completed sign-in ends with a code, or the page that reports its end. */
const isEnd = (outcome: string) => outcome === 'code' || outcome === '400'

describe.each(['login', 'consent'] as const)('form of the %s page:', (step) => {
  const start = async () => {
    if (step === 'consent') return atConsent()
    const user = await makeUser(auth, place.project.id)
    return { user, ...(await atSignIn(plain)) }
  }
  const fields = (email: string) => (step === 'login' ? { login: email, password } : {})

  it('a form submitted ten times concurrently signs in, and every returned code is valid', () =>
    inRounds(async () => {
      const { user, browser, redeem, page } = await start()
      const ends = await times(10, (index) =>
        windowOf(browser, addressOf(index)).submit(page, `/${step}`, fields(user.email)),
      )
      const outcomes = ends.map(outcomeOf)
      expect(outcomes.filter((outcome) => !isEnd(outcome))).toEqual([])
      expect(outcomes).toContain('code')
      for (const at of ends.slice(-1)) if (!isPage(at)) await redeem(at.arrivedAt)
    }))

  it('a form submitted again after its end is rejected with the page that reports it', async () => {
    const { user, browser, page } = await start()
    expect(outcomeOf(await browser.submit(page, `/${step}`, fields(user.email)))).toBe('code')
    const again = pageOf(await browser.submit(page, `/${step}`, fields(user.email)))
    expect([again.status, again.html]).toEqual([400, expect.stringContaining('This page has expired')])
  })
})

describe.each([
  ['is locked', (id: string) => sql`UPDATE accounts SET locked_at = now() WHERE id = ${id}`],
  ['is deactivated', (id: string) => sql`UPDATE accounts SET active = false WHERE id = ${id}`],
  ['is deleted', (id: string) => sql`DELETE FROM accounts WHERE id = ${id}`],
])('account that %s:', (_what, change) => {
  const end = (id: string) => signOutEverywhere(place, id, change(id))

  it.each(['login', 'consent'] as const)('a concurrent submission of the %s page leaves no session', (step) =>
    inRounds(async () => {
      const started =
        step === 'consent'
          ? await atConsent()
          : { user: await makeUser(auth, place.project.id), ...(await atSignIn(plain)) }
      const { user, browser, page } = started
      const [at] = await Promise.all([
        browser.submit(page, `/${step}`, step === 'login' ? { login: user.email, password } : {}),
        end(user.id),
      ])
      expect(isPage(at) ? at.status : 200).toBeLessThan(500)
      await auth.database.run(sql`UPDATE accounts SET locked_at = NULL, active = true WHERE id = ${user.id}`)
      expect(await sessionsOf(place, user.id)).toBe(0)
    }),
  )
})

describe('password change:', () => {
  const reset = async (id: string) => {
    const hash = await auth.passwords.hash('another battery, another staple')
    return auth.database.transaction((tx) => choosePassword(auditedBefore(tx), place.project, id, hash))
  }

  it('a new password ends a sign-in with the old one that waits for consent', async () => {
    const { user, browser, page } = await atConsent()
    await reset(user.id)
    const at = pageOf(await browser.submit(page, '/consent'))
    expect(at.html).toContain('name="password"')
    expect(await sessionsOf(place, user.id)).toBe(0)
  })

  it('a new password chosen during sign-ins with the old one leaves no session', () =>
    inRounds(async () => {
      const user = await makeUser(auth, place.project.id)
      const begun = await times(6, () => atSignIn(plain))
      const [, ...ends] = await Promise.all([
        reset(user.id),
        ...begun.map(({ browser, page }) => browser.submit(page, '/login', { login: user.email, password })),
      ])
      expect(ends.map((at) => isPage(at) && at.status >= 500)).not.toContain(true)
      expect(await sessionsOf(place, user.id)).toBe(0)
    }))
})

it('one application opened six times concurrently in one browser signs in six times, and every code is valid', () =>
  inRounds(async () => {
    const user = await makeUser(auth, place.project.id)
    const other = await makeClient(auth, { projectId: place.project.id, requireConsent: false })
    const { browser } = await signIn(auth, place.project.issuer, plain, user.email)
    const begun = await times(6, () => begin(place, other))
    const ends = await Promise.all(
      begun.map(({ url }, index) => windowOf(browser, addressOf(index)).open(url)),
    )
    expect(ends.map(outcomeOf)).toEqual(begun.map(() => 'code'))
    for (const [index, { redeem }] of begun.entries()) {
      const at = ends[index]
      if (at && !isPage(at)) await redeem(at.arrivedAt)
    }
  }))

it('five concurrent sign-outs of one browser all return the page that confirms it', () =>
  inRounds(async () => {
    const user = await makeUser(auth, place.project.id)
    const { browser } = await signIn(auth, place.project.issuer, plain, user.email)
    const asked = pageOf(await browser.open(`${place.project.issuer}/session/end`))
    const ends = await times(5, (index) =>
      windowOf(browser, addressOf(index)).submit(asked, '/session/end/confirm', { logout: 'yes' }),
    )
    expect(ends.map((at) => pageOf(at).status)).toEqual([200, 200, 200, 200, 200])
    expect(await sessionsOf(place, user.id)).toBe(0)
  }))

it('the sign-out page works while other windows of the browser open applications', () =>
  inRounds(async () => {
    const user = await makeUser(auth, place.project.id)
    const { browser } = await signIn(auth, place.project.issuer, plain, user.email)
    const begun = await times(4, () => begin(place, plain))
    const [asked] = await Promise.all([
      browser.open(`${place.project.issuer}/session/end`),
      ...begun.map(({ url }, index) => windowOf(browser, addressOf(index)).open(url)),
    ])
    const end = pageOf(await browser.submit(pageOf(asked), '/session/end/confirm', { logout: 'yes' }))
    expect(end.status).toBe(200)
    expect(await sessionsOf(place, user.id)).toBe(0)
  }))

it('an application deleted during consent receives nothing, and the user sees a page', () =>
  inRounds(async () => {
    const client = await makeClient(auth, { projectId: place.project.id })
    const user = await makeUser(auth, place.project.id)
    const { browser, page } = await atSignIn(client)
    const consent: Page = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    const [at] = await Promise.all([
      browser.submit(consent, '/consent'),
      auth.database.run(sql`DELETE FROM clients WHERE id = ${client.clientId}`),
    ])
    expect(isPage(at) ? at.status : 200).toBeLessThan(500)
  }))

it('an application removed in five windows during a further consent has at most the last grant', () =>
  inRounds(async () => {
    const { user, browser, page } = await atConsent({ scope: 'openid' })
    expect(outcomeOf(await browser.submit(page, '/consent'))).toBe('code')
    const apps = pageOf(await browser.open(`${place.project.issuer}/account/apps`))
    const { url } = await begin(place, asking, { scope: 'openid email' })
    const more = pageOf(await browser.open(url))
    expect(more.html).toContain('/consent"')
    const [consented, ...removed] = await Promise.all([
      windowOf(browser, addressOf(0)).submit(more, '/consent'),
      ...(await times(5, async (index) => windowOf(browser, addressOf(index)))).map((window) =>
        window.submit(apps, '/account/apps', { clientId: asking.clientId }),
      ),
    ])
    expect(removed.map((at) => pageOf(at).status)).toEqual([200, 200, 200, 200, 200])
    expect(['code', '400', '200']).toContain(outcomeOf(consented))
    const [row] = await auth.database.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM oidc_grants WHERE account_id = ${user.id} AND client_id = ${asking.clientId}`,
    )
    expect(row?.count).toBeLessThanOrEqual(1)
  }))
