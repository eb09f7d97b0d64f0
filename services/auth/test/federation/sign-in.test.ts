import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, password } from '../support/harness.ts'
import { arrivalOf, pageOf } from '../support/journey.ts'
import {
  accountsOf,
  addProvider,
  isCallback,
  openSignIn,
  problemOn,
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
beforeEach(() => {
  upstream.answer('signed_in')
  upstream.become()
})
afterAll(() => close?.())

const passwordsOff = (projectId: string) =>
  auth.database.run(
    sql`UPDATE projects SET password_login = false, version = version + 1 WHERE id = ${projectId}`,
  )

const asked = () =>
  Object.fromEntries(upstream.requests.findLast(({ pathname }) => pathname === '/auth')?.searchParams ?? [])

describe('sign-in through a provider:', () => {
  test('the browser is redirected to the provider, back and to the application, and the ID token has no amr', async () => {
    const project = await projectWith(auth, upstream)
    const { tokens } = await signInThrough(auth, project)
    const claims = (await tokens()).claims()
    const [account] = await accountsOf(auth, project.id)
    expect(claims).toMatchObject({ sub: account?.accountId })
    expect(claims).not.toHaveProperty('amr')
    expect(account).toMatchObject({ email: 'ada@example.com', subject: 'ada' })
  })

  test('the authorization request has PKCE, a nonce, a state and the configured scopes', async () => {
    const project = await projectWith(auth, upstream)
    await signInThrough(auth, project)
    expect(asked()).toMatchObject({
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid email profile',
      redirect_uri: `${project.issuer}/federation/corp/callback`,
    })
  })

  test("the provider receives the parameters of the application's request", async () => {
    const project = await projectWith(auth, upstream)
    await signInThrough(auth, project, {
      prompt: 'login',
      max_age: '300',
      login_hint: 'ada@example.com',
      ui_locales: 'ru',
    })
    expect(asked()).toMatchObject({
      prompt: 'login',
      max_age: '300',
      login_hint: 'ada@example.com',
      ui_locales: 'ru',
    })
  })

  test('the callback is accepted on another replica', async () => {
    const project = await projectWith(auth, upstream)
    const { browser, first, redeem } = await openSignIn(auth, project)
    const back = await browser.follow(pageOf(first), '/provider/corp', isCallback)
    const { address } = await auth.startReplica()
    const other = { ...auth.address }
    Object.assign(auth.address, address)
    try {
      expect((await redeem(arrivalOf(await browser.open(arrivalOf(back))))).claims()).toMatchObject({
        sub: expect.any(String),
      })
    } finally {
      Object.assign(auth.address, other)
    }
  })

  test('two windows of a browser can sign in concurrently', async () => {
    const project = await projectWith(auth, upstream)
    const one = await openSignIn(auth, project)
    const two = await openSignIn(auth, project, { browser: one.browser })
    const backs = [
      await one.browser.follow(pageOf(one.first), '/provider/corp', isCallback),
      await two.browser.follow(pageOf(two.first), '/provider/corp', isCallback),
    ]
    expect(backs.map((back) => isCallback(arrivalOf(back)))).toEqual([true, true])
    const end = await two.browser.open(arrivalOf(backs[1] ?? one.first))
    expect(arrivalOf(end).searchParams.has('code')).toBe(true)
  })
})

describe('sign-in page:', () => {
  test('the page folds all but five of more than six providers, and never one of the catalogue', async () => {
    const project = await projectWith(auth, upstream, { displayName: 'Provider 1' })
    for (const number of [2, 3, 4, 5, 6])
      await addProvider(auth, project.id, upstream, { id: `p${number}`, displayName: `Provider ${number}` })
    const six = pageOf((await openSignIn(auth, project)).first)
    expect(six.html).not.toContain('More sign-in options')
    await addProvider(auth, project.id, upstream, {
      id: 'gitlab',
      displayName: 'GitLab',
      catalogueId: 'gitlab',
    })
    const seven = pageOf((await openSignIn(auth, project)).first)
    const [shown = '', folded = ''] = seven.html.split('More sign-in options')
    expect([...shown.matchAll(/Continue with <bdi>([^<]+)</g)].map(([, name]) => name)).toEqual([
      'Provider 1',
      'Provider 2',
      'Provider 3',
      'Provider 4',
      'GitLab',
    ])
    expect(folded).toContain('Provider 5')
    expect(folded).toContain('Provider 6')
  })

  test('the providers are shown in their order, also after a change of the order', async () => {
    const project = await projectWith(auth, upstream, { displayName: 'First' })
    for (const displayName of ['Second', 'Third'])
      await addProvider(auth, project.id, upstream, { id: displayName, displayName })
    const buttons = async () => {
      const { html } = pageOf((await openSignIn(auth, project)).first)
      return [...html.matchAll(/Continue with <bdi>([^<]+)</g)].map(([, name]) => name)
    }
    expect(await buttons()).toEqual(['First', 'Second', 'Third'])
    await auth.database.transaction(async (tx) => {
      await tx.run(
        sql`UPDATE identity_providers SET position = 2 - position WHERE project_id = ${project.id}`,
      )
      await tx.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${project.id}`)
    })
    expect(await buttons()).toEqual(['Third', 'Second', 'First'])
  })

  test('a disabled provider is not shown', async () => {
    const project = await projectWith(auth, upstream, { enabled: false })
    expect(pageOf((await openSignIn(auth, project)).first).html).not.toContain('Continue with')
  })

  test("a login_hint of a provider's domain leads directly to the provider", async () => {
    const project = await projectWith(auth, upstream, { allowedEmailDomains: ['corp.example'] })
    upstream.become({ sub: 'bob', email: 'bob@corp.example' })
    const { first } = await openSignIn(auth, project, { login_hint: 'bob@corp.example' })
    expect(arrivalOf(first).searchParams.has('code')).toBe(true)
    expect(asked()).toMatchObject({ login_hint: 'bob@corp.example' })
  })

  test('the page lets the user choose when two providers have the domain', async () => {
    const project = await projectWith(auth, upstream, { allowedEmailDomains: ['corp.example'] })
    await addProvider(auth, project.id, upstream, { id: 'two', allowedEmailDomains: ['corp.example'] })
    const { first } = await openSignIn(auth, project, { login_hint: 'bob@corp.example' })
    expect(pageOf(first).html).toContain('name="password"')
  })

  test('the only provider is used without a page while passwords are off, and its failure is shown with a link to it', async () => {
    const project = await projectWith(auth, upstream)
    await passwordsOff(project.id)
    upstream.answer('denied')
    const failed = pageOf((await openSignIn(auth, project)).first)
    expect(problemOn(failed)).toBe('Signing in with Corp was cancelled.')
    expect(failed.html).toContain('Continue with <bdi>Corp</bdi>')
    upstream.answer('signed_in')
    expect(arrivalOf((await openSignIn(auth, project)).first).searchParams.has('code')).toBe(true)
  })

  test("a wrong password for a provider's domain leads to the provider, with and without an account of that address", async () => {
    const project = await projectWith(auth, upstream, { allowedEmailDomains: ['corp.example'] })
    const { browser, first } = await openSignIn(auth, project)
    const leaving = pageOf(
      await browser.submit(pageOf(first), '/login', { login: 'bob@corp.example', password }),
    )
    expect(leaving.html).toContain('Continuing to Corp')
    expect(leaving.html).toContain(`content="0;url=${upstream.issuer}/auth?`)
  })

  test.each([
    ['en', 'Signing in with Corp was cancelled.'],
    ['ru', 'Вход через Corp отменён.'],
    ['zh-CN', '已取消通过 Corp 登录。'],
  ])('the page states in %s why the sign-in failed', async (ui_locales, says) => {
    const project = await projectWith(auth, upstream)
    upstream.answer('denied')
    const { page } = await signInThrough(auth, project, { ui_locales })
    expect(problemOn(page())).toBe(says)
  })
})
