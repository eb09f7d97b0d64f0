import {
  createFuzz,
  encodeParameters,
  type FuzzedRequest,
  fuzzRequests,
  fuzzSeed,
  headerText,
  inParallel,
  sendFuzzed,
} from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeConnection, type Scim, startScim, staticToken } from '../support.ts'

let scim: Scim
let address: URL
let token: string
beforeAll(async () => {
  scim = await startScim()
  await scim.setting('rateLimit.enabled', false)
  await scim.setting('scim.rateLimit.max', 1_000_000)
  const connection = await makeConnection(scim)
  address = new URL(connection.scim)
  token = await staticToken(scim, connection)
})
afterAll(() => scim?.close())

const paths = [
  '/Users',
  '/Groups',
  '/Schemas',
  '/ResourceTypes',
  '/ServiceProviderConfig',
  '/Me',
  '/Bulk',
  '/.search',
]
const parameters = [
  'filter',
  'attributes',
  'excludedAttributes',
  'sortBy',
  'sortOrder',
  'startIndex',
  'count',
]
const members = [
  'schemas',
  'userName',
  'externalId',
  'name',
  'emails',
  'active',
  'members',
  'Operations',
  'id',
  'meta',
]

function requestOf(seed: number): FuzzedRequest {
  const fuzz = createFuzz(seed)
  const method = fuzz.pick(['GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
  const rest = fuzz.chance(0.5)
    ? `/${encodeURIComponent(fuzz.text().slice(0, 300).toWellFormed() || 'x')}`
    : ''
  const chosen = fuzz.some(parameters, 0.3).map((name): [string, string] => [name, fuzz.text()])
  const query = chosen.length ? `?${encodeParameters(fuzz, chosen)}` : ''
  const target = `${address.pathname}${fuzz.pick(paths)}${rest}${query.slice(0, 7_000)}`
  const authorization = fuzz.chance(0.9) ? `Bearer ${token}` : headerText(`Bearer ${fuzz.text()}`)
  const headers = { host: address.host, authorization }
  if (!['POST', 'PUT', 'PATCH'].includes(method)) return { method, target, headers }
  const body = `{${fuzz
    .some(members, 0.4)
    .map((name) => `"${name}":${fuzz.json()}`)
    .join(',')}}`
  const type = fuzz.chance(0.95) ? 'application/scim+json' : headerText(fuzz.text())
  return {
    method,
    target,
    headers: { ...headers, 'content-type': type },
    body: fuzz.chance(0.9) ? body : fuzz.json(),
  }
}

const count = fuzzRequests(800)

it(`${count} random requests are refused and cause no fault`, async () => {
  const failures: string[] = []
  await inParallel(count, 12, async (index) => {
    await sendFuzzed(scim.address, requestOf(fuzzSeed * 1_000_003 + index)).catch((error: Error) => {
      failures.push(error.message)
    })
  })
  expect(scim.occurrences.slice(0, 5)).toEqual([])
  expect(failures.slice(0, 5)).toEqual([])
}, 3_600_000)
