import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { isPage, type Page } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, makeUser, password } from '../support/harness.ts'
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
let clients: ClientCredentials[]
beforeAll(async () => {
  ;({ place, addressOf } = await startPlace())
  auth = place.auth
  const { project } = place
  clients = await times(6, () => makeClient(auth, { projectId: project.id, requireConsent: false }))
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const first = () => clients[0] as ClientCredentials

async function signedIn() {
  const user = await makeUser(auth, place.project.id)
  const { browser } = await signIn(auth, place.project.issuer, first(), user.email)
  return { user, browser }
}

async function twoWindows() {
  const browser = newBrowser(auth)
  const pages: Page[] = []
  for (const client of clients.slice(0, 2)) {
    const { url } = await begin(place, client)
    pages.push(pageOf(await browser.open(url)))
  }
  return { browser, pages }
}

it('applications opened concurrently in one browser all sign in, and their codes are valid', () =>
  inRounds(async () => {
    const { browser } = await signedIn()
    const begun = await Promise.all(clients.map((client) => begin(place, client)))
    const arrived = await Promise.all(
      begun.map(({ url }, index) => windowOf(browser, addressOf(index)).open(url)),
    )
    expect(arrived.map(outcomeOf)).toEqual(clients.map(() => 'code'))
    for (const [index, { redeem }] of begun.entries()) {
      const at = arrived[index]
      if (at && !isPage(at)) await redeem(at.arrivedAt)
    }
  }))

it('a sign-out is effective while other windows open applications', () =>
  inRounds(async () => {
    const { browser, user } = await signedIn()
    const begun = await Promise.all(clients.map((client) => begin(place, client)))
    const asked = pageOf(await browser.open(`${place.project.issuer}/session/end`))
    const [, ...opened] = await Promise.all([
      browser.submit(asked, '/session/end/confirm', { logout: 'yes' }),
      ...begun.map(({ url }, index) => windowOf(browser, addressOf(index)).open(url)),
    ])
    for (const at of opened) expect(isPage(at) ? at.status : 200).toBe(200)
    expect(await sessionsOf(place, user.id)).toBe(0)
  }))

it('a sign-out everywhere is effective while windows of the user open applications', () =>
  inRounds(async () => {
    const { browser, user } = await signedIn()
    const begun = await Promise.all(clients.map((client) => begin(place, client)))
    const windows = begun.map((_begun, index) => windowOf(browser, addressOf(index)))
    const [, ...opened] = await Promise.all([
      signOutEverywhere(place, user.id),
      ...begun.map(({ url }, index) => windows[index]?.open(url)),
    ])
    expect(opened.map((at) => (at && isPage(at) ? at.status : 200))).toEqual(begun.map(() => 200))
    expect(await sessionsOf(place, user.id)).toBe(0)
  }))

it('two users who sign in concurrently in two windows of one browser see no error', () =>
  inRounds(async () => {
    const users = await times(2, () => makeUser(auth, place.project.id))
    const { browser, pages } = await twoWindows()
    const ends = await Promise.all(
      users.map(({ email }, index) =>
        browser.submit(pages[index] ?? pageOf(undefined as never), '/login', { login: email, password }),
      ),
    )
    expect(ends.map(outcomeOf)).toEqual(['code', 'code'])
  }))

it('a window opened before another user signed in signs in the user who submits it', async () => {
  const users = await times(2, () => makeUser(auth, place.project.id))
  const { browser, pages } = await twoWindows()
  for (const [index, { email }] of users.entries()) {
    const page = pages[index]
    if (!page) throw new Error('no page')
    const at = await browser.submit(page, '/login', { login: email, password })
    expect(outcomeOf(at)).toBe('code')
  }
  expect(await sessionsOf(place, users[0]?.id ?? '')).toBe(0)
  expect(await sessionsOf(place, users[1]?.id ?? '')).toBe(1)
})

it('the pages of a project are not found after its deletion, without a fault during it', () =>
  inRounds(async () => {
    const project = await makeProject(auth)
    const client = await makeClient(auth, { projectId: project.id })
    const gone = { auth, project }
    const { url } = await begin(gone, client)
    await auth.database.transaction((tx) => bumpProject(tx, project.id))
    const [, ...pages] = await Promise.all([
      auth.database.transaction(async (tx) => {
        // Bypasses the foreign keys: the other rows of the project count as deleted already.
        await tx.run(sql`SET LOCAL session_replication_role = 'replica'`)
        await tx.run(sql`DELETE FROM projects WHERE id = ${project.id}`)
      }),
      ...(await times(10, async (index) => newBrowser({ address: addressOf(index) }))).map((browser) =>
        browser.open(url),
      ),
    ])
    for (const page of pages) expect([200, 400, 404]).toContain(pageOf(page).status)
    expect(pageOf(await newBrowser(auth).open(url)).status).toBe(404)
  }))
