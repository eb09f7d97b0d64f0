import { type Fuzz, fuzzRequests, fuzzSeed, largeJson, longText, measureCosts } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDirectory } from '../directory.ts'
import { makeConnection, type Scim, startScim, staticToken } from '../support.ts'

let scim: Scim
let address: URL
let headers: Record<string, string>
let targets: string[]
beforeAll(async () => {
  scim = await startScim()
  await scim.setting('scim.rateLimit.max', 1_000_000)
  const connection = await makeConnection(scim)
  const directory = await startDirectory(scim, connection)
  targets = [`/Users/${await directory.user()}`, `/Groups/${await directory.group()}`]
  address = new URL(connection.scim)
  const token = await staticToken(scim, connection)
  headers = { host: address.host, authorization: `Bearer ${token}` }
})
afterAll(() => scim?.close())

const names = [
  'userName',
  'emails',
  'members',
  'name',
  'title',
  'displayName',
  'externalId',
  'phoneNumbers',
  'x',
]
const sizes = [1_000, 10_000, 100_000, 400_000, 900_000]

const filterOf = (fuzz: Fuzz): string =>
  `${fuzz.pick(['emails[value eq "x"', 'members[value eq "x"', 'emails[type eq "x"'])}${' or value eq "y"'.repeat(fuzz.below(63))}]`

function operationsOf(fuzz: Fuzz, bytes: number): string {
  const op = () =>
    `{"op":"${fuzz.pick(['add', 'replace', 'remove'])}","path":${JSON.stringify(
      fuzz.chance(0.4) ? filterOf(fuzz) : fuzz.pick(names),
    )},"value":${fuzz.chance(0.5) ? largeJson(fuzz, fuzz.pick([10, 200, 2_000])) : '"x"'}}`
  if (fuzz.chance(0.4)) return `[{"op":"add","path":"${fuzz.pick(names)}","value":${largeJson(fuzz, bytes)}}]`
  const one = op()
  const count = Math.max(1, Math.ceil(bytes / one.length))
  return `[${Array.from({ length: count }, () => (fuzz.chance(0.5) ? one : op()))
    .join(',')
    .slice(0, 900_000)}]`
}

function requestOf(fuzz: Fuzz) {
  const bytes = fuzz.pick(sizes)
  if (fuzz.chance(0.15)) {
    const parameter = fuzz.pick(['filter', 'attributes', 'excludedAttributes', 'startIndex', 'sortBy'])
    const text = fuzz.chance(0.5) ? filterOf(fuzz) : longText(fuzz, 3_000)
    const target = `${address.pathname}/Users?${new URLSearchParams({ [parameter]: text })}`.slice(0, 12_000)
    return { method: 'GET', target, headers }
  }
  const method = fuzz.pick(['PATCH', 'PATCH', 'PUT', 'POST'])
  const target = `${address.pathname}${method === 'POST' ? fuzz.pick(['/Users', '/Groups', '/Users/.search']) : fuzz.pick(targets)}`
  const body =
    method === 'PATCH'
      ? `{"Operations":${operationsOf(fuzz, bytes)}}`
      : fuzz.chance(0.2)
        ? largeJson(fuzz, bytes)
        : `{"userName":"u${fuzz.below(1e9)}","${fuzz.pick(names.slice(1))}":${largeJson(fuzz, bytes)}}`
  return { method, target, headers: { ...headers, 'content-type': 'application/scim+json' }, body }
}

it('no request of a directory exceeds its budget of time, memory and connections', async () => {
  const { worst, problems } = await measureCosts(scim.address, {
    count: fuzzRequests(150),
    seed: fuzzSeed,
    make: requestOf,
  })
  console.info(`scim, worst request: ${worst}`)
  expect(problems.slice(0, 3)).toEqual([])
  expect(scim.occurrences).toEqual([])
}, 3_600_000)
