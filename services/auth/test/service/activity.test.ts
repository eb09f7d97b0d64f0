import { sql } from '@signet/db'
import { markActive } from '@signet/sessions'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startActivityCounter } from '../../src/activity/count.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'
import { applicationAndUser, signIn } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
})
afterAll(() => auth.close())

const marksOf = async (accountId: string) =>
  (
    await auth.database.rows<{ kind: string }>(sql`
      SELECT kind FROM activity_marks WHERE project_id = ${project.id} AND account_id = ${accountId}
        AND day = (now() AT TIME ZONE 'UTC')::date ORDER BY kind`)
  ).map(({ kind }) => kind)

/** The counter `auth.activity` writes every few seconds. */
const written = (accountId: string, kinds: readonly string[]) =>
  expect.poll(() => marksOf(accountId), { timeout: 15_000 }).toEqual(kinds)

test('a user is counted once a day for signing in and once for renewing', async () => {
  const { client, user } = await applicationAndUser(auth, project.id)
  const { rp, tokens } = await signIn(auth, project.issuer, client, user.email, {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  let refreshToken = tokens.refresh_token ?? ''
  for (let renewals = 0; renewals < 3; renewals += 1)
    refreshToken = (await oidc.refreshTokenGrant(rp.config, refreshToken)).refresh_token ?? ''
  await signIn(auth, project.issuer, client, user.email)
  await written(user.id, ['local', 'renewal'])
})

test('a sign-in stores the last active day, and an earlier day does not replace it', async () => {
  const { client, user } = await applicationAndUser(auth, project.id)
  const lastDay = async () =>
    (
      await auth.database.rows<{ day: string }>(sql`
        SELECT last_day::text AS day FROM account_activity WHERE project_id = ${project.id} AND account_id = ${user.id}`)
    ).map(({ day }) => day)
  await signIn(auth, project.issuer, client, user.email)
  const today = new Date().toISOString().slice(0, 10)
  await expect.poll(lastDay, { timeout: 15_000 }).toEqual([today])
  const mark = { projectId: project.id, accountId: user.id, kind: 'renewal' } as const
  await markActive(auth.database, [
    { ...mark, day: '2026-01-02' },
    { ...mark, accountId: 'usr_deleted', day: today },
  ])
  expect(await lastDay()).toEqual([today])
})

test('activity marks are retained while the database is unavailable, and none is lost', async () => {
  const { user } = await applicationAndUser(auth, project.id)
  let away = true
  const flaky: typeof auth.database = Object.assign(Object.create(auth.database), {
    run: (statement: Parameters<typeof auth.database.run>[0]) =>
      away ? Promise.reject(new Error('away')) : auth.database.run(statement),
  })
  const counter = startActivityCounter(flaky, auth.depsNow().logger)
  counter.mark(project.id, user.id, 'upstream')
  await counter.close()
  expect(await marksOf(user.id)).toEqual([])
  away = false
  await counter.close()
  expect(await marksOf(user.id)).toEqual(['upstream'])
})
