import { sql } from '@signet/db'
import { PasswordQueueFull } from '@signet/secrets'
import { FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'

/** Failures after which an account is throttled; `networkCap` is the limit of a network. */
const cap = 2
const networkCap = 10 * cap

let auth: Auth
let replica: Auth['address']
let project: { id: string; issuer: string }
let begin: () => Promise<URL>
beforeAll(async () => {
  auth = await startAuth([], { SIGNET_PROXY_HOPS: '1' })
  replica = (await auth.startReplica()).address
  await setSetting(auth, 'loginThrottle.failureCap', cap)
})
afterAll(() => auth?.close())
beforeEach(async () => {
  project = await makeProject(auth)
  const client = await storeClient(auth, project.id)
  const rp = await party(auth, { issuer: project.issuer, ...client })
  begin = async () => (await rp.begin({ prompt: 'login' })).url
})

const from = (address: string, at = auth.address) =>
  new FormBrowser(at, redirectUri, { 'x-forwarded-for': address })

async function trySignIn(browser: FormBrowser, login: string, tried: string) {
  const page = pageOf(await browser.open(await begin()))
  return browser.submit(page, '/login', { login, password: tried })
}

const enters = async (browser: FormBrowser, login: string) =>
  !isPage(await trySignIn(browser, login, password))

let made = 0
const newLogin = () => {
  made += 1
  return `user-${made}@example.com`
}

async function spray(addressOf: (index: number) => string) {
  const pages = await Promise.all(
    Array.from({ length: 2 * networkCap }, (_, index) =>
      trySignIn(from(addressOf(index), index % 2 ? replica : auth.address), newLogin(), 'wrong'),
    ),
  )
  return pages.map((page) => pageOf(page).html.includes('Too many attempts')).filter(Boolean).length
}

describe('password spraying:', () => {
  it.each<[string, (index: number) => string, string]>([
    ['a /24 of IPv4', (index) => `203.0.113.${index}`, '203.0.113.250'],
    ['a /24 of IPv4 in IPv6 notation', (index) => `::ffff:203.0.113.${index}`, '203.0.113.250'],
    ['a /64 of IPv6', (index) => `2001:db8:1:2:${index.toString(16)}::1`, '2001:db8:1:2::ffff'],
    ['a /64 of IPv6 in another spelling', (index) => `2001:0DB8:0001:2:0:${index}:0:1`, '2001:db8:1:2::9'],
  ])(
    'passwords tried from %s are verified at most up to the cap on all replicas together',
    async (_what, addressOf, sibling) => {
      const looked = vi.spyOn(auth.passwords, 'verifyNothing')
      expect(await spray(addressOf)).toBe(networkCap)
      expect(looked).toHaveBeenCalledTimes(networkCap)
      looked.mockRestore()
      const user = await makeUser(auth, project.id)
      expect(await enters(from(sibling), user.email)).toBe(false)
    },
  )

  it('another network and another project are not throttled', async () => {
    await spray(() => '203.0.113.7')
    const user = await makeUser(auth, project.id)
    for (const neighbour of ['203.0.114.7', '2001:db8::7'])
      expect(await enters(from(neighbour), user.email)).toBe(true)
    await spray(() => '2001:db8:0:1::1')
    expect(await enters(from('2001:db8:0:2::1'), user.email)).toBe(true)
    const elsewhere = await makeProject(auth)
    const rp = await party(auth, { issuer: elsewhere.issuer, ...(await storeClient(auth, elsewhere.id)) })
    begin = async () => (await rp.begin()).url
    const there = await makeUser(auth, elsewhere.id)
    expect(await enters(from('203.0.113.7'), there.email)).toBe(true)
  })

  it('the owner can sign in from a known browser in the throttled network, and the allowance of the account is unchanged', async () => {
    const user = await makeUser(auth, project.id)
    const owner = from('203.0.113.9')
    expect(await enters(owner, user.email)).toBe(true)
    await spray(() => '203.0.113.7')
    for (let guess = 0; guess < 2 * cap; guess += 1) await trySignIn(from('203.0.113.7'), user.email, 'wrong')
    expect(await enters(owner, user.email)).toBe(true)
    expect(await enters(from('198.51.100.1'), user.email)).toBe(true)
  })

  it("a sign-in of the guesser's own account does not reset the counter", async () => {
    const own = await makeUser(auth, project.id)
    let refused = 0
    for (let index = 0; index < networkCap + 4; index += 1) {
      const answer = pageOf(await trySignIn(from('203.0.113.7'), newLogin(), 'wrong'))
      if (answer.html.includes('Too many attempts')) refused += 1
      else if (index % 4 === 0) expect(await enters(from('203.0.113.7'), own.email)).toBe(true)
    }
    expect(refused).toBe(4)
  })

  it('the network is accepted again after the window, which grows after each breach and resets after a window without one', async () => {
    const past = (seconds: number) =>
      auth.database.run(sql`
        UPDATE throttles SET window_started_at = window_started_at - make_interval(secs => ${seconds}::int)
        WHERE bucket = 'sign-in-network'`)
    const user = await makeUser(auth, project.id)
    const isOpen = () => enters(from('203.0.113.7'), user.email)
    await spray(() => '203.0.113.7')
    expect(await isOpen()).toBe(false)
    await past(301)
    expect(await isOpen()).toBe(true)
    await spray(() => '203.0.113.7')
    await past(301)
    expect(await isOpen()).toBe(false)
    await past(300)
    expect(await isOpen()).toBe(true)
    await past(3_601)
    expect(await isOpen()).toBe(true)
    const [row] = await auth.database.rows<{ level: number }>(
      sql`SELECT level FROM throttles WHERE bucket = 'sign-in-network' ORDER BY window_started_at DESC LIMIT 1`,
    )
    expect(row?.level).toBe(0)
  })
})

it('accepted sign-ins leave the counter of the network at zero, also with concurrent sign-ins of one account', async () => {
  const people = await Promise.all(Array.from({ length: 9 }, () => makeUser(auth, project.id)))
  const entered = await Promise.all(people.map(({ email }) => enters(from('192.0.2.1'), email)))
  expect(entered).not.toContain(false)
  const again = people.flatMap(({ email }) => [email, email])
  for (const result of await Promise.all(again.map((email) => enters(from('192.0.2.1'), email))))
    expect(result).toBe(true)
  const counted = await auth.database.rows<{ count: number }>(
    sql`SELECT count FROM throttles WHERE bucket = 'sign-in-network' ORDER BY window_started_at DESC LIMIT 1`,
  )
  expect(counted).toEqual([{ count: 0 }])
})

it('an attempt that the full hashing queue rejected is not counted', async () => {
  const user = await makeUser(auth, project.id)
  const full = vi.spyOn(auth.passwords, 'verify').mockRejectedValue(new PasswordQueueFull())
  const browser = from('192.0.2.77')
  for (let tried = 0; tried < 2 * cap; tried += 1)
    expect(pageOf(await trySignIn(browser, user.email, password)).html).not.toContain('Too many attempts')
  full.mockRestore()
  expect(await enters(browser, user.email)).toBe(true)
})
