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

/** Failures of one account before it has to wait, as this test sets it, and of one network. */
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
const somebody = () => {
  made += 1
  return `somebody-${made}@example.com`
}

/** One guess at each of many accounts, until the network has to wait. */
async function spray(addressOf: (index: number) => string) {
  const pages = await Promise.all(
    Array.from({ length: 2 * networkCap }, (_, index) =>
      trySignIn(from(addressOf(index), index % 2 ? replica : auth.address), somebody(), 'wrong'),
    ),
  )
  return pages.map((page) => pageOf(page).html.includes('Too many attempts')).filter(Boolean).length
}

describe('R22, T23: one password tried at many accounts', () => {
  it.each<[string, (index: number) => string, string]>([
    ['a /24 of IPv4', (index) => `203.0.113.${index}`, '203.0.113.250'],
    ['the same, over IPv6', (index) => `::ffff:203.0.113.${index}`, '203.0.113.250'],
    ['a /64 of IPv6', (index) => `2001:db8:1:2:${index.toString(16)}::1`, '2001:db8:1:2::ffff'],
    ['the same in another spelling', (index) => `2001:0DB8:0001:2:0:${index}:0:1`, '2001:db8:1:2::9'],
  ])(
    'from %s is looked at no more often than the cap, on all replicas',
    async (_what, addressOf, sibling) => {
      const looked = vi.spyOn(auth.passwords, 'verifyNothing')
      expect(await spray(addressOf)).toBe(networkCap)
      expect(looked).toHaveBeenCalledTimes(networkCap)
      looked.mockRestore()
      const user = await makeUser(auth, project.id)
      expect(await enters(from(sibling), user.email)).toBe(false)
    },
  )

  it('keeps nobody out of another network, or of another project', async () => {
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

  it('keeps the owner out of no known browser there, and spends nothing of an account’s allowance', async () => {
    const user = await makeUser(auth, project.id)
    const owner = from('203.0.113.9')
    expect(await enters(owner, user.email)).toBe(true)
    await spray(() => '203.0.113.7')
    for (let guess = 0; guess < 2 * cap; guess += 1) await trySignIn(from('203.0.113.7'), user.email, 'wrong')
    expect(await enters(owner, user.email)).toBe(true)
    expect(await enters(from('198.51.100.1'), user.email)).toBe(true)
  })

  it('is counted further when an account of the guesser’s own signs in between', async () => {
    const own = await makeUser(auth, project.id)
    let refused = 0
    for (let index = 0; index < networkCap + 4; index += 1) {
      const answer = pageOf(await trySignIn(from('203.0.113.7'), somebody(), 'wrong'))
      if (answer.html.includes('Too many attempts')) refused += 1
      else if (index % 4 === 0) expect(await enters(from('203.0.113.7'), own.email)).toBe(true)
    }
    expect(refused).toBe(4)
  })

  it('may go on after the window, which grows with a breach and is as it was after one without', async () => {
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

it('R22: honest sign-ins leave nothing counted at the network, with several of one account at once', async () => {
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

it('R22: an attempt that the hashing queue had no room for is counted nowhere', async () => {
  const user = await makeUser(auth, project.id)
  const full = vi.spyOn(auth.passwords, 'verify').mockRejectedValue(new PasswordQueueFull())
  const browser = from('192.0.2.77')
  for (let tried = 0; tried < 2 * cap; tried += 1)
    expect(pageOf(await trySignIn(browser, user.email, password)).html).not.toContain('Too many attempts')
  full.mockRestore()
  expect(await enters(browser, user.email)).toBe(true)
})
