import { afterAll, beforeAll, expect, it } from 'vitest'
import { messageLimits } from '../src/messages/limits.ts'
import { type Directory, groupUrn, patchUrn, startDirectory, uniqueName, userUrn } from './directory.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
let directory: Directory
let user: string
let group: string
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
  user = `/Users/${await directory.user({ title: 'kept', emails: addresses(3) })}`
  group = `/Groups/${await directory.group()}`
})
afterAll(() => scim?.close())

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const addresses = (count: number) => times(count, (index) => ({ value: `a${index}@x.example`, type: 't' }))

const operation = (op: string, path: string, value?: unknown) => ({ op, path, value })

/** Measures the processor time of this process in milliseconds. */
async function costOf(path: string, operations: readonly object[]) {
  const body = JSON.stringify({ schemas: [patchUrn], Operations: operations })
  const begun = process.threadCpuUsage()
  const { status, body: answer } = await directory.send('PATCH', path, body)
  const { user: own, system } = process.threadCpuUsage(begun)
  return { status, answer, ms: (own + system) / 1000 }
}

const half = JSON.stringify(addresses(2_500)).length
const longFilter = `emails[${times(60, (index) => `value eq "x${index}"`).join(' or ')}].type`

it.each([
  ['a list of 250 KB', () => [operation('add', 'emails', addresses(6_000))]],
  ['two lists of 100 KB', () => times(2, () => operation('add', 'emails', addresses(2_500)))],
  ['lists that grow by steps', () => times(90, (index) => operation('add', 'emails', addresses(index)))],
  ['a list of values to remove', () => [operation('remove', 'emails', addresses(6_000))]],
  [
    'more operations than allowed in one request',
    () => times(messageLimits.operations + 1, () => operation('add', 'title', 'x')),
  ],
  [
    'more changes of attributes than allowed in one request',
    () => times(messageLimits.changes + 1, () => operation('add', 'title', 'x')),
  ],
  [
    'more comparisons than allowed in one request',
    () => times(messageLimits.changes, () => operation('replace', longFilter, 'work')),
  ],
  [
    'a text that normalization makes 18 times longer',
    () => [operation('replace', 'emails[value eq "x"].type', '\ufdfa'.repeat(80_000))],
  ],
])(
  'a PATCH with %s is rejected within 400 ms of processor time and changes nothing',
  async (_title, make) => {
    expect(half).toBeGreaterThan(80_000)
    const before = await directory.get(user)
    const { status, answer, ms } = await costOf(user, make())
    expect([status, JSON.stringify(answer).length < 2_000]).toEqual([400, true])
    expect(ms).toBeLessThan(400)
    expect((await directory.get(user)).body).toEqual(before.body)
  },
)

it('alternating changes of members are limited, and changes that can be joined are not', async () => {
  const member = [{ value: await directory.user() }]
  const alternating = times(2 * messageLimits.changes, (index) =>
    operation(index % 2 ? 'remove' : 'add', 'members', member),
  )
  const { status, answer } = await costOf(group, alternating)
  expect([status, answer.scimType]).toEqual([400, 'tooMany'])
  const joined = times(messageLimits.operations, () => operation('add', 'members', member))
  const added = await costOf(group, joined)
  expect(added.status).toBe(200)
  expect(added.ms).toBeLessThan(1_000)
})

it('a list beyond the limit of a profile is rejected in POST and PUT too', async () => {
  const body = { schemas: [userUrn], userName: uniqueName('long'), emails: addresses(6_000) }
  expect((await directory.post('/Users', body)).status).toBe(400)
  expect((await directory.put(user, body)).status).toBe(400)
})

it('a repeated member name is rejected', async () => {
  const doubled = `{"schemas":["${groupUrn}"],"displayName":"a","displayName":"b"}`
  const { status, body } = await directory.send('POST', '/Groups', doubled)
  expect([status, body.scimType, body.detail]).toEqual([
    400,
    'invalidSyntax',
    'The body names "displayName" twice in one object.',
  ])
  expect(scim.occurrences).toEqual([])
})

it.each(['0', '-1', '2147483647', '2147483648', '999999999999999', '9'.repeat(30)])(
  'a list with the number %s as its start or count is answered or rejected without a fault',
  async (value) => {
    for (const name of ['startIndex', 'count']) {
      const { status } = await directory.get(`/Users?${name}=${value}`)
      expect([name, [200, 400].includes(status)]).toEqual([name, true])
      const searched = await directory.post('/Users/.search', { [name]: Number(value) })
      expect([name, [200, 400].includes(searched.status)]).toEqual([name, true])
    }
    expect(scim.occurrences).toEqual([])
  },
)
