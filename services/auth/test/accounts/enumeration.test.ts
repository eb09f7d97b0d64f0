import { sql } from '@signet/db'
import { FormBrowser, fetchVia, type Page } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keyOf, party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'
import { type ClientCredentials, pageOf, postForm } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: { clientId: string; clientSecret: string }
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  client = await storeClient(auth, project.id)
})
afterAll(() => auth?.close())

const ofEachAnswer = new Set(['date', 'x-request-id'])

const noAccount = async () => 'unknown@example.com'
const userWith = (column: 'locked' | 'inactive' | 'passwordless' | 'unverified' | 'none') => async () => {
  const { id, email } = await makeUser(auth, project.id)
  const change = {
    locked: sql`locked_at = now()`,
    inactive: sql`active = false`,
    passwordless: sql`password_hash = NULL`,
    unverified: sql`email_verified = false`,
    none: sql`updated_at = now()`,
  }[column]
  await auth.database.run(sql`UPDATE accounts SET ${change} WHERE id = ${id}`)
  return email
}

/** Sign-ins that must be indistinguishable from one with an unknown address. */
const refused: Readonly<Record<string, readonly [login: () => Promise<string>, password: string]>> = {
  'a wrong password': [userWith('none'), 'wrong'],
  'an account that is locked': [userWith('locked'), 'wrong'],
  'an account that is locked, with its password': [userWith('locked'), password],
  'an account that is deactivated, with its password': [userWith('inactive'), password],
  'an account without a password': [userWith('passwordless'), password],
  'an account that is not verified': [userWith('unverified'), 'wrong'],
  'an account of another project, with its password': [
    async () => (await makeUser(auth, (await makeProject(auth)).id)).email,
    password,
  ],
}

const challenge = /challenge&quot;:&quot;[\w-]+/
const varying = /interaction\/[\w-]+/g

const seen = (page: Page, browser: FormBrowser, login: string) => ({
  status: page.status,
  html: page.html
    .replaceAll(login, 'LOGIN')
    .replace(varying, 'interaction/UID')
    .replace(challenge, 'CHALLENGE'),
  headers: Object.entries(page.headers)
    .filter(([name]) => !ofEachAnswer.has(name) && !['content-length', 'set-cookie'].includes(name))
    .map(([name, value]) => [name, String(value).replace(varying, 'interaction/UID')]),
  cookies: browser.cookies.map(({ name, path }) => [name, path.replace(/[\w-]{21,}/, 'UID')]),
})

async function signIn(login: string, tried: string) {
  const rp = await party(auth, { issuer: project.issuer, ...client })
  const browser = new FormBrowser(auth.address, redirectUri)
  const page = pageOf(await browser.open((await rp.begin()).url))
  const known = vi.spyOn(auth.passwords, 'verify')
  const unknown = vi.spyOn(auth.passwords, 'verifyNothing')
  const answer = pageOf(await browser.submit(page, '/login', { login, password: tried }))
  const hashes = known.mock.calls.length + unknown.mock.calls.length
  known.mockRestore()
  unknown.mockRestore()
  return { ...seen(answer, browser, login), hashes }
}

describe('sign-in page:', () => {
  it.each(Object.entries(refused))(
    'the response and the number of hashed passwords are the same for an unknown address and for %s',
    async (_who, [make, tried]) => {
      const expected = await signIn(await noAccount(), 'wrong')
      expect(expected.status).toBe(422)
      expect(expected.hashes).toBe(1)
      expect(await signIn(await make(), tried)).toEqual(expected)
      await auth.database.run(sql`DELETE FROM throttles`)
    },
  )
})

async function answerTo(as: ClientCredentials, path: string, body: Record<string, string>) {
  const answer = await postForm(auth, project.issuer + path, body, as)
  const headers = [...answer.headers].filter(([name]) => !ofEachAnswer.has(name))
  return { status: answer.status, text: answer.text, headers }
}

describe('client enumeration:', () => {
  const unknown = 'app_unknown0000000000000000000'

  it.each([
    '/token',
    '/token/introspection',
    '/token/revocation',
    '/request',
    '/device/auth',
    '/backchannel',
  ])('an unknown client and a client with a wrong secret receive the same response at %s', async (path) => {
    const body = { grant_type: 'client_credentials', token: 'x', scope: 'openid' }
    const wrong = await answerTo({ clientId: client.clientId, clientSecret: 'wrong' }, path, body)
    expect(await answerTo({ clientId: unknown, clientSecret: 'wrong' }, path, body)).toEqual(wrong)
    expect(
      await answerTo(
        { clientId: client.clientId, clientSecret: client.clientSecret.slice(0, -1) },
        path,
        body,
      ),
    ).toEqual(wrong)
    expect([401, 404]).toContain(wrong.status)
  })

  it('a client with a secret in the body or without a secret receives the same response as an unknown client', async () => {
    const key = await keyOf()
    const keyed = await storeClient(auth, project.id, {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: key.jwks,
    })
    const post = async (clientId: string, clientSecret?: string) => {
      const answer = await fetchVia(auth.address)(`${project.issuer}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: 'x',
          redirect_uri: redirectUri,
          client_id: clientId,
          ...(clientSecret ? { client_secret: clientSecret } : {}),
        }),
      })
      return [answer.status, await answer.text()]
    }
    const expected = await post(unknown, 'wrong')
    expect(expected[0]).toBe(401)
    for (const [clientId, secret] of [
      [client.clientId, 'wrong'],
      [client.clientId, undefined],
      [keyed.clientId, keyed.clientSecret],
      [unknown, undefined],
    ] as const)
      expect(await post(clientId, secret)).toEqual(expected)
  })
})
