import { sql } from '@signet/db'
import type { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Auth, makeUser, password } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'
import { ada, directory } from './people.ts'
import {
  accountsOf,
  addProvider,
  browserOf,
  type FederatedProject,
  isCallback,
  problemOn,
  projectWith,
  signInThrough,
  startFederation,
  type Upstream,
} from './world.ts'

let auth: Auth
let upstream: Upstream
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, upstream, close } = await startFederation())
})
beforeEach(() => {
  upstream.answer('signed_in')
  upstream.become(ada)
})
afterAll(() => close?.())

const pathOf = (project: FederatedProject) => `${project.issuer}/account/identities`

async function atLinks(project?: FederatedProject, browser: FormBrowser = browserOf(auth)) {
  const own = project ?? (await projectWith(auth, upstream))
  const user = await makeUser(auth, own.id)
  const first = pageOf(await browser.open(pathOf(own)))
  const page = pageOf(await browser.submit(first, '/login', { login: user.email, password }))
  return { project: own, user, browser, page }
}
type AtLinks = Awaited<ReturnType<typeof atLinks>>

async function callbackOf({ browser, page }: Pick<AtLinks, 'browser' | 'page'>): Promise<URL> {
  const leaving = pageOf(await browser.submit(page, '/account/identities', { add: 'corp' }))
  return arrivalOf(await browser.follow(leaving, '/auth?', isCallback))
}

const subjectsIn = async ({ id }: FederatedProject) =>
  Object.fromEntries((await accountsOf(auth, id)).map(({ accountId, subject }) => [accountId, subject]))

const waitingForLocks = async (): Promise<number> =>
  (
    await auth.database.rows<object>(sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).length

describe('linking a provider:', () => {
  test('a user links a provider, signs in through it from then on, and the link is audited as self-service', async () => {
    const at = await atLinks()
    expect(at.page.html).toContain('Link Corp')
    const after = pageOf(await at.browser.open(await callbackOf(at)))
    expect([after.status, after.html.includes('Link Corp')]).toEqual([200, false])
    expect(await subjectsIn(at.project)).toEqual({ [at.user.id]: 'ada' })
    expect((await (await signInThrough(auth, at.project)).tokens()).claims()?.sub).toBe(at.user.id)
    const entries = await auth.database.rows<object>(sql`
      SELECT actor, surface FROM audit_entries WHERE project_id = ${at.project.id} AND action = 'federation.identity.link'`)
    expect(entries).toEqual([{ actor: `enduser:${at.project.id}:${at.user.id}`, surface: 'self-service' }])
  })

  test('no link is created when the account is deactivated before the callback', async () => {
    const at = await atLinks()
    await makeUser(auth, at.project.id)
    const callback = await callbackOf(at)
    await auth.database.run(sql`UPDATE accounts SET active = false WHERE id = ${at.user.id}`)
    await at.browser.open(callback)
    expect(new Set(Object.values(await subjectsIn(at.project)))).toEqual(new Set([null]))
  })

  test('a user must sign in again before linking when the sign-in is not recent', async () => {
    const at = await atLinks()
    await auth.database.run(sql`
      UPDATE oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch FROM now())::int - 600))
      WHERE account_id = ${at.user.id}`)
    const asked = pageOf(await at.browser.submit(at.page, '/account/identities', { add: 'corp' }))
    expect(asked.html).toContain('name="password"')
    const page = pageOf(await at.browser.submit(asked, '/login', { login: at.user.email, password }))
    await at.browser.open(await callbackOf({ ...at, page }))
    expect(await subjectsIn(at.project)).toEqual({ [at.user.id]: 'ada' })
  })

  test('a failure at the provider is shown and creates no link', async () => {
    const at = await atLinks()
    upstream.answer('denied')
    const page = pageOf(await at.browser.open(await callbackOf(at)))
    expect([page.status, problemOn(page)]).toEqual([422, 'Signing in with Corp was cancelled.'])
    expect(await subjectsIn(at.project)).toEqual({ [at.user.id]: null })
  })

  test('a directory-managed account can link only the provider of the directory', async () => {
    const project = await projectWith(auth, upstream)
    await addProvider(auth, project.id, upstream, { id: 'own', displayName: 'Own' })
    const at = await atLinks(project)
    await directory({ auth, upstream, close }, project, { providerId: 'corp' })
    await auth.database.run(sql`UPDATE accounts SET connection_id = 'con' WHERE id = ${at.user.id}`)
    // A connection of another project with the same id has no effect.
    const other = await projectWith(auth, upstream)
    await addProvider(auth, other.id, upstream, { id: 'own', displayName: 'Own' })
    await directory({ auth, upstream, close }, other, { providerId: 'own' })
    const page = pageOf(await at.browser.open(pathOf(project)))
    expect([page.html.includes('Link Corp'), page.html.includes('Link Own')]).toEqual([true, false])
    const refused = pageOf(await at.browser.submit(page, '/account/identities', { add: 'own' }))
    expect(refused.status).toBe(422)
  })
})

describe('rejected link:', () => {
  test('an identity linked to another account is not linked', async () => {
    const project = await projectWith(auth, upstream)
    const owner = String((await (await signInThrough(auth, project)).tokens()).claims()?.sub)
    const at = await atLinks(project)
    const page = pageOf(await at.browser.open(await callbackOf(at)))
    expect(problemOn(page)).toBe('That account at Corp already signs in to another account here.')
    expect(await subjectsIn(project)).toEqual({ [owner]: 'ada', [at.user.id]: null })
  })

  test('an identity that the directory assigns to another account is not linked', async () => {
    const project = await projectWith(auth, upstream)
    const known = await makeUser(auth, project.id)
    await directory({ auth, upstream, close }, project)
    await auth.database.run(
      sql`UPDATE accounts SET connection_id = 'con', external_id = 'ada' WHERE id = ${known.id}`,
    )
    const at = await atLinks(project)
    await at.browser.open(await callbackOf(at))
    expect(await subjectsIn(project)).toEqual({ [known.id]: null, [at.user.id]: null })
  })

  test('an address of a domain that the provider may not assert is not linked', async () => {
    const at = await atLinks(await projectWith(auth, upstream, { allowedEmailDomains: ['other.example'] }))
    const page = pageOf(await at.browser.open(await callbackOf(at)))
    expect(problemOn(page)).toContain('may not be used here')
    expect(await subjectsIn(at.project)).toEqual({ [at.user.id]: null })
  })

  test('a callback begun by an attacker is rejected in the browser of a signed-in victim', async () => {
    const project = await projectWith(auth, upstream)
    const [attacker, victim] = [await atLinks(project), await atLinks(project)]
    const page = pageOf(await victim.browser.open(await callbackOf(attacker)))
    expect(page.status).toBe(400)
    expect(await subjectsIn(project)).toEqual({ [attacker.user.id]: null, [victim.user.id]: null })
  })

  test('a callback is rejected when another account has signed in to the same browser', async () => {
    const project = await projectWith(auth, upstream)
    const one = await atLinks(project)
    const back = await callbackOf(one)
    await auth.database.run(sql`DELETE FROM oidc_sessions WHERE account_id = ${one.user.id}`)
    const two = await atLinks(project, one.browser)
    expect(pageOf(await two.browser.open(back)).status).toBe(400)
    expect(await subjectsIn(project)).toEqual({ [one.user.id]: null, [two.user.id]: null })
  })

  test('a callback is rejected after sign-out and when it is repeated', async () => {
    const at = await atLinks()
    const back = await callbackOf(at)
    await at.browser.open(back)
    const unlinked = pageOf(await at.browser.open(pathOf(at.project)))
    await at.browser.submit(unlinked, '/account/identities', { providerId: 'corp' })
    await at.browser.open(back)
    expect(await subjectsIn(at.project)).toEqual({ [at.user.id]: null })
    const another = await callbackOf({ ...at, page: pageOf(await at.browser.open(pathOf(at.project))) })
    await auth.database.run(sql`DELETE FROM oidc_sessions WHERE account_id = ${at.user.id}`)
    expect(pageOf(await at.browser.open(another)).status).toBe(400)
    expect(await subjectsIn(at.project)).toEqual({ [at.user.id]: null })
  })

  test('a callback begun in an earlier session of the same account is rejected', async () => {
    const at = await atLinks()
    const back = await callbackOf(at)
    await auth.database.run(sql`DELETE FROM oidc_sessions WHERE account_id = ${at.user.id}`)
    const login = pageOf(await at.browser.open(pathOf(at.project)))
    await at.browser.submit(login, '/login', { login: at.user.email, password })
    expect(pageOf(await at.browser.open(back)).status).toBe(400)
    expect(await subjectsIn(at.project)).toEqual({ [at.user.id]: null })
  })

  test('no link is created when the session ends while the callback waits for the account lock', async () => {
    const at = await atLinks()
    const back = await callbackOf(at)
    let answer: ReturnType<FormBrowser['open']> | undefined
    await auth.database.transaction(async (tx) => {
      await tx.rows(sql`SELECT 1 FROM accounts WHERE id = ${at.user.id} FOR UPDATE`)
      answer = at.browser.open(back)
      await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(0), { interval: 10 })
      await tx.run(sql`DELETE FROM oidc_sessions WHERE account_id = ${at.user.id}`)
    })
    await answer
    expect(await subjectsIn(at.project)).toEqual({ [at.user.id]: null })
  })

  test('a form of another site is rejected', async () => {
    const at = await atLinks()
    const body = new URLSearchParams({ accountId: at.user.id, add: 'corp' }).toString()
    Object.assign(at.browser.headers, { 'sec-fetch-site': 'cross-site' })
    expect(pageOf(await at.browser.post(pathOf(at.project), body)).status).toBe(400)
  })
})
