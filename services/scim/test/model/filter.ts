import type { ModelAttribute } from './schema.ts'

export type Literal = string | boolean | null
export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** RFC 7644 section 3.4.2.2 */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly part: Expression }
  | { readonly kind: 'pr'; readonly attribute: ModelAttribute; readonly sub?: ModelAttribute }
  | {
      readonly kind: 'compare'
      readonly attribute: ModelAttribute
      readonly sub?: ModelAttribute
      readonly operator: Comparison
      readonly literal: Literal
    }
  | { readonly kind: 'some'; readonly attribute: ModelAttribute; readonly inner: Expression }

type Json = Readonly<Record<string, unknown>>

export const nameOf = (attribute: ModelAttribute, sub?: ModelAttribute): string =>
  `${attribute.extension ? `${attribute.extension}:` : ''}${attribute.name}${sub ? `.${sub.name}` : ''}`

export function toText(expression: Expression): string {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return `(${expression.parts.map(toText).join(` ${expression.kind} `)})`
    case 'not':
      return `not (${toText(expression.part)})`
    case 'pr':
      return `${nameOf(expression.attribute, expression.sub)} pr`
    case 'some':
      return `${nameOf(expression.attribute)}[${toText(expression.inner)}]`
    case 'compare': {
      const { attribute, sub, operator, literal } = expression
      return `${nameOf(attribute, sub)} ${operator} ${JSON.stringify(literal)}`
    }
  }
}

/** A resource, or one value of a list, satisfies the filter. */
export function satisfies(expression: Expression, resource: Json): boolean {
  switch (expression.kind) {
    case 'and':
      return expression.parts.every((part) => satisfies(part, resource))
    case 'or':
      return expression.parts.some((part) => satisfies(part, resource))
    case 'not':
      return !satisfies(expression.part, resource)
    case 'some':
      return elements(resource, expression.attribute).some((element) => satisfies(expression.inner, element))
    case 'pr':
      return candidates(resource, expression).some((value) => isPresent(value))
    case 'compare':
      return candidates(resource, expression).some((value) => isTrue(expression, value))
  }
}

/**
 * Returns one value for a single value, which is undefined when it is unassigned, and one for each element of a list. A list without a
 * sub-attribute is compared by `value`.
 */
function candidates(
  resource: Json,
  { kind, attribute, sub }: Extract<Expression, { readonly kind: 'pr' | 'compare' }>,
): unknown[] {
  const own = ownerOf(resource, attribute)[attribute.name]
  // RFC 7643 section 2.4: a primary value that is not specified is assumed to be false.
  const assumed = kind === 'compare' && (sub ?? attribute).name === 'primary' ? false : undefined
  if (attribute.kind !== 'list') return [(sub ? (own as Json | undefined)?.[sub.name] : own) ?? assumed]
  const list = elements(resource, attribute)
  if (!sub && kind === 'pr') return list
  const name = sub?.name ?? 'value'
  return list.map((element) => element[name] ?? assumed)
}

const ownerOf = (resource: Json, { extension }: ModelAttribute): Json =>
  extension === undefined ? resource : ((resource[extension] ?? {}) as Json)

const elements = (resource: Json, attribute: ModelAttribute): Json[] =>
  (ownerOf(resource, attribute)[attribute.name] ?? []) as Json[]

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

function isTrue(
  { attribute, sub, operator, literal }: Extract<Expression, { readonly kind: 'compare' }>,
  value: unknown,
): boolean {
  const isExact = (sub ?? attribute).isExact === true
  const form = (given: unknown) => (typeof given === 'string' && !isExact ? given.toLowerCase() : given)
  const [actual, expected] = [form(value ?? null), form(literal)]
  if (operator === 'eq') return actual === expected
  if (operator === 'ne') return actual !== expected
  if (typeof actual !== 'string' || typeof expected !== 'string') return false
  if (operator === 'co') return actual.includes(expected)
  if (operator === 'sw') return actual.startsWith(expected)
  if (operator === 'ew') return actual.endsWith(expected)
  // The texts of the cases are ASCII, whose order is that of their code units.
  if (operator === 'gt') return actual > expected
  if (operator === 'ge') return actual >= expected
  return operator === 'lt' ? actual < expected : actual <= expected
}
