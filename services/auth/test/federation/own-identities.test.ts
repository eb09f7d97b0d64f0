import { sql } from '@signet/db'
import { startMailDelivery } from '@signet/mail'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Auth, configureMail, makeUser, password } from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'
import {
  accountsOf,
  addProvider,
  browserOf,
  projectWith,
  signInThrough,
  startFederation,
  type Upstream,
} from './world.ts'

let auth: Auth
let upstream: Upstream
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, upstream, close } = await startFederation())
})
afterAll(() => close?.())

async function atOwnPage() {
  const project = await projectWith(auth, upstream)
  const { browser, tokens } = await signInThrough(auth, project)
  const accountId = String((await tokens()).claims()?.sub)
  const open = async () => pageOf(await browser.open(`${project.issuer}/account/identities`))
  return { project, browser, accountId, open }
}

test('a user sees the linked providers and removes one that is not the only sign-in method', async () => {
  const { project, browser, accountId, open } = await atOwnPage()
  expect((await open()).html).toContain('This is your only way to sign in')
  await addProvider(auth, project.id, upstream, { id: 'two', displayName: 'Second' })
  await auth.database.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
    VALUES (${project.id}, 'two', ${upstream.issuer}, 'x', ${accountId})`)
  const page = await open()
  expect(page.html).toContain('Remove link to Second')
  const after = pageOf(await browser.submit(page, '/account/identities', { providerId: 'two' }))
  expect(after.html).not.toContain('Remove link to Second')
  expect(await accountsOf(auth, project.id)).toMatchObject([{ subject: 'ada' }])
  const entries = await auth.database.rows<object>(sql`
    SELECT actor, surface, detail FROM audit_entries
    WHERE project_id = ${project.id} AND action = 'federation.identity.delete'`)
  expect(entries).toEqual([
    { actor: `enduser:${project.id}:${accountId}`, surface: 'self-service', detail: { providerId: 'two' } },
  ])
})

test('the owner of an account is notified by mail when a provider is added or removed', async () => {
  const project = await projectWith(auth, upstream)
  await configureMail(auth)
  const delivery = startMailDelivery({ ...auth.background(), everyMs: 50 })
  onTestFinished(async () => {
    await delivery.close()
    await auth.database.run(sql`DELETE FROM smtp_settings`)
  })
  const user = await makeUser(auth, project.id)
  const browser = browserOf(auth)
  const entry = pageOf(await browser.open(`${project.issuer}/account/identities`))
  const page = pageOf(await browser.submit(entry, '/login', { login: user.email, password }))
  const leaving = pageOf(await browser.submit(page, '/account/identities', { add: 'corp' }))
  const linked = pageOf(await browser.follow(leaving, '/auth?'))
  expect((await auth.mailbox.next(user.email)).text).toContain('Corp was added as a way to sign in')
  await browser.submit(linked, '/account/identities', { providerId: 'corp' })
  expect((await auth.mailbox.next(user.email)).text).toContain('Corp was removed as a way to sign in')
})

test('a link at a former issuer of its provider is no sign-in method and can be removed', async () => {
  const { project, browser, accountId, open } = await atOwnPage()
  await addProvider(auth, project.id, upstream, { id: 'two', displayName: 'Second' })
  await auth.database.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
    VALUES (${project.id}, 'two', 'https://before.example', 'x', ${accountId})`)
  const page = await open()
  expect(page.html).not.toContain('Remove link to Corp')
  await browser.submit(page, '/account/identities', { providerId: 'corp' })
  await browser.submit(page, '/account/identities', { providerId: 'two' })
  expect(await accountsOf(auth, project.id)).toMatchObject([{ subject: 'ada' }])
})

test('the only sign-in method cannot be removed', async () => {
  const { project, browser, accountId, open } = await atOwnPage()
  await open()
  const body = new URLSearchParams({ accountId, providerId: 'corp' })
  await browser.post(`${project.issuer}/account/identities`, body.toString())
  expect(await accountsOf(auth, project.id)).toMatchObject([{ subject: 'ada' }])
})

test('a link can be removed when a password exists, and only by the owner of the account', async () => {
  const { project, browser, accountId, open } = await atOwnPage()
  await auth.database.run(
    sql`UPDATE accounts SET password_hash = 'x', password_set_at = now() WHERE id = ${accountId}`,
  )
  const page = await open()
  const foreign = await browser.submit(page, '/account/identities', { accountId: 'usr_other' })
  expect(pageOf(foreign).status).toBe(400)
  await browser.submit(page, '/account/identities')
  expect(await accountsOf(auth, project.id)).toMatchObject([{ subject: null }])
})
