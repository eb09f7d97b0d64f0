import type { Operations, PreviewOf } from '@signet/contracts'
import { sql } from '@signet/db'
import type { Page } from '@signet/testkit'
import { startUpstream } from '@signet/testkit/upstream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, isConsole, openConsole, startConsole } from './support/console.ts'
import { password } from './support/world.ts'

const email = 'root@example.com'

let upstream: Awaited<ReturnType<typeof startUpstream>>
let console: Console
beforeAll(async () => {
  upstream = await startUpstream()
  console = await startConsole({ SIGNET_EGRESS_ALLOW: upstream.pair })
  upstream.become({ sub: 'root', email, email_verified: true })
})
afterAll(async () => {
  await console?.close()
  await upstream?.close()
})

/** The sign-in page redirects immediately without passwords. */
async function throughProvider() {
  const browser = console.newBrowser()
  const page = await openConsole(console, browser)
  return { browser, at: page ? await browser.follow(page, '/provider/corp') : undefined }
}

const authenticatedAt = async () =>
  (
    await console.world.database.rows<{ at: Date | null }>(
      sql`SELECT authenticated_at AS at FROM console_sessions ORDER BY created_at DESC LIMIT 1`,
    )
  )[0]?.at

test('an administrator links a provider after proving the account and signs in through it, and passwords may end afterwards', async () => {
  const { world } = console
  const projectId = world.administratorsProject
  const { issuer, client } = upstream
  const provider = { projectId, id: 'corp', displayName: 'Corp', issuer, ...client, emailTrusted: true }
  await world.ok(world.people.super, 'federation_provider_create', { ...provider, confirm: true })

  const linking = await throughProvider()
  expect(linking.at).toMatchObject({ html: expect.stringContaining('Is this your account?') })
  expect(isConsole(await linking.browser.submit(linking.at as Page, '/claim', { password }))).toBe(true)

  const { browser, at } = await throughProvider()
  expect(at && isConsole(at)).toBe(true)
  expect(await authenticatedAt()).toBeNull()
  const fresh = console.newBrowser()
  const started = Math.floor(Date.now() / 1000)
  const page = await fresh.open(`${console.base}/admin/api/login?fresh=true`)
  const asked = upstream.requests.length
  expect(isConsole(await fresh.follow(page as Page, '/provider/corp'))).toBe(true)
  expect(upstream.requests.slice(asked).find(({ pathname }) => pathname === '/auth')?.search).toMatch(
    /max_age=0/,
  )
  expect((await authenticatedAt())?.getTime()).toBeGreaterThanOrEqual(started * 1000)
  const person = console.personOf(browser)
  const input = { projectId, passwordLogin: false }
  expect(await world.refused(world.people.super, 'project_update', input)).toMatchObject({
    code: 'administrators_locked_out',
  })
  const { body: first } = await world.call(person, 'project_update', input)
  const { expect: counts } = first as PreviewOf<Operations['project_update']>
  await world.ok(person, 'project_update', { ...input, confirm: true, expect: counts })

  expect((await throughProvider()).at).toBeUndefined()
  const last = { projectId, providerId: 'corp', confirm: true }
  for (const change of ['federation_provider_delete', 'federation_provider_update'] as const)
    expect(
      await world.refused(person, change, {
        ...last,
        ...(change === 'federation_provider_update' ? { enabled: false } : {}),
      }),
    ).toMatchObject({ code: 'password_login_required' })
})
