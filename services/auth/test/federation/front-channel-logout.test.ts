import { globSync, readFileSync } from 'node:fs'
import { sql } from '@signet/db'
import { type FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, makeClient, rootProjects } from '../support/harness.ts'
import {
  addProvider,
  type FederatedProject,
  openSignIn,
  projectWith,
  signedInThrough,
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
beforeEach(() => upstream.become())
afterAll(() => close?.())

const accepting = { acceptsFrontChannelLogout: true } as const

const signedIn = (project: FederatedProject, sub?: string, sid?: string) =>
  signedInThrough({ auth, upstream }, project, sub, sid)

const addressOf = ({ issuer }: Pick<FederatedProject, 'issuer'>, params: Record<string, string>) =>
  `${issuer}/federation/corp/frontchannel-logout?${new URLSearchParams(params)}`

const isSignedIn = async (project: FederatedProject, browser: FormBrowser) =>
  !isPage((await openSignIn(auth, project, { browser })).first)

/** Loads the address without cookies, as a frame in a page of the provider. */
async function frame(address: string) {
  const response = await fetchVia(auth.address)(address, { headers: { 'sec-fetch-dest': 'iframe' } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('front-channel logout of a provider that is accepted:', () => {
  test('a frame without cookies ends the sign-ins of its session with their tokens, and no others', async () => {
    const project = await projectWith(auth, upstream, accepting)
    const [one, other, else_] = [
      await signedIn(project, 'ada', 'one'),
      await signedIn(project, 'ada', 'other'),
      await signedIn(project, 'bob', 'one of bob'),
    ]
    expect((await frame(addressOf(project, { iss: upstream.issuer, sid: 'one' }))).status).toBe(200)
    expect([await one.isActive(), await other.isActive(), await else_.isActive()]).toEqual([
      false,
      true,
      true,
    ])
    expect([await isSignedIn(project, one.browser), await isSignedIn(project, else_.browser)]).toEqual([
      false,
      true,
    ])
    const entries = await auth.database.rows<object>(sql`
      SELECT actor, target_id AS "targetId", surface FROM audit_entries
      WHERE project_id = ${project.id} AND action = 'enduser.signout'`)
    expect(entries).toEqual([
      { actor: `upstream:${project.id}:corp`, targetId: one.accountId, surface: 'upstream' },
    ])
  })

  test('applications receive the logout notices that back-channel logout sends', async () => {
    const project = await projectWith(auth, upstream, accepting)
    const client = await makeClient(auth, {
      projectId: project.id,
      requireConsent: false,
      backchannelLogoutUri: 'https://rp.example/logout',
    })
    await signedIn({ ...project, client })
    const notices = () =>
      auth.database.rows<object>(sql`SELECT 1 FROM outbox WHERE payload->>'clientId' = ${client.clientId}`)
    expect(await notices()).toEqual([])
    await frame(addressOf(project, { iss: upstream.issuer, sid: 'upstream-session' }))
    expect((await notices()).length).toBeGreaterThan(0)
  })

  test('a pending sign-in of the session ends', async () => {
    const project = await projectWith(auth, upstream, accepting)
    const client = await makeClient(auth, { projectId: project.id })
    upstream.become({ sub: 'ada', sid: 'one', email: 'ada@example.com' })
    const { browser, page } = await signInThrough(auth, { ...project, client })
    const consent = page()
    await frame(addressOf(project, { iss: upstream.issuer, sid: 'one' }))
    expect(isPage(await browser.submit(consent, '/consent'))).toBe(true)
  })

  test.each<[string, Record<string, string> | string]>([
    ['an unknown session', { iss: 'own', sid: 'unknown' }],
    ['another issuer', { iss: 'https://other.example', sid: 'upstream-session' }],
    ['no issuer', { sid: 'upstream-session' }],
    ['no session', { iss: 'own' }],
    ['an empty session', { iss: 'own', sid: '' }],
    ['a session that is too long', { iss: 'own', sid: 'a'.repeat(2_001) }],
    ['two sessions', 'iss=own&sid=upstream-session&sid=upstream-session'],
  ])('a frame with %s changes nothing and gets the same response', async (_which, params) => {
    const project = await projectWith(auth, upstream, accepting)
    const { isActive } = await signedIn(project)
    const query = new URLSearchParams(params)
    if (query.get('iss') === 'own') query.set('iss', upstream.issuer)
    const answered = await frame(`${project.issuer}/federation/corp/frontchannel-logout?${query}`)
    const done = await frame(addressOf(project, { iss: upstream.issuer, sid: 'of nobody' }))
    expect([answered.status, answered.text]).toEqual([done.status, done.text])
    expect(await isActive()).toBe(true)
  })

  test.each([
    ['does not accept front-channel logout', {}],
    ['is disabled', { ...accepting, enabled: false }],
  ])('a frame of a provider that %s changes nothing and gets the same response', async (_which, columns) => {
    const project = await projectWith(auth, upstream, accepting)
    const { isActive } = await signedIn(project)
    const { acceptsFrontChannelLogout = false, enabled = true } = columns as Partial<
      typeof accepting & { enabled: boolean }
    >
    await auth.database.run(sql`
      UPDATE identity_providers SET accepts_front_channel_logout = ${acceptsFrontChannelLogout}, enabled = ${enabled}
      WHERE project_id = ${project.id}`)
    expect((await frame(addressOf(project, { iss: upstream.issuer, sid: 'upstream-session' }))).status).toBe(
      200,
    )
    await auth.database.run(
      sql`UPDATE identity_providers SET enabled = true WHERE project_id = ${project.id}`,
    )
    expect(await isActive()).toBe(true)
  })

  test('only this page may be framed, is not stored, and accepts only GET', async () => {
    const project = await projectWith(auth, upstream, accepting)
    const address = addressOf(project, { iss: upstream.issuer, sid: 'x' })
    const { headers } = await frame(address)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors *")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-frame-options')).toBe(null)
    expect(headers.getSetCookie()).toEqual([])
    expect((await fetchVia(auth.address)(address, { method: 'POST' })).status).toBe(405)
    expect((await fetchVia(auth.address)(address, { method: 'HEAD' })).status).toBe(405)
    const page = await fetchVia(auth.address)(`${project.issuer}/federation/corp/try`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('no other source of a response permits frames', () => {
    const root = new URL('../../../../', import.meta.url).pathname
    const sources = globSync(['{packages,services}/*/src/**/*.ts', 'infra/local/*.ts'], { cwd: root })
    const permitting = sources.filter((path) =>
      /frame-ancestors (?!'none')/.test(readFileSync(`${root}${path}`, 'utf8')),
    )
    expect(permitting).toEqual(['services/auth/src/federation/frontchannel-logout.ts'])
  })

  test('a frame at the root address ends the sign-ins of the project with this provider', async () => {
    const { administratorsId: id } = await rootProjects(auth)
    await addProvider(auth, id, upstream, accepting)
    const client = await makeClient(auth, { projectId: id, requireConsent: false })
    const root = { id, name: 'root', issuer: auth.baseUrl, client }
    await auth.database.run(sql`
      INSERT INTO accounts (project_id, id, email, email_key) VALUES (${id}, 'usr_root', 'r@example.com', 'r@example.com')`)
    await auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${id}, 'corp', ${upstream.issuer}, 'root', 'usr_root')`)
    const { isActive } = await signedIn(root, 'root', 'at the root')
    await frame(addressOf(root, { iss: upstream.issuer, sid: 'at the root' }))
    expect(await isActive()).toBe(false)
  })
})
