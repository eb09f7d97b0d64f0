import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'
import { applicationAndUser, arrivalOf, postForm, signIn } from '../support/journey.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

it('a restored project is served at its address, and its unexpired sessions and tokens are valid again', async () => {
  const { id, issuer } = await makeProject(auth)
  const { client, user } = await applicationAndUser(auth, id)
  const { tokens, browser, rp } = await signIn(auth, issuer, client, user.email, {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  const schedule = (isScheduled: boolean) =>
    auth.database.transaction(async (tx) => {
      await tx.run(
        sql`UPDATE projects SET deletion_scheduled_at = CASE WHEN ${isScheduled} THEN now() END WHERE id = ${id}`,
      )
      await bumpProject(tx, id)
    })
  const discovery = async () =>
    (await fetchVia(auth.address)(`${issuer}/.well-known/openid-configuration`)).status
  const introspected = async () =>
    (await postForm(auth, `${issuer}/token/introspection`, { token: tokens.access_token }, client)).body
      .active
  expect([await discovery(), await introspected()]).toEqual([200, true])
  await schedule(true)
  expect([await discovery(), await introspected()]).toEqual([404, undefined])
  await schedule(false)
  expect([await discovery(), await introspected()]).toEqual([200, true])
  const silent = await browser.open((await rp.begin({ prompt: 'none' })).url)
  expect(arrivalOf(silent).searchParams.has('code')).toBe(true)
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
  expect((await postForm(auth, `${issuer}/token`, refresh, client)).status).toBe(200)
})
