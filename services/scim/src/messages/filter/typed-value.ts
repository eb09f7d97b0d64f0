import { type AttributeRef, nameOf } from '../../schemas/find-attribute.ts'
import type { FilterValue, Operator } from './filter.ts'
import { InvalidExpression, type Token } from './lexer.ts'

/** Rejects a value of another type than the attribute, and an operator that the type does not support. */
export function typedValue(
  ref: AttributeRef,
  operator: Operator,
  token: Token,
  strict: boolean,
): FilterValue {
  const { type } = ref.sub ?? ref.attribute
  const isEquality = operator === 'eq' || operator === 'ne'
  const value = literalOf(token)
  if (type === 'complex') throw new InvalidExpression(`compares ${nameOf(ref)} as a whole`)
  if (value === null) return isEquality ? null : refuseOperator(ref, operator)
  if (type === 'boolean') {
    if (!isEquality) return refuseOperator(ref, operator)
    return booleanOf(value, strict) ?? refuseValue(ref, 'true or false')
  }
  if (typeof value !== 'string') return refuseValue(ref, 'a string')
  if (type !== 'dateTime') return value
  if (operator === 'co' || operator === 'sw' || operator === 'ew') return refuseOperator(ref, operator)
  return timeOf(value) ?? refuseValue(ref, 'a time such as 2026-01-31T08:00:00Z')
}

/** @throws InvalidExpression */
export function literalOf(token: Token): string | number | boolean | null {
  if (token.kind === 'string') return token.text
  if (token.kind === 'number') return Number(token.text)
  const word = token.kind === 'name' ? token.text : ''
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  throw new InvalidExpression('misses a value')
}

/** Some directories send a boolean as a string in any letter case. */
export function booleanOf(value: unknown, strict: boolean): boolean | null {
  if (typeof value === 'boolean') return value
  if (strict || typeof value !== 'string') return null
  const word = value.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : null
}

/** xsd:dateTime (RFC 7643 section 2.3.5) of a year with four digits. */
function timeOf(value: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null
  const time = new Date(value)
  const isTime = !Number.isNaN(time.getTime()) && time.getUTCFullYear() > 0 && time.getUTCFullYear() < 10_000
  return isTime ? time.toISOString() : null
}

const refuseOperator = (ref: AttributeRef, operator: Operator): never => {
  throw new InvalidExpression(`compares ${nameOf(ref)} with ${operator}, which its type does not have`)
}

const refuseValue = (ref: AttributeRef, expected: string): never => {
  throw new InvalidExpression(`compares ${nameOf(ref)} with something that is not ${expected}`)
}
