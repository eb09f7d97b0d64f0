import { type Sql, sql } from '@signet/db'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Auth, makeClient, makeUser, password } from '../support/harness.ts'
import { type ClientCredentials, pageOf } from '../support/journey.ts'
import { begin, newBrowser, outcomeOf, type Place, sessionsOf, startPlace } from './browsers.ts'

let place: Place
let auth: Auth
let client: ClientCredentials
beforeAll(async () => {
  ;({ place } = await startPlace())
  auth = place.auth
  client = await makeClient(auth, { projectId: place.project.id, requireConsent: false })
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const waiting = async (): Promise<number> =>
  (
    await auth.database.rows<object>(sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).length

const changes: Readonly<Record<string, Sql>> = {
  'is deactivated': sql`active = false`,
  'is locked': sql`locked_at = now()`,
  'gets another password': sql`password_set_at = now()`,
}

it.each(Object.entries(changes))(
  'a sign-in that waits for the account lock is rejected when the account %s in the meantime',
  async (_name, change) => {
    const user = await makeUser(auth, place.project.id)
    const browser = newBrowser(auth)
    const { url } = await begin(place, client)
    const page = pageOf(await browser.open(url))
    let answer: ReturnType<typeof browser.submit> | undefined
    await auth.database.transaction(async (tx) => {
      await tx.rows(sql`SELECT 1 FROM accounts WHERE id = ${user.id} FOR UPDATE`)
      answer = browser.submit(page, '/login', { login: user.email, password })
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 5_000 })
      await tx.run(sql`UPDATE accounts SET ${change} WHERE id = ${user.id}`)
    })
    if (!answer) throw new Error('Nothing was sent.')
    expect(outcomeOf(await answer)).not.toBe('code')
    expect(await sessionsOf(place, user.id)).toBe(0)
  },
)
