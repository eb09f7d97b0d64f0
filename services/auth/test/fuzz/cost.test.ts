import { sql } from '@signet/db'
import { type Fuzz, fuzzRequests, fuzzSeed, largeJson, longText, measureCosts } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyBytes, endpoints } from '../../src/http/endpoints.ts'
import { type Auth, makeClient, makeProject, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
let issuer: URL
let clientId: string
beforeAll(async () => {
  auth = await startAuth()
  const on = [
    'registration.enabled',
    'par.enabled',
    'ciba.enabled',
    'dpop.enabled',
    'claimsParameter.enabled',
  ]
  for (const name of [...on, 'requestObjects.enabled', 'richAuthorizationRequests.enabled'])
    await setSetting(auth, name, true)
  const project = await makeProject(auth)
  clientId = (await makeClient(auth, { projectId: project.id, confidential: false })).clientId
  issuer = new URL(project.issuer)
})
afterAll(() => auth?.close())

const parameters = [
  'scope',
  'claims',
  'redirect_uri',
  'state',
  'prompt',
  'acr_values',
  'ui_locales',
  'resource',
  'authorization_details',
  'request',
  'id_token_hint',
  'login_hint',
  'client_assertion',
  'assertion',
  'code',
  'refresh_token',
  'token',
  'logout_token',
  'login',
  'password',
  'client_metadata',
]
const headerNames = [
  'cookie',
  'accept-language',
  'authorization',
  'dpop',
  'accept',
  'x-forwarded-for',
  'origin',
]

const jwtOf = (json: string): string =>
  `${Buffer.from('{"alg":"ES256","typ":"JWT"}').toString('base64url')}.${Buffer.from(json).toString('base64url')}.AAAA`

function parameterValue(fuzz: Fuzz, bytes: number): string {
  if (fuzz.chance(0.4)) return longText(fuzz, bytes)
  const json = largeJson(fuzz, bytes)
  return fuzz.chance(0.4)
    ? jwtOf(`{"sub":"x","${fuzz.pick(['aud', 'claims', 'scope', 'groups'])}":${json}}`)
    : json
}

function requestOf(fuzz: Fuzz) {
  const { path, methods, maxBytes = bodyBytes.usual } = fuzz.pick(endpoints)
  const method = fuzz.pick(methods)
  const base = fuzz.chance(0.8) ? issuer.pathname : ''
  const target = `${base}${path.replace(':uid', 'u'.repeat(21)).replace(/:\w+/, 'login')}`
  const headers: Record<string, string> = { host: issuer.host }
  for (const name of fuzz.some(headerNames, 0.2))
    headers[name] = longText(fuzz, 2_000)
      .replace(/[^!-~]/g, 'a=b; ')
      .slice(0, 2_000)
      .trim()
  const fields = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    grant_type: 'refresh_token',
  })
  if (method !== 'POST' && method !== 'PUT') {
    fields.set(fuzz.pick(parameters), parameterValue(fuzz, 2_000))
    return { method, target: `${target}?${fields}`.slice(0, 9_000), headers }
  }
  if (path.startsWith('/reg')) {
    const body = `{"redirect_uris":["https://a.example/"],"${fuzz.pick(['redirect_uris', 'jwks', 'client_name', 'x'])}":${largeJson(fuzz, 40_000)}}`
    return { method, target, headers: { ...headers, 'content-type': 'application/json' }, body }
  }
  headers['content-type'] = 'application/x-www-form-urlencoded'
  const many = 'a=&'.repeat(Math.floor(maxBytes / 3) - 300)
  fields.set(fuzz.pick(parameters), parameterValue(fuzz, Math.floor(maxBytes / 4)))
  return {
    method,
    target,
    headers,
    body: fuzz.chance(0.2) ? `${many}client_id=${clientId}` : `${fields}`.slice(0, maxBytes),
  }
}

it('no request exceeds its budget of time, memory, connections and mail', async () => {
  const { worst, problems } = await measureCosts(auth.address, {
    count: fuzzRequests(400),
    seed: fuzzSeed,
    make: requestOf,
    countMails: async () => (await auth.database.rows(sql`SELECT 1 FROM mail_messages`)).length,
  })
  console.info(`auth, worst request: ${worst}`)
  expect(problems.slice(0, 3)).toEqual([])
  expect(
    [...new Set(auth.occurrences.map(({ message, stack }) => `${message}\n${stack}`))].slice(0, 3),
  ).toEqual([])
}, 3_600_000)
