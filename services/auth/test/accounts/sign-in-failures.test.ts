import { type NamedSignInFailure, selectSignInFailures } from '@signet/accounts'
import { sql } from '@signet/db'
import { createRelyingParty, FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

let auth: Auth
let projectId: string
let clientId: string
let open: () => Promise<{ browser: FormBrowser; page: ReturnType<typeof pageOf> }>
beforeAll(async () => {
  auth = await startAuth()
  const project = await makeProject(auth)
  projectId = project.id
  const client = await makeClient(auth, { projectId })
  clientId = client.clientId
  const { address } = auth
  const rp = await createRelyingParty({ issuer: project.issuer, ...client, redirectUri, address })
  open = async () => {
    const browser = new FormBrowser(address, redirectUri)
    return { browser, page: pageOf(await browser.open((await rp.begin()).url)) }
  }
})
afterAll(() => auth?.close())

const failuresOf = async (accountId: string) => {
  await auth.idle()
  const failures = await auth.database.rows<NamedSignInFailure>(selectSignInFailures(projectId, accountId))
  return failures.map(({ cause, count, clientId: at }) => [cause, count, at])
}

const signIn = async (login: string, tried: string) => {
  const { browser, page } = await open()
  return browser.submit(page, '/login', { login, password: tried })
}

it('a wrong password is counted by account and application, and a correct one is not counted', async () => {
  const user = await makeUser(auth, projectId)
  await signIn(user.email, 'wrong')
  await signIn(user.email, 'wrong again')
  await signIn(user.email, password)
  expect(await failuresOf(user.id)).toEqual([['wrong_password', 2, clientId]])
})

it.each([
  ['locked', sql`locked_at = now(), lock_reason = 'left'`],
  ['deactivated', sql`active = false`],
])(
  'the correct password of an account that is %s is recorded with its own cause',
  async (cause, assignment) => {
    const user = await makeUser(auth, projectId)
    await auth.database.run(sql`UPDATE accounts SET ${assignment} WHERE id = ${user.id}`)
    await signIn(user.email, password)
    expect(await failuresOf(user.id)).toEqual([[cause, 1, clientId]])
  },
)

it('a throttled attempt is recorded as throttled', async () => {
  const user = await makeUser(auth, projectId)
  await auth.database.run(sql`
    INSERT INTO throttles (bucket, key, count, expires_at)
    VALUES ('sign-in', ${`${projectId} ${user.id}`}, 11, now() + interval '1 day')`)
  await signIn(user.email, password)
  expect(await failuresOf(user.id)).toEqual([['throttled', 1, clientId]])
})

it('a declined consent is recorded as consent_refused', async () => {
  const user = await makeUser(auth, projectId)
  const { browser, page } = await open()
  const consent = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
  await browser.submit(consent, '/abort')
  expect(await failuresOf(user.id)).toEqual([['consent_refused', 1, clientId]])
})

it('an unknown login is not recorded', async () => {
  const before = await auth.database.rows(sql`SELECT 1 FROM sign_in_failures`)
  await signIn('unknown@example.com', 'wrong')
  await auth.idle()
  expect(await auth.database.rows(sql`SELECT 1 FROM sign_in_failures`)).toHaveLength(before.length)
})
