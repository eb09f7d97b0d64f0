import fc from 'fast-check'
import { inBrackets } from './filter-cases.ts'
import type { Json, Step } from './patch.ts'
import { type ModelAttribute, userAttributes } from './schema.ts'

/** Few texts in several letter cases, so that values collide. */
export const words = ['a', 'A', 'b', 'ab', 'Ba', 'work', 'Work', 'home', '1']
const word = fc.constantFrom(...words)

const simple = ({ kind }: ModelAttribute): fc.Arbitrary<unknown> => (kind === 'flag' ? fc.boolean() : word)

/** Some members are null, and often none is named. */
const members = ({ subs = [] }: ModelAttribute, nulls: number): fc.Arbitrary<Json> =>
  fc.record(
    Object.fromEntries(
      subs.map((sub) => [
        sub.name,
        fc.oneof({ weight: 6, arbitrary: simple(sub) }, { weight: nulls, arbitrary: fc.constant(null) }),
      ]),
    ),
    { requiredKeys: [] },
  )

const listOf = (attribute: ModelAttribute): fc.Arbitrary<Json[]> =>
  fc.array(members(attribute, 1), { maxLength: 3 })

function valueFor(attribute: ModelAttribute): fc.Arbitrary<unknown> {
  if (attribute.kind === 'list') return listOf(attribute)
  return attribute.kind === 'object' ? members(attribute, 2) : simple(attribute)
}

const anyValue = (attribute: ModelAttribute): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: valueFor(attribute) },
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom<unknown>([[]], 7.5, { nested: {} })
        .filter((value) => isWrong(attribute, value)),
    },
  )

/** False for a value of another type that the lenient mode accepts. */
const isWrong = ({ kind }: ModelAttribute, value: unknown): boolean =>
  kind === 'list' ? value === 7.5 : kind === 'object' ? !isNested(value) : typeof value === 'object'

const isNested = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value)

const targets: readonly { readonly attribute: ModelAttribute; readonly sub?: ModelAttribute }[] =
  userAttributes.flatMap((attribute) => [
    { attribute },
    ...(attribute.subs ?? []).map((sub) => ({ attribute, sub })),
  ])

const kinds = fc.constantFrom('add' as const, 'replace' as const, 'remove' as const)
const forms = fc.constantFrom('path' as const, 'path' as const, 'member' as const, 'extension' as const)

const step: fc.Arbitrary<Step> = fc.constantFrom(...targets).chain(({ attribute, sub }) => {
  const hasFilter = attribute.kind === 'list' ? fc.boolean() : fc.constant(false)
  return fc.tuple(kinds, forms, hasFilter, fc.nat(9)).chain(([op, form, isFiltered, chance]) => {
    const isPlain = op !== 'remove' && !sub && !isFiltered
    // A removal usually has no value; another operation usually has one.
    const isWithout = op === 'remove' ? chance < 7 : chance === 9
    const target = sub ?? (isFiltered ? { ...attribute, kind: 'object' as const } : attribute)
    return fc.record({
      op: fc.constant(op),
      attribute: fc.constant(attribute),
      form: fc.constant(isPlain && !isWithout ? form : 'path'),
      ...(sub ? { sub: fc.constant(sub) } : {}),
      ...(isFiltered ? { where: inBrackets(attribute, word) } : {}),
      ...(isWithout ? {} : { value: anyValue(target) }),
    })
  })
})

export const steps = fc.array(step, { minLength: 1, maxLength: 4 })

/** Operations that give a user without attributes its first ones. */
export const firstSteps: fc.Arbitrary<Step[]> = fc
  .tuple(
    ...userAttributes.map((attribute) =>
      valueFor(attribute).map((value): Step => ({ op: 'replace', attribute, form: 'path', value })),
    ),
  )
  .chain((all) => fc.subarray(all))
