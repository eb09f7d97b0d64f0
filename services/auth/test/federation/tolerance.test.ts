import type { ServerResponse } from 'node:http'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Auth, startAuth } from '../support/harness.ts'
import { arrivalOf } from '../support/journey.ts'
import { type Misdeeds, startCraftedProvider } from './crafted-provider.ts'
import { existing } from './people.ts'
import { accountsOf, problemOn, projectWith, signInThrough } from './world.ts'

const away = 'Corp could not sign you in right now. Please try again in a moment.'

async function startWith(misdeeds: Misdeeds, columns = {}) {
  const upstream = await startCraftedProvider()
  upstream.misbehave(misdeeds)
  const auth = await startAuth([upstream.pair])
  onTestFinished(async () => {
    await auth.close()
    await upstream.close()
  })
  const project = await projectWith(auth, upstream, columns)
  const isSignedIn = async () => arrivalOf((await signInThrough(auth, project)).end).searchParams.has('code')
  return { auth, upstream, project, isSignedIn, redeemedBy: upstream.redeemedBy }
}

const offering = (...methods: string[]) => ({ token_endpoint_auth_methods_supported: methods })
const [basic, post] = ['client_secret_basic', 'client_secret_post'] as const

describe('authentication at the provider:', () => {
  test('the secret is sent in the form where the provider offers it', async () => {
    const { isSignedIn, redeemedBy } = await startWith({ metadata: offering(basic, post) })
    expect(await isSignedIn()).toBe(true)
    expect(redeemedBy).toEqual([post])
  })

  test('the Basic scheme keeps a hyphen in the secret, for providers that do not decode it', async () => {
    const { isSignedIn, redeemedBy } = await startWith({ accepts: basic, metadata: offering(basic) })
    expect(await isSignedIn()).toBe(true)
    expect(redeemedBy).toEqual([basic])
  })

  test.each([
    ['the form, although the provider offers only Basic', post, offering(basic), [basic, post]],
    ['Basic, although the provider offers the form', basic, offering(basic, post), [post, basic]],
    ['the form, and the provider names no method', post, {}, [basic, post]],
  ] as const)(
    'a refused client is repeated once with the other method and used from then on when the provider accepts %s',
    async (_which, accepts, metadata, methods) => {
      const { isSignedIn, redeemedBy } = await startWith({ accepts, metadata })
      expect(await isSignedIn()).toBe(true)
      expect(await isSignedIn()).toBe(true)
      expect(redeemedBy).toEqual([...methods, methods[1]])
    },
  )

  test.each([
    [400, 'invalid_client'],
    [403, 'unauthorized_client'],
  ])('the other method is also tried when the provider returns %i with %s', async (status, error) => {
    const metadata = offering(basic, post)
    const { isSignedIn, redeemedBy } = await startWith({
      accepts: basic,
      metadata,
      refusal: { status, error },
    })
    expect(await isSignedIn()).toBe(true)
    expect(redeemedBy).toEqual([post, basic])
  })

  test('a wrong secret is sent by each method once, and the failure is stored', async () => {
    const { auth, upstream, project, redeemedBy } = await startWith({
      accepts: post,
      metadata: offering(post),
    })
    upstream.client.clientSecret = 'another'
    expect(problemOn((await signInThrough(auth, project)).page())).toBe(away)
    expect(redeemedBy).toEqual([post, basic])
  })
})

describe('refused ID token:', () => {
  const inFuture = () => Math.floor(Date.now() / 1_000) + 600
  const ago = () => Math.floor(Date.now() / 1_000) - 125

  test.each<[string, () => Misdeeds, RegExp]>([
    ['the seconds since its expiry', () => ({ claims: { exp: ago() } }), /exp is 12\d seconds in the past/],
    [
      'the seconds until it is valid',
      () => ({ claims: { nbf: inFuture() } }),
      /nbf is (?:600|599|598) seconds in the future/,
    ],
    [
      'the received and the expected client',
      () => ({ claims: { aud: 'another' } }),
      /aud is another, expected signet/,
    ],
    [
      'the received and the expected issuer',
      () => ({ claims: { iss: 'https://evil.example' } }),
      /iss is https:\/\/evil\.example, expected http/,
    ],
    [
      'no value of a nonce',
      () => ({ claims: { nonce: 'secret' } }),
      /^(?!.*secret).*nonce has another value/,
    ],
  ])('the stored failure names %s', async (_which, misdeeds, detail) => {
    const { auth, project } = await startWith(misdeeds())
    expect(problemOn((await signInThrough(auth, project)).page())).toBe(away)
    const [row] = await auth.database.rows<{ detail: string }>(sql`
      SELECT last_failure->>'detail' AS detail FROM identity_providers WHERE project_id = ${project.id}`)
    expect(row?.detail).toMatch(detail)
  })
})

describe('UserInfo endpoint that is down:', () => {
  const down = (status: number): Misdeeds => ({
    answer: (path: string, response: ServerResponse) => {
      if (path !== '/userinfo') return false
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      return true
    },
  })
  const withUserInfo = (upstream: { issuer: string }) => ({
    metadata: { userinfo_endpoint: `${upstream.issuer}/userinfo` },
  })

  test('a linked user signs in with the ID token, and the stored address and claims stay', async () => {
    const { auth, upstream, project, isSignedIn } = await startWith({})
    upstream.misbehave({ ...down(503), ...withUserInfo(upstream) })
    const id = await existing({ auth, upstream }, project, { linked: 'crafted' })
    await auth.database.run(
      sql`UPDATE identities SET email = 'known@corp.example' WHERE project_id = ${project.id}`,
    )
    expect(await isSignedIn()).toBe(true)
    const rows = await auth.database.rows(
      sql`SELECT account_id AS id, email FROM identities WHERE project_id = ${project.id}`,
    )
    expect(rows).toEqual([{ id, email: 'known@corp.example' }])
  })

  test('a user without a link does not sign in, so that no account without an address is created', async () => {
    const { auth, upstream, project } = await startWith({})
    upstream.misbehave({ ...down(503), ...withUserInfo(upstream) })
    expect(problemOn((await signInThrough(auth, project)).page())).toBe(away)
    expect(await accountsOf(auth, project.id)).toEqual([])
  })

  test('a linked user does not sign in when the endpoint names another subject', async () => {
    const { auth, upstream, project } = await startWith({})
    const answer = (path: string, response: ServerResponse) => {
      if (path !== '/userinfo') return false
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"sub":"another"}')
      return true
    }
    upstream.misbehave({ answer, ...withUserInfo(upstream) })
    await existing({ auth, upstream }, project, { linked: 'crafted' })
    expect(problemOn((await signInThrough(auth, project)).page())).toBe(away)
  })
})

describe('missing address of an account:', () => {
  let auth: Auth
  let upstream: Awaited<ReturnType<typeof startCraftedProvider>>
  beforeAll(async () => {
    upstream = await startCraftedProvider()
    auth = await startAuth([upstream.pair])
  })
  afterAll(async () => {
    await auth?.close()
    await upstream?.close()
  })

  const email = 'late@corp.example'

  test('a later sign-in fills the address that the provider then supplies, with an audit entry', async () => {
    const project = await projectWith(auth, upstream, { emailTrusted: true })
    upstream.misbehave()
    await signInThrough(auth, project)
    expect(await accountsOf(auth, project.id)).toMatchObject([{ email: null }])
    upstream.misbehave({ claims: { email, email_verified: true } })
    await signInThrough(auth, project)
    const [account] = await accountsOf(auth, project.id)
    expect(account).toMatchObject({ email, emailVerified: true })
    const entries = await auth.database.rows(sql`
      SELECT action FROM audit_entries WHERE target_id = ${account?.accountId ?? ''} AND action = 'enduser.email.change'`)
    expect(entries).toHaveLength(1)
  })

  test('a filled address of an account with a passkey is not verified, because another person may have added it', async () => {
    const project = await projectWith(auth, upstream, { emailTrusted: true })
    upstream.misbehave()
    await signInThrough(auth, project)
    await auth.database.run(sql`
      INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, aaguid, synced, backed_up, name)
      SELECT project_id, 'psk_' || id, id, id, 'x', 'localhost', 'x', true, true, 'Phone'
      FROM accounts WHERE project_id = ${project.id}`)
    upstream.misbehave({ claims: { email, email_verified: true } })
    await signInThrough(auth, project)
    expect(await accountsOf(auth, project.id)).toMatchObject([{ email, emailVerified: false }])
  })

  test('an address of another account is not filled, and one of an account with a password is not verified', async () => {
    const project = await projectWith(auth, upstream, { emailTrusted: true })
    upstream.misbehave()
    await signInThrough(auth, project)
    const holder = await existing({ auth, upstream }, project, { email })
    upstream.misbehave({ claims: { email, email_verified: true } })
    await signInThrough(auth, project)
    const addresses = async () => (await accountsOf(auth, project.id)).map(({ email }) => email).toSorted()
    expect(await addresses()).toEqual([email, null].toSorted())
    await auth.database.run(sql`DELETE FROM accounts WHERE id = ${holder}`)
    await auth.database.run(sql`UPDATE accounts SET password_hash = 'x' WHERE project_id = ${project.id}`)
    await signInThrough(auth, project)
    expect(await accountsOf(auth, project.id)).toMatchObject([{ email, emailVerified: false }])
  })
})
