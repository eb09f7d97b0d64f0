import { sql } from '@signet/db'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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
let replica: Auth['address']
let projectId: string
let begin: () => Promise<URL>
beforeAll(async () => {
  auth = await startAuth()
  replica = (await auth.startReplica()).address
  const project = await makeProject(auth)
  projectId = project.id
  const client = await makeClient(auth, { projectId, requireConsent: false })
  const rp = await createRelyingParty({
    issuer: project.issuer,
    ...client,
    redirectUri,
    address: auth.address,
  })
  begin = async () => (await rp.begin()).url
})
afterAll(() => auth.close())

/** Opens a page at each replica, which can be submitted any number of times. */
async function signInForms() {
  const open = async (address: Auth['address']) => {
    const browser = new FormBrowser(address, redirectUri)
    const page = pageOf(await browser.open(await begin()))
    return (login: string, tried: string) => browser.submit(page, '/login', { login, password: tried })
  }
  return Promise.all([open(auth.address), open(replica)])
}

it('parallel guesses over two replicas verify no more than the cap, and the correct password is rejected afterwards', async () => {
  const user = await makeUser(auth, projectId)
  const verify = vi.spyOn(auth.passwords, 'verify')
  const [one, two] = await signInForms()
  const guesses = Array.from({ length: 4 * cap }, (_, index) =>
    (index % 2 ? two : one)(user.email, `guess ${index}`),
  )
  for (const answer of await Promise.all(guesses)) expect(pageOf(answer).status).toBe(422)
  expect(verify.mock.calls.length).toBe(cap)
  const right = pageOf(await one(user.email, password))
  expect(right.html).toContain('Too many attempts')
  expect(verify.mock.calls.length).toBe(cap)
  verify.mockRestore()
})

it('spelling variants of one login share one counter', async () => {
  const { email } = await makeUser(auth, projectId, 'fi.straße@example.com')
  const disguises = [
    email,
    email.toUpperCase(),
    ` ${email} `,
    `\t${email}`,
    'ﬁ.straße@example.com',
    'FI.STRASSE@EXAMPLE.COM',
    'fi.straße@example.com',
    'Fi.StraSSe@Example.Com',
    'fi.straße@ｅxample.com',
  ]
  const verify = vi.spyOn(auth.passwords, 'verify')
  const [one, two] = await signInForms()
  for (let round = 0; round < 3; round += 1)
    for (const [index, login] of disguises.entries()) await (index % 2 ? two : one)(login, 'wrong')
  expect(verify.mock.calls.length).toBe(cap)
  verify.mockRestore()
})

it('the correct password is accepted after the window and clears the counter', async () => {
  const user = await makeUser(auth, projectId)
  const [signIn] = await signInForms()
  for (let attempt = 0; attempt <= cap; attempt += 1) await signIn(user.email, 'wrong')
  expect(pageOf(await signIn(user.email, password)).html).toContain('Too many attempts')
  await auth.database.run(sql`UPDATE throttles SET window_started_at = window_started_at - interval '301 s'`)
  expect(isPage(await signIn(user.email, password))).toBe(false)
})

it('an unknown login is throttled like a known one', async () => {
  const [signIn] = await signInForms()
  for (let attempt = 0; attempt < cap; attempt += 1)
    expect(pageOf(await signIn('unknown@example.com', 'wrong')).html).not.toContain('Too many attempts')
  expect(pageOf(await signIn('unknown@example.com', 'wrong')).html).toContain('Too many attempts')
})

it('the address and the username of an account share one counter', async () => {
  const user = await makeUser(auth, projectId)
  const username = user.email.split('@')[0] ?? ''
  await auth.database.run(
    sql`UPDATE accounts SET username = ${username}, username_key = ${username} WHERE id = ${user.id}`,
  )
  const verify = vi.spyOn(auth.passwords, 'verify')
  const [one] = await signInForms()
  for (let guess = 0; guess < 2 * cap; guess += 1)
    await one(guess % 2 ? user.email : username, `guess ${guess}`)
  expect(verify.mock.calls.length).toBe(cap)
  verify.mockRestore()
})
