import { sql } from '@signet/db'
import { createLogger } from '@signet/runtime'
import { addSignIns } from '@signet/sessions'
import { FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSignInCounter } from '../../src/activity/sign-in-counter.ts'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

const countsOf = (projectId: string) =>
  auth.database.rows(sql`
    SELECT method, outcome, provider_id AS "providerId", count::int FROM sign_in_hours
    WHERE project_id = ${projectId} ORDER BY method, outcome`)

test('a sign-in and the failures before it are added to the hour, also those with an unknown name', async () => {
  const project = await makeProject(auth)
  const user = await makeUser(auth, project.id)
  const rp = await party(auth, { issuer: project.issuer, ...(await storeClient(auth, project.id)) })
  for (let round = 0; round < 2; round += 1) {
    const browser = new FormBrowser(auth.address, redirectUri)
    let page = await browser.open((await rp.beginRaw()).url)
    for (const fields of [
      { login: user.email, password: 'wrong' },
      { login: 'unknown@example.com', password },
      { login: user.email, password },
    ]) {
      if (!isPage(page)) throw new Error('The sign-in ended early.')
      page = await browser.submit(page, '/login', fields)
    }
    await auth.signIns.flush()
  }
  expect(await countsOf(project.id)).toEqual([
    { method: 'password', outcome: 'succeeded', providerId: '', count: 2 },
    { method: 'password', outcome: 'wrong_password', providerId: '', count: 4 },
  ])
})

const signIn = (projectId: string) =>
  ({ projectId, method: 'passkey', outcome: 'succeeded', providerId: '' }) as const

test('a count that could not be written is written with the next one', async () => {
  const project = await makeProject(auth)
  let isDown = true
  const executor = {
    ...auth.database,
    run: (statement: Parameters<typeof auth.database.run>[0]) =>
      isDown ? Promise.reject(new Error('The database is down.')) : auth.database.run(statement),
  }
  const counter = startSignInCounter(executor, createLogger('auth', 'silent'))
  counter.add(signIn(project.id))
  await counter.flush()
  counter.add(signIn(project.id))
  isDown = false
  await counter.close()
  expect(await countsOf(project.id)).toMatchObject([{ count: 2 }])
})

test('processes that write the same hour concurrently lose no sign-in, and one of a destroyed project stops no other', async () => {
  const project = await makeProject(auth)
  const hour = new Date(0).toISOString()
  const counts = [
    { ...signIn('prj_destroyed'), hour, count: 1 },
    { ...signIn(project.id), hour, count: 3 },
  ]
  await Promise.all(Array.from({ length: 8 }, () => addSignIns(auth.database, counts)))
  expect(await countsOf(project.id)).toMatchObject([{ count: 24 }])
})

test('a count is removed 13 months after its hour', async () => {
  const project = await makeProject(auth)
  await addSignIns(auth.database, [{ ...signIn(project.id), hour: '2026-01-31T10:00:00.000Z', count: 1 }])
  const rows = await auth.database.rows(
    sql`SELECT expires_at AS "expiresAt" FROM sign_in_hours WHERE project_id = ${project.id}`,
  )
  expect(rows).toEqual([{ expiresAt: new Date('2027-02-28T10:00:00.000Z') }])
})
