import { setPassword } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  startAuth,
} from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'

/** The default of loginThrottle.failureCap. */
const cap = 10

let auth: Auth
let home: Awaited<ReturnType<typeof place>>
let away: Awaited<ReturnType<typeof place>>
let user: { id: string; email: string }
beforeAll(async () => {
  auth = await startAuth()
  home = await place()
  away = await place()
})
afterAll(() => auth.close())
beforeEach(async () => {
  user = await makeUser(auth, home.id)
})

async function place() {
  const project = await makeProject(auth)
  const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
  const rp = await createRelyingParty({
    issuer: project.issuer,
    ...client,
    redirectUri,
    address: auth.address,
  })
  return { ...project, begin: async () => (await rp.begin({ prompt: 'login' })).url }
}

const newBrowser = () => new FormBrowser(auth.address, redirectUri)

async function trySignIn(browser: FormBrowser, login: string, tried: string, at = home) {
  const page = pageOf(await browser.open(await at.begin()))
  return browser.submit(page, '/login', { login, password: tried })
}

const entersWith = async (browser: FormBrowser, login: string, at = home) =>
  !isPage(await trySignIn(browser, login, password, at))

/** Guesses from new browsers until further guesses are no longer verified. */
async function exhaust(login = user.email, at = home) {
  for (let guess = 0; guess <= cap; guess += 1) await trySignIn(newBrowser(), login, `guess ${guess}`, at)
}

async function knownBrowser() {
  const browser = newBrowser()
  expect(await entersWith(browser, user.email)).toBe(true)
  return browser
}

const markOf = (browser: FormBrowser, at = home) => {
  const cookie = browser.cookies.find(({ name }) => name === `_known_${at.id}`)
  if (!cookie) throw new Error('this browser is not known')
  return cookie
}

const cookieAt = (at: typeof home, value: string) => ({
  name: `_known_${at.id}`,
  value,
  host: new URL(at.issuer).hostname,
  path: new URL(at.issuer).pathname,
})

describe('guesses from other browsers:', () => {
  it('the owner can still sign in from a known browser, with the address in any letter case', async () => {
    const owner = await knownBrowser()
    await exhaust()
    expect(await entersWith(newBrowser(), user.email)).toBe(false)
    expect(await entersWith(owner, user.email.toUpperCase())).toBe(true)
  })

  it('guesses stay counted when the owner signs in from a known browser', async () => {
    const owner = await knownBrowser()
    await exhaust()
    expect(await entersWith(owner, user.email)).toBe(true)
    const verify = vi.spyOn(auth.passwords, 'verify')
    await trySignIn(newBrowser(), user.email, 'another guess')
    expect(verify).not.toHaveBeenCalled()
    verify.mockRestore()
  })

  it('guesses in a known browser are verified at most up to the cap and use only the allowance of this browser', async () => {
    const thief = await knownBrowser()
    const owner = await knownBrowser()
    const verify = vi.spyOn(auth.passwords, 'verify')
    await Promise.all(
      Array.from({ length: 2 * cap }, async (_, guess) => {
        const copy = newBrowser()
        for (const cookie of thief.cookies) copy.plant(cookie)
        await trySignIn(copy, user.email, `guess ${guess}`)
      }),
    )
    expect(verify.mock.calls.length).toBe(cap)
    verify.mockRestore()
    expect(await entersWith(owner, user.email)).toBe(true)
  })
})

describe('known-browser cookie:', () => {
  it('only a complete sign-in sets the cookie', async () => {
    const browser = newBrowser()
    await trySignIn(browser, user.email, 'wrong')
    expect(browser.cookies.some(({ name }) => name.startsWith('_known_'))).toBe(false)
  })

  it('the cookie is not readable by scripts, other sites or other projects', async () => {
    const client = await makeClient(auth, { projectId: home.id })
    const rp = await createRelyingParty({
      issuer: home.issuer,
      ...client,
      redirectUri,
      address: auth.address,
    })
    const browser = newBrowser()
    const page = pageOf(await browser.open((await rp.begin()).url))
    const consent = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    const line = consent.headers['set-cookie']?.find((cookie) => cookie.startsWith('_known_')) ?? ''
    expect(line).toMatch(/; path=\/p\w+;.*samesite=lax; httponly/i)
  })

  it.each([
    ['is of another account', async (other: string) => `${user.id}.${other.split('.').slice(1).join('.')}`],
    ['has an altered signature', async (other: string) => other.replace(/\.[^.]+$/, `.${'A'.repeat(43)}`)],
    ['has a made-up value', async () => `${user.id}.${'A'.repeat(43)}.${'A'.repeat(43)}`],
    ['is malformed', async () => `${user.id}..~.~~${'x'.repeat(300)}`],
  ])('the cookie has no effect when it %s', async (_how, forge) => {
    const attacker = await makeUser(auth, home.id)
    const browser = newBrowser()
    expect(await entersWith(browser, attacker.email)).toBe(true)
    const forged = newBrowser()
    forged.plant(cookieAt(home, await forge(markOf(browser).value)))
    await exhaust()
    expect(await entersWith(forged, user.email)).toBe(false)
  })

  it('the cookie has no effect in another project that has an account with the same id', async () => {
    await auth.database.run(sql`
      INSERT INTO accounts (project_id, id, email, email_key, password_hash)
      SELECT ${away.id}, id, email, email_key, password_hash FROM accounts WHERE id = ${user.id}`)
    const owner = await knownBrowser()
    const moved = newBrowser()
    moved.plant(cookieAt(away, markOf(owner).value))
    await exhaust(user.email, away)
    expect(await entersWith(moved, user.email, away)).toBe(false)
  })
})

describe('change of the password:', () => {
  it('a browser known by the former password loses its own allowance until a sign-in with the new password', async () => {
    const owner = await knownBrowser()
    const before = markOf(owner).value
    await auth.database.transaction(async (tx) =>
      setPassword(auditedBefore(tx), home.id, user.id, await auth.passwords.hash(password)),
    )
    await exhaust()
    expect(await entersWith(owner, user.email)).toBe(false)
    await auth.database.run(sql`DELETE FROM throttles`)
    expect(await entersWith(owner, user.email)).toBe(true)
    expect(markOf(owner).value).not.toBe(before)
    await exhaust()
    expect(await entersWith(owner, user.email)).toBe(true)
  })
})

describe('100 wrong passwords in succession:', () => {
  const countedSoFar = (wrong: number) =>
    auth.database.run(sql`
      UPDATE throttles SET count = CASE bucket WHEN 'sign-in-run' THEN ${wrong}::int ELSE 0 END
      WHERE bucket IN ('sign-in', 'sign-in-run')`)

  it('sign-ins are accepted only from known browsers after 100 wrong passwords, until a new password is chosen', async () => {
    const owner = await knownBrowser()
    await trySignIn(newBrowser(), user.email, 'wrong')
    await countedSoFar(100)
    const page = pageOf(await trySignIn(newBrowser(), user.email, password))
    expect(page.html).toMatch(
      /id="problem">[^<]+<a [^>]*href="[^"]+\/forgotten"><span>Choose a new password</,
    )
    expect(await entersWith(owner, user.email)).toBe(true)
    await auth.database.transaction((tx) => renew(auditedBefore(tx)))
    expect(await entersWith(newBrowser(), user.email)).toBe(true)
  })

  it('an address without an account is blocked in the same way after 100 wrong passwords', async () => {
    await trySignIn(newBrowser(), 'unknown@example.com', 'wrong')
    await countedSoFar(100)
    const page = pageOf(await trySignIn(newBrowser(), 'unknown@example.com', password))
    expect(page.html).toContain('Choose a new password')
  })

  const renew = async (tx: Parameters<typeof setPassword>[0]) =>
    setPassword(tx, home.id, user.id, await auth.passwords.hash(password))
})
