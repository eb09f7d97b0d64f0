import { expect, test } from 'vitest'
import { type OperationName, operations } from '../src/index.ts'

const takes = (name: OperationName, input: object): boolean =>
  operations[name].input.safeParse({ ...operations[name].example, ...input }).success

test.each([
  ['of 63 characters', 'a'.repeat(63), true],
  ['of 64 characters', 'a'.repeat(64), false],
  ['of letters, digits and hyphens', 'a-1', true],
  ['that begins with a hyphen', '-a', false],
  ['that ends with a hyphen', 'a-', false],
  ['in upper case', 'Acme', false],
  ['with an underscore', 'a_b', false],
  ['that is empty', '', false],
])('a slug is validated: %s', (_how, slug, isTaken) => {
  expect(takes('project_create', { slug })).toBe(isTaken)
})

test.each([
  'project_user_bulk_activate',
  'project_user_bulk_deactivate',
  'project_user_bulk_delete',
  'project_user_bulk_sign_out',
] as const)('%s accepts 100 ids and rejects 101', (name) => {
  const { example } = operations[name]
  const field = Object.keys(example).find((key) => Array.isArray(example[key as keyof typeof example])) ?? ''
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `usr_${index}`)
  expect(takes(name, { [field]: ids(100) })).toBe(true)
  expect(takes(name, { [field]: ids(101) })).toBe(false)
})
