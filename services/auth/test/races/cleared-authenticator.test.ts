import { setTimeout as sleep } from 'node:timers/promises'
import { clearAuthenticator } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { endSessions, isAttached } from '@signet/sessions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeFlow, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { windowOf } from './browsers.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

const untilOneWaits = async () => {
  for (let waits = false; !waits; await sleep(10))
    waits =
      (
        await auth.database.rows(sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
      ).length > 0
}

it('a request that read the session before the authenticator was cleared does not restore it for the browser', async () => {
  const { id: projectId, issuer } = await makeProject(auth)
  const user = await makeUser(auth, projectId)
  const client = await storeClient(auth, projectId)
  const { browser } = await codeFlow(auth, { issuer, ...client }, user.email)
  const mine = sql`s.project_id = ${projectId} AND s.account_id = ${user.id}`
  let opened: Promise<unknown> | undefined
  await auth.database.transaction(async (tx) => {
    await tx.rows(sql`SELECT 1 FROM oidc_sessions s WHERE ${mine} FOR UPDATE`)
    opened = windowOf(browser, auth.address).open(`${issuer}/session/end`)
    await untilOneWaits()
    await clearAuthenticator(auditedBefore(tx), projectId, user.id)
    expect(await endSessions(tx, projectId, user.id)).toBe(1)
  })
  await opened
  expect(
    await auth.database.rows(sql`SELECT s.uid FROM oidc_sessions s WHERE ${mine} AND ${isAttached(sql`s`)}`),
  ).toEqual([])
  expect(auth.occurrences).toEqual([])
})
