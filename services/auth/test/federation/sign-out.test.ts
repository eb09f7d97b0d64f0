import { sql } from '@signet/db'
import { idTokenPlace } from '@signet/federation'
import { type FormBrowser, isPage } from '@signet/testkit'
import { decodeJwt, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, makeClient, rootProjects } from '../support/harness.ts'
import { pageOf, postForm } from '../support/journey.ts'
import {
  addProvider,
  browserOf,
  type FederatedProject,
  openSignIn,
  projectWith,
  signedInThrough,
  signInThrough,
  startFederation,
  type Upstream,
} from './world.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

let auth: Auth
let upstream: Upstream
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, upstream, close } = await startFederation())
})
beforeEach(() => upstream.become())
afterAll(() => close?.())

const accepting = { acceptsBackChannelLogout: true } as const

const signedIn = (project: FederatedProject, sub?: string, sid?: string) =>
  signedInThrough({ auth, upstream }, project, sub, sid)

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

interface Token extends JWTPayload {
  readonly typ?: string
  readonly key?: SigningKey
}

async function logoutToken({ typ = 'logout+jwt', key, ...claims }: Token = {}): Promise<string> {
  const own = (await importJWK(upstream.key, 'ES256')) as SigningKey
  return new SignJWT({
    iss: upstream.issuer,
    aud: upstream.client.clientId,
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.floor(Date.now() / 1_000) + 120,
    jti: crypto.randomUUID(),
    events: { [event]: {} },
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ })
    .sign(key ?? own)
}

const send = async (project: Pick<FederatedProject, 'issuer'>, token: string) =>
  (
    await postForm(
      auth,
      `${project.issuer}/federation/corp/backchannel-logout`,
      { logout_token: token },
      { clientId: 'x' },
    )
  ).status

describe('back-channel logout of a trusted provider:', () => {
  test('a logout token ends the sign-ins of its session with their tokens, and no others', async () => {
    const project = await projectWith(auth, upstream, accepting)
    const [one, other, else_] = [
      await signedIn(project, 'ada', 'one'),
      await signedIn(project, 'ada', 'other'),
      await signedIn(project, 'bob', 'one of bob'),
    ]
    expect(await send(project, await logoutToken({ sid: 'one' }))).toBe(200)
    expect([await one.isActive(), await other.isActive(), await else_.isActive()]).toEqual([
      false,
      true,
      true,
    ])
    expect(isPage((await openSignIn(auth, project, { browser: one.browser })).first)).toBe(true)
    const entries = await auth.database.rows<object>(sql`
      SELECT actor, action, target_id AS "targetId", surface FROM audit_entries
      WHERE project_id = ${project.id} AND action = 'enduser.signout'`)
    expect(entries).toEqual([
      {
        actor: `upstream:${project.id}:corp`,
        action: 'enduser.signout',
        targetId: one.accountId,
        surface: 'upstream',
      },
    ])
  })

  test.each([
    ['its subject', { sub: 'ada' }, true],
    ['its session', { sid: 'one' }, true],
    ['another subject', { sub: 'bob' }, false],
    ['another session', { sid: 'other' }, false],
  ])('a pending sign-in ends only when the token names it (token with %s)', async (_what, named, isEnded) => {
    const project = await projectWith(auth, upstream, accepting)
    const client = await makeClient(auth, { projectId: project.id })
    upstream.become({ sub: 'ada', sid: 'one', email: 'ada@example.com' })
    const { browser, page } = await signInThrough(auth, { ...project, client })
    const consent = page()
    expect(await send(project, await logoutToken(named))).toBe(200)
    expect(isPage(await browser.submit(consent, '/consent'))).toBe(isEnded)
  })

  test('a token with a subject and no session ends all sign-ins of the subject', async () => {
    const project = await projectWith(auth, upstream, accepting)
    const [one, other] = [await signedIn(project, 'ada', 'one'), await signedIn(project, 'ada', 'other')]
    expect(await send(project, await logoutToken({ sub: 'ada' }))).toBe(200)
    expect([await one.isActive(), await other.isActive()]).toEqual([false, false])
  })

  test('a token is accepted when the configured issuer differs by a trailing slash', async () => {
    const project = await projectWith(auth, { ...upstream, issuer: `${upstream.issuer}/` }, accepting)
    const { isActive } = await signedIn(project)
    expect(await send(project, await logoutToken({ sid: 'upstream-session' }))).toBe(200)
    expect(await isActive()).toBe(false)
  })

  test('the response is the same with and without a session', async () => {
    const project = await projectWith(auth, upstream, accepting)
    expect(await send(project, await logoutToken({ sub: 'unknown-user' }))).toBe(200)
  })

  test('a token at the root address ends the sign-ins of its own project', async () => {
    const { administratorsId: id } = await rootProjects(auth)
    await addProvider(auth, id, upstream, accepting)
    const client = await makeClient(auth, { projectId: id, requireConsent: false })
    const root = { id, name: 'root', issuer: auth.baseUrl, client }
    await auth.database.run(sql`
      INSERT INTO accounts (project_id, id, email, email_key) VALUES (${id}, 'usr_root', 'r@example.com', 'r@example.com')`)
    await auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${id}, 'corp', ${upstream.issuer}, 'root', 'usr_root')`)
    const person = await signedIn(root, 'root', 'at the root')
    expect(await send(root, await logoutToken({ sid: 'at the root' }))).toBe(200)
    expect(await person.isActive()).toBe(false)
  })

  test('a repeated token and one that is foreign, outdated or no logout token are rejected', async () => {
    const project = await projectWith(auth, upstream, accepting)
    const { isActive } = await signedIn(project)
    const sid = 'upstream-session'
    const otherKey = (await generateKeyPair('ES256')).privateKey
    const now = Math.floor(Date.now() / 1_000)
    const refused = [
      await logoutToken({ sid, key: otherKey }),
      await logoutToken({ sid, iss: 'https://other.example' }),
      await logoutToken({ sid, aud: 'another client' }),
      await logoutToken({ sid, iat: now - 1_000 }),
      await logoutToken({ sid, exp: now - 100 }),
      await logoutToken({ sid, events: {} }),
      await logoutToken({ sid, nonce: 'n' }),
      await logoutToken({ sid, jti: '' }),
      await logoutToken({ sid, typ: 'at+jwt' }),
      await logoutToken({}),
      'no token',
    ]
    for (const token of refused) expect(await send(project, token)).toBe(400)
    expect(await isActive()).toBe(true)
    const taken = await logoutToken({ sid: 'another session' })
    expect([await send(project, taken), await send(project, taken)]).toEqual([200, 400])
  })

  test('a token of a provider that is disabled or not accepted for logout is rejected', async () => {
    for (const columns of [{}, { ...accepting, enabled: false }]) {
      const project = await projectWith(auth, upstream, columns)
      expect(await send(project, await logoutToken({ sub: 'ada' }))).toBe(400)
    }
  })

  test('a session that a password sign-in renewed is not ended', async () => {
    const project = await projectWith(auth, upstream, accepting)
    const { browser, accountId } = await signedIn(project)
    const hash = await auth.passwords.hash('correct horse battery staple')
    await auth.database.run(sql`
      UPDATE accounts SET password_hash = ${hash}, password_set_at = now() WHERE id = ${accountId}`)
    const again = await openSignIn(auth, project, { browser, prompt: 'login' })
    await browser.submit(pageOf(again.first), '/login', {
      login: 'ada@example.com',
      password: 'correct horse battery staple',
    })
    await send(project, await logoutToken({ sub: 'ada' }))
    expect(isPage((await openSignIn(auth, project, { browser })).first)).toBe(false)
  })
})

const upstreamSignOut = (html: string) =>
  new URL((/href="([^"]*\/session\/end\?[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'))

describe('sign-out page:', () => {
  const signOut = async (project: FederatedProject, browser: FormBrowser) => {
    const asks = pageOf(
      await browser.open(`${project.issuer}/session/end?client_id=${project.client.clientId}`),
    )
    return pageOf(await browser.submit(asks, '/session/end/confirm', { logout: 'yes' }))
  }

  test('the page offers a sign-out at the provider once', async () => {
    const project = await projectWith(auth, upstream)
    const { browser } = await signedIn(project)
    const done = await signOut(project, browser)
    expect(done.html).toContain('Sign out of Corp too')
    const way = upstreamSignOut(done.html)
    expect(`${way.origin}${way.pathname}`).toBe(`${upstream.issuer}/session/end`)
    expect(way.searchParams.get('client_id')).toBe(upstream.client.clientId)
    expect(decodeJwt(way.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: 'ada' })
    expect(pageOf(await browser.open(done.url)).html).not.toContain('Corp')
  })

  const automatic = { signOut: 'automatic' } as const
  const goodbye = 'https://app.example/goodbye'

  const withGoodbye = async () => {
    const project = await projectWith(auth, upstream, automatic)
    await auth.database.run(sql`
      UPDATE clients SET post_logout_redirect_uris = ARRAY[${goodbye}] WHERE id = ${project.client.clientId}`)
    return project
  }

  /** @returns where the browser is sent, without following it */
  const signOutWithToken = async (project: FederatedProject, browser: FormBrowser, idToken: string) => {
    const query = { id_token_hint: idToken, post_logout_redirect_uri: goodbye, state: 'seven' }
    const arrived = await browser.open(
      `${project.issuer}/session/end?${new URLSearchParams(query)}`,
      ({ origin }) => origin === new URL(upstream.issuer).origin || origin === new URL(goodbye).origin,
    )
    if (isPage(arrived)) throw new Error(arrived.html)
    return arrived.arrivedAt
  }

  test('an automatic sign-out goes to the provider and returns to the application', async () => {
    const project = await withGoodbye()
    const { browser, idToken, isActive } = await signedIn(project)
    const there = await signOutWithToken(project, browser, idToken)
    expect(await isActive()).toBe(false)
    expect(`${there.origin}${there.pathname}`).toBe(`${upstream.issuer}/session/end`)
    expect(decodeJwt(there.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: 'ada' })
    const back = there.searchParams.get('post_logout_redirect_uri') ?? ''
    expect(back).toBe(`${project.issuer}/federation/corp/signed-out`)
    const stop = ({ href }: URL) => href.startsWith(goodbye)
    expect(await browser.open(back, stop)).toMatchObject({ arrivedAt: new URL(`${goodbye}?state=seven`) })
    // The destination is used once, and another browser has none.
    for (const one of [browser, browserOf(auth)])
      expect(pageOf(await one.open(back, stop)).url.pathname).toMatch(/\/session\/end\/success$/)
  })

  test('a changed destination of an automatic sign-out is ignored', async () => {
    const project = await projectWith(auth, upstream, automatic)
    const browser = browserOf(auth)
    const back = new URL(`${project.issuer}/federation/corp/signed-out`)
    browser.plant({
      name: `_signed_out_to_${project.id}`,
      value: Buffer.from('https://evil.example/').toString('base64url'),
      host: back.hostname,
      path: back.pathname,
    })
    expect(pageOf(await browser.open(back)).url.pathname).toMatch(/\/session\/end\/success$/)
  })

  test('the page before an automatic sign-out permits the redirect to the provider', async () => {
    const project = await projectWith(auth, upstream, automatic)
    const { browser } = await signedIn(project)
    const asks = pageOf(await browser.open(`${project.issuer}/session/end`))
    expect(String(asks.headers['content-security-policy'])).toContain(`form-action 'self' ${upstream.issuer}`)
    const stop = ({ origin }: URL) => origin === new URL(upstream.issuer).origin
    const arrived = await browser.submit(asks, '/session/end/confirm', { logout: 'yes' }, stop)
    expect(isPage(arrived)).toBe(false)
  })

  test('a user who stays signed in is not sent to the provider', async () => {
    const project = await projectWith(auth, upstream, automatic)
    const { browser, isActive } = await signedIn(project)
    const asks = pageOf(await browser.open(`${project.issuer}/session/end`))
    const stays = await browser.submit(asks, '/session/end/confirm', { stay: '1' })
    expect(isPage(stays)).toBe(true)
    expect(await isActive()).toBe(true)
  })

  test('a sign-out with the mode off ends here without an offer', async () => {
    const project = await projectWith(auth, upstream, { signOut: 'off' })
    const { browser } = await signedIn(project)
    expect((await signOut(project, browser)).html).not.toContain('Corp')
  })

  test('an automatic sign-out ends here while the metadata of the provider names no endpoint or is not reachable', async () => {
    const project = await withGoodbye()
    const { browser, idToken } = await signedIn(project)
    await auth.database.run(sql`
      UPDATE identity_providers SET issuer = 'http://127.0.0.1:9' WHERE project_id = ${project.id}`)
    expect((await signOutWithToken(project, browser, idToken)).href).toBe(`${goodbye}?state=seven`)
  })

  test('the offer is also shown after a sign-out with an ID token, which needs no confirmation', async () => {
    const project = await projectWith(auth, upstream)
    const { browser, idToken } = await signedIn(project)
    const hint = new URLSearchParams({ id_token_hint: idToken })
    const done = pageOf(await browser.open(`${project.issuer}/session/end?${hint}`))
    expect(done.html).toContain('Sign out of Corp too')
  })

  test('the ID token is sealed for its row and is not used while the session exists', async () => {
    const project = await projectWith(auth, upstream)
    const { browser } = await signedIn(project)
    const [row] = await auth.database.rows<{ uid: string; sealed: string }>(sql`
      SELECT session_uid AS uid, id_token_sealed AS sealed FROM upstream_sessions WHERE project_id = ${project.id}`)
    expect(row?.sealed).not.toContain('eyJ')
    const place = idTokenPlace({ projectId: project.id, providerId: 'corp' }, 'ada')
    expect(decodeJwt(auth.vault.open(row?.sealed ?? '', place)).sub).toBe('ada')
    const success = new URL(`${project.issuer}/session/end/success`)
    browser.plant({
      name: `_signed_out_${project.id}`,
      value: row?.uid ?? '',
      host: success.hostname,
      path: success.pathname,
    })
    expect(pageOf(await browser.open(success)).html).not.toContain('Corp')
  })

  test('no offer is shown after a sign-in without a provider', async () => {
    const project = await projectWith(auth, upstream)
    const browser = browserOf(auth)
    expect(pageOf(await browser.open(`${project.issuer}/session/end/success`)).html).not.toContain('Corp')
  })
})
