import { readFile } from 'node:fs/promises'
import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyBytes, endpoints } from '../../src/http/endpoints.ts'
import { type Auth, makeProject, password, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { applicationAndUser, codeRequest } from '../support/journey.ts'

const max = 3
const names = ['strict', 'client', 'ordinary', 'public'] as const

let auth: Auth
let issuer: string
beforeAll(async () => {
  auth = await startAuth([], { SIGNET_PROXY_HOPS: '1' })
  for (const name of names) await setSetting(auth, `rateLimit.${name}.max`, max)
  await setSetting(auth, 'rateLimit.enabled', true)
  issuer = (await makeProject(auth)).issuer
})
afterAll(() => auth?.close())

let senders = 0
const newSender = () => {
  senders += 1
  return `192.0.2.${senders}`
}

const pathOf = (path: string) =>
  path
    .replace(':uid', 'u'.repeat(21))
    .replace(':step', 'login')
    .replace(':clientId', 'client')
    .replace(':providerId', 'provider')

async function send(from: string, method: string, path: string, body?: string, type = 'application/json') {
  const isForm = method === 'POST' && type !== 'application/json'
  const answer = await fetchVia(auth.address)(path.startsWith('http') ? path : `${issuer}${path}`, {
    method,
    headers: { 'x-forwarded-for': from, ...(method === 'POST' || isForm ? { 'content-type': type } : {}) },
    ...(body === undefined ? {} : { body }),
  })
  return answer.status
}

const form = 'application/x-www-form-urlencoded'

const routes = endpoints.flatMap(({ path, methods }) => methods.map((method) => ({ method, path })))

it.each([
  ...routes,
  { method: 'GET', path: '/nothing-here' },
  { method: 'DELETE', path: '/token' },
  { method: 'POST', path: '/jwks' },
])('$method $path is limited', async ({ method, path }) => {
  const from = newSender()
  const statuses: number[] = []
  for (let sent = 0; sent <= max; sent += 1)
    statuses.push(await send(from, method, pathOf(path), method === 'POST' ? 'a=b' : undefined, form))
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.slice(0, max)).not.toContain(429)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

it('a request for a project that does not exist is limited', async () => {
  const from = newSender()
  const url = new URL('/no-such-project/token', issuer).href
  const statuses = []
  for (let sent = 0; sent <= max; sent += 1) statuses.push(await send(from, 'POST', url, 'a=b', form))
  expect(statuses).toEqual([404, 404, 404, 429])
})

const unsigned = (claims: string) =>
  ['{"alg":"none"}', claims]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
    .concat('.')

it.each([
  '{"sub":5}',
  '{"sub":[]}',
  '{"sub":{"a":1}}',
  '{"sub":null}',
  '[]',
  '5',
  'no JSON',
  '{"sub":"\\ud800"}',
])('a request with an assertion of the claims %s is counted and causes no fault', async (claims) => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: unsigned(claims),
  })
  const from = newSender()
  for (const base of [issuer, auth.baseUrl]) {
    const statuses = []
    for (let sent = 0; sent <= max; sent += 1)
      statuses.push(await send(from, 'POST', `${base}/token`, `${body}`, form))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.at(-1)).toBe(429)
  }
  expect(auth.occurrences).toEqual([])
})

it('each endpoint with a body accepts its declared size at most, and the declared sizes are as listed', async () => {
  const declared = endpoints.filter(({ maxBytes }) => maxBytes).map(({ path, maxBytes }) => [path, maxBytes])
  const { token, twoTokens, document, usual, samlResponse } = bodyBytes
  expect(usual).toBe(4_096)
  expect(Object.fromEntries(declared)).toEqual({
    '/account/passkey': token,
    '/account/passkeys': token,
    '/account/profile': token,
    '/auth': document,
    '/token': document,
    '/token/introspection': twoTokens,
    '/token/revocation': twoTokens,
    '/me': token,
    '/request': document,
    '/backchannel': document,
    '/device/auth': document,
    '/reg': document,
    '/reg/:clientId': document,
    '/session/end': token,
    '/interaction/:uid/:step': token,
    '/federation/:providerId/callback': samlResponse,
    '/federation/:providerId/backchannel-logout': token,
  })
  for (const { path, methods, maxBytes = usual } of endpoints) {
    if (!methods.includes('POST')) continue
    const at = async (bytes: number) =>
      send(newSender(), 'POST', pathOf(path), `a=${'x'.repeat(bytes - 2)}`, form)
    expect([path, await at(maxBytes + 1)]).toEqual([path, 413])
    expect([path, await at(maxBytes)]).not.toEqual([path, 413])
  }
})

it('a body above the limit of its endpoint is rejected with 413 and the limit, which token-request.md lists', async () => {
  const readme = await readFile(new URL('../../token-request.md', import.meta.url), 'utf8')
  const rows = readme.matchAll(/^\| (\d+) KiB +\| (.+?) +\|$/gm)
  const listed = new Map(
    [...rows].flatMap(([, size, paths = '']) =>
      [...paths.matchAll(/`([^`]+)`/g)].map(([, path]) => [path, Number(size) * 1024] as const),
    ),
  )
  for (const { path, methods, maxBytes = bodyBytes.usual } of endpoints) {
    expect([path, listed.get(path) ?? bodyBytes.usual]).toEqual([path, maxBytes])
    if (!methods.includes('POST')) continue
    for (const accept of ['application/json', 'text/html']) {
      const headers = { 'x-forwarded-for': newSender(), 'content-type': form, accept }
      const body = 'x'.repeat(maxBytes + 1)
      const init = { method: 'POST', headers, body }
      const answer = await fetchVia(auth.address)(`${issuer}${pathOf(path)}`, init)
      expect([path, answer.status]).toEqual([path, 413])
      expect(await answer.text()).toContain(`larger than ${maxBytes} bytes`)
    }
  }
})

it('completed sign-ins of one address are not limited by the strict class, and failed ones are', async () => {
  const project = await makeProject(auth)
  const { client, user } = await applicationAndUser(auth, project.id)
  await setSetting(auth, 'rateLimit.strict.max', 9)
  await setSetting(auth, 'rateLimit.ordinary.max', 4)
  const signInFrom = async (from: string, secret: string) => {
    const browser = new FormBrowser(auth.address, redirectUri, { 'x-forwarded-for': from })
    const url = new URL(`${project.issuer}/auth`)
    url.search = new URLSearchParams({ ...codeRequest, client_id: client.clientId }).toString()
    const page = await browser.open(url)
    if (!isPage(page) || !page.html.includes('name="password"')) return 'limited'
    const next = await browser.submit(page, '/login', { login: user.email, password: secret })
    return isPage(next) ? 'refused' : 'signed in'
  }
  const from = newSender()
  const outcomes = []
  for (let index = 0; index < 7; index += 1) outcomes.push(await signInFrom(from, password))
  // Four completed sign-ins give their requests back; the next two spend the strict allowance.
  expect(outcomes).toEqual([...Array(6).fill('signed in'), 'limited'])
  const failing = newSender()
  const failed = []
  for (let index = 0; index < 4; index += 1) failed.push(await signInFrom(failing, 'a wrong password'))
  expect(failed).toEqual(['refused', 'refused', 'refused', 'limited'])
  for (const name of names) await setSetting(auth, `rateLimit.${name}.max`, max)
})
