import { sql } from '@signet/db'
import { FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'
import { applicationAndUser, codeRequest, signIn } from '../support/journey.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** Password verification waits for the test. */
async function serveSlowly() {
  const checked = Promise.withResolvers<boolean>()
  const deps = auth.depsNow()
  const app = await buildApp({ ...deps, passwords: { ...deps.passwords, verify: () => checked.promise } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  return { app, address: { host: '127.0.0.1', port }, check: () => checked.resolve(true) }
}

it('a sign-in that takes over 5 s returns 503, and its late result is neither stored nor a fault', async () => {
  const { app, address, check } = await serveSlowly()
  const { id, issuer } = await makeProject(auth)
  const { client, user } = await applicationAndUser(auth, id)
  const browser = new FormBrowser(address, redirectUri)
  const query = new URLSearchParams({ client_id: client.clientId, ...codeRequest })
  const page = await browser.open(new URL(`${issuer}/auth?${query}`))
  if (!isPage(page)) throw new Error('The sign-in page did not come.')
  const answer = await browser.submit(page, '/login', { login: user.email, password })
  expect(isPage(answer) && answer.status).toBe(503)
  check()
  // The remaining work of the first sign-in is done when another sign-in has completed.
  const other = await makeUser(auth, id)
  await signIn(auth, issuer, client, other.email)
  const sessions = await auth.database.rows<{ accountId: string }>(
    sql`SELECT account_id AS "accountId" FROM oidc_sessions WHERE project_id = ${id} AND account_id IS NOT NULL`,
  )
  expect(sessions).toEqual([{ accountId: other.id }])
  await app.close()
  expect(auth.occurrences).toEqual([])
})
