import fc from 'fast-check'
import type { Comparison, Expression, Literal } from './filter.ts'
import type { ModelAttribute } from './schema.ts'

type Expressions = fc.Arbitrary<Expression>
type Texts = fc.Arbitrary<string>

const equalities: readonly Comparison[] = ['eq', 'ne']
const operators: readonly Comparison[] = [...equalities, 'eq', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']

function comparison(texts: Texts, attribute: ModelAttribute, sub?: ModelAttribute): Expressions {
  const { kind } = sub ?? attribute
  const target = { attribute, ...(sub ? { sub } : {}) }
  const present = fc.constant<Expression>({ kind: 'pr', ...target })
  if (kind === 'object') return present
  const compare = (chosen: readonly Comparison[], literals: fc.Arbitrary<Literal>): Expressions =>
    fc
      .tuple(fc.constantFrom(...chosen), literals)
      .map(([operator, literal]) => ({ kind: 'compare', ...target, operator, literal }))
  const typed = kind === 'flag' ? compare(equalities, fc.boolean()) : compare(operators, texts)
  return fc.oneof(
    { weight: 6, arbitrary: typed },
    { weight: 1, arbitrary: present },
    { weight: 1, arbitrary: compare(equalities, fc.constant(null)) },
  )
}

const combined = (leaf: Expressions): Expressions =>
  fc.letrec<{ node: Expression }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'filter' },
      { weight: 4, arbitrary: leaf },
      { weight: 1, arbitrary: tie('node').map((part): Expression => ({ kind: 'not', part })) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            fc.constantFrom('and' as const, 'or' as const),
            fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
          )
          .map(([kind, parts]): Expression => ({ kind, parts })),
      },
    ),
  })).node

export const inBrackets = ({ subs = [] }: ModelAttribute, texts: Texts): Expressions =>
  combined(fc.constantFrom(...subs).chain((sub) => comparison(texts, sub)))

function leaf(attribute: ModelAttribute, texts: Texts): Expressions {
  const { kind, subs = [] } = attribute
  if (subs.length === 0) return comparison(texts, attribute)
  const bySub = fc.constantFrom(...subs).chain((sub) => comparison(texts, attribute, sub))
  if (kind === 'object') return fc.oneof(bySub, comparison(texts, attribute))
  return fc.oneof(
    bySub,
    inBrackets(attribute, texts).map((inner): Expression => ({ kind: 'some', attribute, inner })),
    fc.constant<Expression>({ kind: 'pr', attribute }),
  )
}

export const filters = (attributes: readonly ModelAttribute[], texts: Texts): Expressions =>
  combined(fc.constantFrom(...attributes).chain((attribute) => leaf(attribute, texts)))
