import { sql } from '@signet/db'
import { beginTrial, newTryRef, tryUrl } from '@signet/federation'
import { someOf } from '@signet/testkit'
import { UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Auth, makeUser, rootProjects, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf, signIn } from '../support/journey.ts'
import { type Misdeeds, startCraftedProvider } from './crafted-provider.ts'
import {
  accountsOf,
  addProvider,
  browserOf,
  type FederatedProject,
  isCallback,
  openSignIn,
  problemOn,
  projectWith,
  signInThrough,
} from './world.ts'

let auth: Auth
let one: Awaited<ReturnType<typeof startCraftedProvider>>
let two: Awaited<ReturnType<typeof startCraftedProvider>>
beforeAll(async () => {
  one = await startCraftedProvider()
  two = await startCraftedProvider()
  auth = await startAuth([one.pair, two.pair])
})
beforeEach(() => one.misbehave())
afterEach(() => expect(auth.occurrences).toEqual([]))
afterAll(async () => {
  await auth?.close()
  await one?.close()
  await two?.close()
})

const project = () => projectWith(auth, one)
const away = 'Corp could not sign you in right now. Please try again in a moment.'
const expired = 'This page has expired'

const lastFailure = async ({ id }: FederatedProject) =>
  (
    await auth.database.rows<{ last: { reason: string; detail: string } | null }>(
      sql`SELECT last_failure AS last FROM identity_providers WHERE project_id = ${id} AND id = 'corp'`,
    )
  )[0]?.last

const now = () => Math.floor(Date.now() / 1_000)

describe('invalid ID token:', () => {
  test.each<[string, () => Misdeeds]>([
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['for another client', () => ({ claims: { aud: 'another' } })],
    [
      'for several clients and issued to another one',
      () => ({ claims: { aud: ['signet', 'another'], azp: 'another' } }),
    ],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined as never } })],
    ['that has expired', () => ({ claims: { exp: now() - 120 } })],
    ['issued in the future', () => ({ claims: { iat: now() + 600, nbf: now() + 600 } })],
    [
      'without a signature',
      () => ({ idToken: new UnsecuredJWT({ iss: one.issuer, sub: 'x', aud: 'signet' }).encode() }),
    ],
    ['signed with the client’s secret', () => ({ header: { alg: 'HS256' } })],
    ['signed with a key of another issuer', () => ({ strangeKey: true })],
    ['without a subject', () => ({ claims: { sub: undefined as never } })],
    ['that is not a JWT', () => ({ idToken: 'x.y.z' })],
  ])(
    'an ID token %s signs no user in, and the reason is stored for administrators',
    async (_which, misdeeds) => {
      one.misbehave(misdeeds())
      const at = await project()
      expect(problemOn((await signInThrough(auth, at)).page())).toBe(away)
      expect(await accountsOf(auth, at.id)).toEqual([])
      expect(await lastFailure(at)).toEqual({
        reason: 'unavailable',
        detail: expect.stringMatching(/^The provider/),
      })
    },
  )
})

describe('callback:', () => {
  test.each<[string, Misdeeds]>([
    ['of another issuer (RFC 9207)', { callback: { iss: 'https://evil.example' } }],
    ['without an issuer although the provider announces one', { callback: { iss: null } }],
    ['without a code', { callback: { code: null } }],
    ['with a made-up code', { callback: { code: 'made up' } }],
  ])('a callback %s signs no user in', async (_which, misdeeds) => {
    one.misbehave(misdeeds)
    const at = await project()
    expect(problemOn((await signInThrough(auth, at)).page())).toBe(away)
    expect(await accountsOf(auth, at.id)).toEqual([])
  })

  test('a response for one provider is rejected at the callback of another (mix-up)', async () => {
    const at = await project()
    await addProvider(auth, at.id, two, { id: 'two' })
    const { browser, first } = await openSignIn(auth, at)
    const back = arrivalOf(await browser.follow(pageOf(first), '/provider/corp', isCallback))
    back.pathname = back.pathname.replace('/corp/', '/two/')
    expect(pageOf(await browser.open(back)).html).toContain(expired)
    expect(await accountsOf(auth, at.id)).toEqual([])
  })

  test('a response is rejected when the issuer of the provider changed during the sign-in', async () => {
    const at = await project()
    const { browser, first } = await openSignIn(auth, at)
    const back = arrivalOf(await browser.follow(pageOf(first), '/provider/corp', isCallback))
    await auth.database.run(
      sql`UPDATE identity_providers SET issuer = ${two.issuer} WHERE project_id = ${at.id} AND id = 'corp'`,
    )
    const redeemed = () => two.asked.filter((path) => path === '/token').length
    const before = redeemed()
    expect(problemOn(pageOf(await browser.open(back)))).toBeDefined()
    expect(redeemed()).toBe(before)
    expect(await accountsOf(auth, at.id)).toEqual([])
  })

  test('a trial at the root address never starts at a provider of another project with the same id', async () => {
    const { defaultId, administratorsId } = await rootProjects(auth)
    await addProvider(auth, defaultId, two, { id: 'mixed', enabled: false })
    await auth.database.run(
      sql`UPDATE identity_providers SET root_id = NULL WHERE project_id = ${defaultId} AND id = 'mixed'`,
    )
    await addProvider(auth, administratorsId, one, { id: 'mixed' })
    const at = { projectId: defaultId, providerId: 'mixed', tryRef: newTryRef() }
    await auth.database.transaction((tx) => beginTrial(tx, auth.vault, at))
    const end = pageOf(await browserOf(auth).open(tryUrl(auth.baseUrl, 'mixed', at.tryRef)))
    expect(end.html).toContain(expired)
    expect(two.asked).not.toContain('/auth')
  })

  test('a response is rejected in another browser and stays valid in its own', async () => {
    const at = await project()
    const { browser, first } = await openSignIn(auth, at)
    const back = arrivalOf(await browser.follow(pageOf(first), '/provider/corp', isCallback))
    const victim = (await openSignIn(auth, at)).browser
    for (const otherBrowser of [browserOf(auth), victim])
      expect(pageOf(await otherBrowser.open(back)).html).toContain(expired)
    expect(await accountsOf(auth, at.id)).toEqual([])
    expect(arrivalOf(await browser.open(back)).searchParams.has('code')).toBe(true)
  })

  test('a response is redeemed once, also after the back button, a reload and two concurrent requests', async () => {
    const at = await project()
    const { browser, first } = await openSignIn(auth, at)
    const back = arrivalOf(await browser.follow(pageOf(first), '/provider/corp', isCallback))
    const redeemed = () => one.asked.filter((path) => path === '/token').length
    const before = redeemed()
    // The interaction still exists, so that only the response itself can be used up.
    const isInteraction = (url: URL) => url.pathname.includes('/interaction/')
    await Promise.all([browser.open(back, isInteraction), browser.open(back, isInteraction)])
    const end = await browser.open(back)
    expect(redeemed()).toBe(before + 1)
    expect(arrivalOf(end).searchParams.has('code')).toBe(true)
    expect(await accountsOf(auth, at.id)).toHaveLength(1)
  })

  test('a callback loaded again during its redemption shows the result', async () => {
    const at = await project()
    const { browser, first } = await openSignIn(auth, at)
    const back = arrivalOf(await browser.follow(pageOf(first), '/provider/corp', isCallback))
    one.misbehave({ redeemsIn: 600 })
    // The browser cancelled the first request and follows only the second.
    const givenUp = browser.open(back, (url) => url.pathname.includes('/interaction/'))
    const end = await browser.open(back)
    await givenUp
    expect(arrivalOf(end).searchParams.has('code')).toBe(true)
  })

  test('a posted response is accepted with the cookies of the following request', async () => {
    const at = await project()
    const { browser, first } = await openSignIn(auth, at)
    const back = arrivalOf(await browser.follow(pageOf(first), '/provider/corp', isCallback))
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } })
    const posted = new URLSearchParams([...back.searchParams, ['user', user]])
    const otherBrowser = browserOf(auth)
    expect(pageOf(await otherBrowser.post(back.href.split('?')[0] ?? '', posted.toString())).html).toContain(
      expired,
    )
    const end = await browser.open(`${back.href.split('?')[0]}?state=${back.searchParams.get('state')}`)
    expect(arrivalOf(end).searchParams.has('code')).toBe(true)
    expect(await accountsOf(auth, at.id)).toMatchObject([
      { claims: { name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace' } },
    ])
  })
})

describe('change of a provider during a sign-in:', () => {
  test.each([
    ['switched off', sql`UPDATE identity_providers SET enabled = false`],
    ['deleted', sql`DELETE FROM identity_providers`],
  ])('a provider that is %s is reported, and other sign-in methods are offered', async (_how, change) => {
    const at = await project()
    const { browser, first } = await openSignIn(auth, at)
    const back = arrivalOf(await browser.follow(pageOf(first), '/provider/corp', isCallback))
    await auth.database.run(sql`${change} WHERE project_id = ${at.id}`)
    await auth.database.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${at.id}`)
    const page = pageOf(await browser.open(back))
    expect(problemOn(page)).toBe('This way to sign in is not offered here any more.')
    expect(page.html).toContain('name="password"')
  })

  test('a sign-in through a provider expires after ten minutes', async () => {
    const at = await project()
    const { browser, first } = await openSignIn(auth, at)
    const back = arrivalOf(await browser.follow(pageOf(first), '/provider/corp', isCallback))
    await auth.database.run(
      sql`UPDATE federation_transactions SET expires_at = now() WHERE project_id = ${at.id}`,
    )
    expect(pageOf(await browser.open(back)).html).toContain(expired)
  })
})

describe('responses of a provider:', () => {
  /** Starts a replica without cached documents of the provider. */
  beforeEach(async () => {
    Object.assign(auth.address, (await auth.startReplica()).address)
  })

  const hugeSet = (path: string, response: Parameters<NonNullable<Misdeeds['answer']>>[1]) => {
    if (path !== '/jwks') return false
    response.setHeader('content-type', 'application/json')
    response.end(
      `{"keys":[${Array.from({ length: 50_000 }, () => '{"kty":"EC","x":"'.padEnd(100, 'A').concat('"}')).join()}]}`,
    )
    return true
  }

  test.each<[string, () => Misdeeds]>([
    ['a key set of five megabytes', () => ({ answer: hugeSet })],
    [
      'a redirect to an internal address',
      () => ({
        answer: (path, response) => {
          if (path !== '/jwks') return false
          response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
          return true
        },
      }),
    ],
    ['an internal address as jwks_uri', () => ({ metadata: { jwks_uri: 'http://10.0.0.1/jwks' } })],
    [
      'an HTML page',
      () => ({
        answer: (path, response) => {
          if (path !== '/token') return false
          response.setHeader('content-type', 'text/html')
          response.end('<h1>Sorry</h1>')
          return true
        },
      }),
    ],
    [
      'an error status',
      () => ({
        answer: (path, response) => {
          if (path !== '/token') return false
          response.writeHead(503).end()
          return true
        },
      }),
    ],
  ])('a provider that returns %s is reported as unavailable', async (_what, misdeeds) => {
    one.misbehave(misdeeds())
    const at = await project()
    expect(problemOn((await signInThrough(auth, at)).page())).toBe(away)
    expect((await lastFailure(at))?.reason).toBe('unavailable')
  })

  test('a provider that does not respond delays only its own sign-ins, once per interval', async () => {
    one.misbehave({ answer: (path) => path.startsWith('/.well-known') })
    const at = await project()
    const user = await makeUser(auth, at.id)
    let waits = true
    const waiting = signInThrough(auth, at).finally(() => {
      waits = false
    })
    await signIn(auth, at.issuer, at.client, user.email)
    expect(waits).toBe(true)
    expect(problemOn((await waiting).page())).toBe(away)
    const before = one.asked.length
    expect(problemOn((await signInThrough(auth, at)).page())).toBe(away)
    expect(one.asked.length).toBe(before)
  })

  test('the keys are fetched again when a token names an unknown key', async () => {
    const at = await project()
    await (await signInThrough(auth, at)).tokens()
    await one.changeKey('two')
    expect((await (await signInThrough(auth, at)).tokens()).claims()).toMatchObject({
      sub: expect.any(String),
    })
  })

  test('the documents of the provider are fetched once for many sign-ins', async () => {
    const at = await project()
    const before = one.asked.length
    for (const _each of [1, 2, 3]) await (await signInThrough(auth, at)).tokens()
    const asked = one.asked.slice(before).filter((path) => path !== '/auth' && path !== '/token')
    expect(asked).toEqual(['/.well-known/openid-configuration', '/jwks'])
  })
})

describe('malformed response of a provider:', () => {
  test.each(
    someOf<[string, () => Misdeeds]>([
      ['a subject of 256 characters', () => ({ claims: { sub: 'x'.repeat(256) } })],
      ['an empty subject', () => ({ claims: { sub: '' } })],
      ['a subject with a control character', () => ({ claims: { sub: 'a\u0000b' } })],
      ['a claim with U+0000', () => ({ claims: { sub: 'a', name: 'a\u0000b' } })],
      ['a session id of 256 characters', () => ({ claims: { sid: 'x'.repeat(256) } })],
      ['a time of authentication that is text', () => ({ claims: { auth_time: 'now' } })],
      ['a list of 1,001 groups', () => ({ claims: { groups: Array.from({ length: 1_001 }, () => 'g') } })],
      [
        '201 claims',
        () => ({ claims: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`c${n}`, 1])) }),
      ],
      ['a claim of 17,000 characters', () => ({ claims: { note: 'x'.repeat(17_000) } })],
    ]),
  )('a response with %s is rejected and signs no user in', async (_which, misdeeds) => {
    one.misbehave(misdeeds())
    const at = await project()
    expect(problemOn((await signInThrough(auth, at)).page())).toBe(away)
    expect(await accountsOf(auth, at.id)).toEqual([])
  })

  test('a subject of 255 characters is accepted', async () => {
    one.misbehave({ claims: { sub: 'x'.repeat(255) } })
    const at = await project()
    expect(arrivalOf((await signInThrough(auth, at)).end).searchParams.has('code')).toBe(true)
  })

  test.each(
    someOf<[string, Readonly<Record<string, unknown>>]>([
      ['no token endpoint', { token_endpoint: undefined }],
      ['no authorization endpoint', { authorization_endpoint: undefined }],
      ['no keys', { jwks_uri: undefined }],
      ['a number as an endpoint', { userinfo_endpoint: 5 }],
      ['a script as the end of a session', { end_session_endpoint: 'javascript:alert(1)' }],
      ['plain http at another host', { authorization_endpoint: 'http://idp.example/auth' }],
      ['credentials in an endpoint', { token_endpoint: 'https://a:b@idp.example/token' }],
    ]),
  )('a discovery document with %s is rejected before the browser leaves', async (_which, metadata) => {
    const fresh = await startCraftedProvider()
    onTestFinished(() => fresh.close())
    fresh.misbehave({ metadata })
    const server = await startAuth([fresh.pair])
    onTestFinished(() => server.close())
    const at = await projectWith(server, fresh)
    expect(problemOn((await signInThrough(server, at)).page())).toBe(away)
    expect(fresh.asked).not.toContain('/auth')
  })
})
