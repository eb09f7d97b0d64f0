import { createFuzz, type Fuzz, fuzzRequests, fuzzSeed, inParallel } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Directory, enterpriseUrn, startDirectory, uniqueName } from '../directory.ts'
import { type Scim, startScim } from '../support.ts'

let scim: Scim
let directory: Directory
let targets: string[]
beforeAll(async () => {
  scim = await startScim()
  await scim.setting('scim.rateLimit.max', 1_000_000)
  directory = await startDirectory(scim)
  const users = await Promise.all([1, 2, 3].map(() => directory.user({ title: 'x' })))
  targets = [...users.map((id) => `/Users/${id}`), `/Groups/${await directory.group()}`]
})
afterAll(() => scim?.close())

const names = [
  ...[
    'userName',
    'externalId',
    'active',
    'name',
    'name.familyName',
    'emails',
    'emails.value',
    'title',
    'groups',
  ],
  ...['displayName', 'members', 'members.value', 'meta.created', 'id', 'schemas', 'password', enterpriseUrn],
  ...[
    `${enterpriseUrn}:manager`,
    `${enterpriseUrn}:department`,
    'nothing',
    '__proto__',
    'constructor.prototype',
  ],
]
const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'EQ', 'is']
const literals = [
  '"x"',
  '""',
  '"%"',
  '"\\u0041"',
  'true',
  'false',
  'null',
  '7',
  '"2020-01-01T00:00:00Z"',
  '"\\ud800"',
]

/** The filter is valid or nearly valid, to pass the parser and reach the database. */
function filterText(fuzz: Fuzz, depth = 0): string {
  const kind = fuzz.below(depth > 4 ? 2 : 6)
  if (kind === 0) return `${fuzz.pick(names)} pr`
  if (kind < 3) return `${fuzz.pick(names)} ${fuzz.pick(operators)} ${fuzz.pick(literals)}`
  if (kind === 3) return `${fuzz.pick(['emails', 'phoneNumbers', 'members', 'groups'])}[${inner(fuzz)}]`
  if (kind === 4) return `not (${filterText(fuzz, depth + 1)})`
  return `(${filterText(fuzz, depth + 1)}) ${fuzz.pick(['and', 'or'])} ${filterText(fuzz, depth + 1)}`
}

const inner = (fuzz: Fuzz): string =>
  `${fuzz.pick(['value', 'type', 'primary', 'display', '$ref'])} ${fuzz.pick(operators)} ${fuzz.pick(literals)}`

const pathText = (fuzz: Fuzz): string =>
  fuzz.chance(0.3)
    ? `${fuzz.pick(['emails', 'members', 'phoneNumbers'])}[${inner(fuzz)}]${fuzz.pick(['', '.value', '.type', '.primary', '.__proto__'])}`
    : fuzz.pick(names)

function value(fuzz: Fuzz): unknown {
  if (fuzz.chance(0.3))
    return [{ value: fuzz.pick(['x', 'a@b.example', 7, null]), primary: fuzz.chance(0.5) }]
  if (fuzz.chance(0.3)) return { [fuzz.pick(names)]: fuzz.pick([null, 'x', true, {}, []]), value: 'y' }
  return fuzz.pick([null, true, 'False', '', 'x', 7, [], {}, [[]], [null], ['x'], { value: { value: {} } }])
}

const operation = (fuzz: Fuzz): object => ({
  op: fuzz.pick(['add', 'replace', 'remove', 'Add', 'move']),
  ...(fuzz.chance(0.8) ? { path: pathText(fuzz) } : {}),
  ...(fuzz.chance(0.8) ? { value: value(fuzz) } : {}),
})

it('nearly valid filters and patches are answered or refused, and pollute no prototype', async () => {
  const failures: unknown[] = []
  await inParallel(fuzzRequests(600), 8, async (index) => {
    const fuzz = createFuzz(fuzzSeed * 7_919 + index)
    const target = fuzz.pick(targets)
    const { status } = fuzz.chance(0.5)
      ? await directory.find(fuzz.pick(['Users', 'Groups']), filterText(fuzz))
      : await directory.patch(
          target,
          Array.from({ length: 1 + fuzz.below(4) }, () => operation(fuzz)),
        )
    if (![200, 204, 400, 409].includes(status)) failures.push({ index, status })
  })
  expect(failures).toEqual([])
  expect(scim.occurrences).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
  for (const target of targets) expect((await directory.get(target)).status).toBe(200)
}, 3_600_000)

it('a body with a random value of any attribute is stored or refused, and a stored one is read again', async () => {
  const failures: unknown[] = []
  await inParallel(fuzzRequests(300), 8, async (index) => {
    const fuzz = createFuzz(fuzzSeed * 104_729 + index)
    const members = Object.fromEntries(fuzz.some(names, 0.4).map((name) => [name, value(fuzz)]))
    const made = await directory.post('/Users', { ...members, userName: uniqueName('fuzz') })
    const read = made.status === 201 ? await directory.get(`/Users/${made.body.id}`) : made
    if (![201, 400, 409].includes(made.status) || JSON.stringify(read.body) !== JSON.stringify(made.body))
      failures.push({ index, status: made.status, read: read.status })
  })
  expect(failures).toEqual([])
  expect(scim.occurrences).toEqual([])
}, 3_600_000)
