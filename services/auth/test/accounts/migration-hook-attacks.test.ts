import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MigrationGate } from '../../src/upstream/migration-gate.ts'
import { type Auth, makeUser, startAuth } from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'
import { migratingProject, type OldSystem, sendJson, startOldSystem } from '../support/old-system.ts'

let old: OldSystem
let auth: Auth
beforeAll(async () => {
  old = await startOldSystem()
  auth = await startAuth([old.pair])
})
/** Keyed by the name that is asked about; 404 for others. */
const handlers = new Map<string, (response: ServerResponse) => void>()
beforeEach(() =>
  old.handle(({ claims }, response) => {
    const send = handlers.get(claims.login ?? '')
    if (send) send(response)
    else response.writeHead(404).end()
  }),
)
afterEach(() => expect(auth.occurrences).toEqual([]))
afterAll(async () => {
  await auth?.close()
  old?.close()
})

const newEmail = () => `${Math.random().toString(36).slice(2)}@example.com`
const wrong = 'The email, username or password is incorrect'
const varying = /interaction\/[\w-]+|challenge&quot;:&quot;[\w-]+/g
const unreachable = /^The address sent no response of at most 64 KiB in 2\.5 seconds/

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let left = 1_600
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(' '.repeat(64 * 1024))) return
    }
  }
  response.on('drain', more)
  more()
}

const drip = (response: ServerResponse): void => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(timer))
}

const sendText = (text: string) => (response: ServerResponse) => void response.writeHead(200).end(text)

const hostile: readonly (readonly [
  what: string,
  send: (response: ServerResponse, login: string) => void,
  reason: RegExp,
])[] = [
  ['never responds', () => undefined, unreachable],
  ['responds byte by byte', drip, unreachable],
  ['responds with 100 MB', flood, unreachable],
  ['redirects', (response) => void response.writeHead(307, { location: old.url }).end(), unreachable],
  ['responds with malformed JSON', sendText('{"email":'), /not JSON/],
  ['responds with nothing', sendText(''), /not JSON/],
  ['responds with JSON that nests deep', sendText('['.repeat(30_000) + ']'.repeat(30_000)), /nests too deep/],
  ['responds with a list', sendText('[]'), /^The response: /],
  ['responds with an error', (response) => void response.writeHead(500).end(), /the status 500/],
  [
    'names another user than asked',
    (response) => sendJson(response, { email: newEmail() }),
    /neither the address nor the user name/,
  ],
  [
    'sends a field that does not exist',
    (response, email) => sendJson(response, { email, email_verified: true }),
    /email_verified/,
  ],
  [
    'sends a claim of the protocol',
    (response, email) => sendJson(response, { email, claims: { sub: 'admin' } }),
    /claims\.sub/,
  ],
  [
    'sends a character that cannot be stored',
    (response, email) => sendJson(response, { email, claims: { note: '\0' } }),
    /cannot be stored/,
  ],
  [
    'sends a hash instead of the fields of a user',
    (response, email) => sendJson(response, { email, passwordHash: 'x' }),
    /passwordHash/,
  ],
]

describe('hostile old system:', () => {
  test.concurrent.for(hostile)(
    'a system that %s creates no account, and the failure is stored for administrators',
    async ([_what, send, reason], { expect }) => {
      const at = await migratingProject(auth, old.url)
      const email = newEmail()
      handlers.set(email, (response) => send(response, email))
      const { result } = await at.signIn(email, 'old secret')
      expect(pageOf(result).html).toContain(wrong)
      expect(await at.accounts()).toEqual([])
      expect(await at.counts()).toEqual({
        ...{ created: 0, refused: 0, failed: 1, skipped: 0 },
        reason: expect.stringMatching(reason),
      })
    },
  )

  test('a user whose address another account has is not created, and the failure is stored', async () => {
    const at = await migratingProject(auth, old.url)
    const { email } = await makeUser(auth, at.id)
    handlers.set('ada', (response) => sendJson(response, { email, username: 'ada' }))
    expect(pageOf((await at.signIn('ada', 'old secret')).result).html).toContain(wrong)
    expect(await at.accounts()).toHaveLength(1)
    expect(await at.counts()).toMatchObject({ failed: 1, reason: expect.stringContaining('Another account') })
  })
})

describe('internal network:', () => {
  test.concurrent.for([
    'https://127.0.0.1/signet',
    'http://169.254.169.254/latest',
    'http://127.0.0.1:9/',
    'https://localhost/',
  ])('nothing is sent to %s, an address of the internal network', async (url, { expect }) => {
    const at = await migratingProject(auth, url)
    expect(pageOf((await at.signIn(newEmail(), 'old secret')).result).html).toContain(wrong)
    expect(await at.counts()).toMatchObject({ failed: 1, reason: expect.stringMatching(unreachable) })
    expect(old.asked).toEqual([])
  })
})

describe('guesses:', () => {
  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

  test('the page and the time of a wrong password do not depend on whether the name has an account, for a fast and a slow system', async () => {
    const at = await migratingProject(auth, old.url)
    const slow = newEmail()
    handlers.set(slow, (response) => void setTimeout(() => response.writeHead(401).end(), 2_000))
    const { email } = await makeUser(auth, at.id)
    const times: Record<string, number[]> = {}
    const pages = new Set<string>()
    const guessAt = async (login: string) => {
      for (const guess of ['one', 'two', 'three']) {
        const { result, milliseconds } = await at.signIn(login, guess)
        times[login] = [...(times[login] ?? []), milliseconds]
        pages.add(pageOf(result).html.replaceAll(login, 'LOGIN').replace(varying, ''))
      }
    }
    await Promise.all([email, slow, newEmail()].map(guessAt))
    expect(pages.size).toBe(1)
    const medians = Object.values(times).map(median)
    expect(Math.min(...medians)).toBeGreaterThan(2_900)
    expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(500)
  })

  test('concurrent guesses at unknown names send at most 24 requests to a slow system, and the others are counted', async () => {
    const at = await migratingProject(auth, old.url)
    let running = 0
    let most = 0
    old.handle(async (_asked, response) => {
      running += 1
      most = Math.max(most, running)
      await pause(1_000)
      running -= 1
      response.writeHead(404).end()
    })
    const submits = await Promise.all(Array.from({ length: 40 }, () => at.open()))
    const results = await Promise.all(submits.map((submit) => submit(newEmail(), 'guess')))
    // The next answer stores the count of the skipped requests.
    await at.signIn(newEmail(), 'guess')
    // A process whose hashing threads are occupied asks the user to wait, and sends nothing.
    const refusals = results.filter(({ result }) => pageOf(result).html.includes(wrong))
    expect(refusals.length).toBeGreaterThan(24)
    expect(most).toBeLessThanOrEqual(12)
    const { refused = 0, skipped = 0, failed = 0 } = (await at.counts()) ?? {}
    expect(skipped).toBeGreaterThan(0)
    expect(refused + failed).toBeGreaterThanOrEqual(old.asked.length)
    expect(refused + failed + skipped).toBe(refusals.length + 1)
  })

  test('guesses of one process reach the system at most a hundred times in ten seconds', () => {
    const gate = new MigrationGate()
    const entered = Array.from({ length: 150 }, () => {
      const leave = gate.enter('prj_1')
      leave?.()
      return leave !== null
    })
    expect(entered.filter(Boolean)).toHaveLength(100)
    expect([gate.takeSkipped('prj_1'), gate.takeSkipped('prj_1')]).toEqual([50, 0])
    expect(gate.enter('prj_2')).not.toBeNull()
  })
})
