import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Directory, startDirectory } from '../directory.ts'
import { type Scim, startScim } from '../support.ts'
import { firstSteps, steps, words } from './cases.ts'
import { type Expression, satisfies, toText } from './filter.ts'
import { filters, inBrackets } from './filter-cases.ts'
import { type Json, patched, type Step, toOperation } from './patch.ts'
import { groupAttributes, type ModelAttribute, userAttributes } from './schema.ts'

const numRuns = Number(process.env.SIGNET_SCIM_RUNS ?? 60)
const options = { numRuns, seed: 7644 }

let scim: Scim
let directory: Directory
const users: Json[] = []
beforeAll(async () => {
  scim = await startScim()
  await scim.setting('scim.rateLimit.max', 1_000_000)
  directory = await startDirectory(scim)
  for (const [index, first] of fc.sample(firstSteps, { numRuns: 14, seed: 7643 }).entries()) {
    const resource = patched({ active: true }, first, false).resource ?? {}
    const id = await directory.user(unique({ ...resource, userName: `user${index}` }, index))
    users.push(await read('Users', id))
  }
})
afterAll(() => scim?.close())

/** Makes the addresses valid, and the names that are unique different from those of other users. */
function unique({ externalId, emails = [], ...resource }: Json, index: number): Json {
  const addresses = (emails as { value: string }[]).map(({ value, ...rest }) => ({
    ...rest,
    value: `${value}@${index}.example`,
  }))
  return {
    ...resource,
    ...(externalId === undefined ? {} : { externalId: `${externalId}${index}` }),
    emails: addresses,
  }
}

const read = async (kind: string, id: string) => (await directory.get(`/${kind}/${id}`)).body as Json

async function expectFound(kind: string, filter: Expression, all: readonly Json[]): Promise<void> {
  const text = toText(filter)
  const { status, body } = await directory.post(`/${kind}/.search`, { filter: text })
  const found = (body as Json).Resources as Json[]
  expect([status, found?.map(({ id }) => id).toSorted()], text).toEqual([
    200,
    all
      .filter((resource) => satisfies(filter, resource))
      .map(({ id }) => id)
      .toSorted(),
  ])
}

const textsOf = (...more: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...words, ...more)

it('a random filter finds the users of RFC 7644 section 3.4.2.2', async () => {
  const attributes: readonly ModelAttribute[] = [
    ...userAttributes,
    { name: 'id', kind: 'text', isExact: true },
    { name: 'userName', kind: 'text' },
  ]
  const texts = textsOf('a1', '.example', 'USER3', 'A@5.example', String(users[2]?.id))
  await fc.assert(
    fc.asyncProperty(filters(attributes, texts), (filter) => expectFound('Users', filter, users)),
    { ...options, numRuns: 4 * numRuns },
  )
}, 3_600_000)

it('a random filter finds the groups of RFC 7644 section 3.4.2.2', async () => {
  const groups = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const members = users.filter((_user, at) => (index + at) % 5 === 0).map(({ id }) => ({ value: id }))
      const id = await directory.group({ displayName: `Group ${index}`, externalId: `Team${index}`, members })
      return read('Groups', id)
    }),
  )
  const ids = users.slice(0, 3).map(({ id }) => String(id))
  const texts = textsOf(...ids, 'User', 'group 3', 'user1', 'team1', 'Team1', String(groups[0]?.id))
  await fc.assert(
    fc.asyncProperty(filters(groupAttributes, texts), (filter) => expectFound('Groups', filter, groups)),
    { ...options, numRuns: 2 * numRuns },
  )
}, 3_600_000)

const ownOf = ({ schemas: _schemas, id: _id, meta: _meta, groups: _groups, ...own }: Json): Json => own

it('a random PATCH changes the stored user as RFC 7644 section 3.5.2 describes, or not at all', async () => {
  const id = await directory.user({ userName: 'patched' })
  // Addresses are unique and have a form, which the test without a service does not need.
  const isFree = ({ attribute }: Step) => attribute.name !== 'emails'
  await fc.assert(
    fc.asyncProperty(
      firstSteps.map((all) => all.filter(isFree)),
      steps.filter((all) => all.every(isFree)),
      async (first, operations) => {
        await directory.put(`/Users/${id}`, {
          ...patched({ active: true }, first, false).resource,
          userName: 'patched',
        })
        const before = await read('Users', id)
        const expected = patched(ownOf(before), operations, false)
        const { status, body } = await directory.patch(`/Users/${id}`, operations.map(toOperation))
        expect([status, ownOf(await read('Users', id))]).toEqual([
          expected.refused ? 400 : 200,
          expected.resource ?? ownOf(before),
        ])
        if (!expected.refused) expect(ownOf(body as Json)).toEqual(expected.resource)
      },
    ),
    options,
  )
}, 3_600_000)

/** Members by their positions in `users`. */
interface MemberStep {
  readonly op: 'add' | 'replace' | 'remove'
  readonly named: readonly number[] | null
  readonly where: Expression | null
}

const members = groupAttributes[3] as ModelAttribute

function memberStep(texts: fc.Arbitrary<string>): fc.Arbitrary<MemberStep> {
  const named = fc.uniqueArray(fc.nat(users.length - 1), { maxLength: 4 })
  const step = (op: MemberStep['op']) =>
    named.map((chosen): MemberStep => ({ op, named: chosen, where: null }))
  return fc.oneof(
    step('add'),
    step('replace'),
    step('remove'),
    fc.constantFrom<MemberStep>(
      { op: 'remove', named: null, where: null },
      { op: 'replace', named: null, where: null },
    ),
    inBrackets(members, texts).map((where): MemberStep => ({ op: 'remove', named: null, where })),
  )
}

const toMemberOperation = ({ op, named, where }: MemberStep): Json => ({
  op,
  path: where ? `members[${toText(where)}]` : 'members',
  ...(where ? {} : { value: named?.map((index) => ({ value: users[index]?.id })) ?? null }),
})

/** RFC 7644 section 3.5.2 */
function membersAfter(current: readonly Json[], { op, named, where }: MemberStep): Json[] {
  const given = (named ?? []).map((index) => memberOf(users[index] ?? {}))
  if (op === 'replace') return given
  if (op === 'add') return [...current, ...given.filter(({ value }) => !has(current, value))]
  if (where) return current.filter((member) => !satisfies(where, member))
  return named ? current.filter(({ value }) => !has(given, value)) : []
}

const has = (all: readonly Json[], value: unknown): boolean => all.some((one) => one.value === value)

const memberOf = ({ id, userName }: Json): Json => ({ value: id, type: 'User', display: userName })

it.each(['lenient', 'strict'])(
  'a random PATCH changes the members of a group as RFC 7644 section 3.5.2 describes in the %s mode',
  async (mode) => {
    await scim.setting('scim.strict', mode === 'strict')
    const group = await directory.group()
    const texts = textsOf('User', 'user1', ...users.slice(0, 4).map(({ id }) => String(id)))
    let current: Json[] = []
    const sequence = fc.array(memberStep(texts), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(sequence, async (all) => {
        const { status } = await directory.patch(`/Groups/${group}`, all.map(toMemberOperation))
        current = all.reduce(membersAfter, current)
        const stored = ((await read('Groups', group)).members ?? []) as Json[]
        expect([status, stored.map(({ value }) => value).toSorted()]).toEqual([
          200,
          current.map(({ value }) => value).toSorted(),
        ])
      }),
      // The members of one case are those before the next, so a shorter case would not repeat a failure.
      { ...options, endOnFailure: true },
    )
    await scim.setting('scim.strict', false)
  },
  3_600_000,
)
