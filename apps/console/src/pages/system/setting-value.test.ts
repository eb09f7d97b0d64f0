import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../texts/index.ts'
import type { Setting } from './setting-groups.ts'
import { draftOf, parseDraft, shortOf } from './setting-value.ts'

beforeAll(() => loadTexts('en'))

const setting = (fields: Partial<Setting>): Setting => ({
  key: 'scopes',
  type: 'list',
  default: [],
  value: [],
  applies: 'live',
  description: 'What it is.',
  ...fields,
})

test.each<[Partial<Setting>]>([
  [{ type: 'boolean', value: true }],
  [{ type: 'integer', value: 120 }],
  [{ type: 'choice', value: 'both', options: ['path', 'both'] }],
  [{ type: 'list', value: ['a', 'b'] }],
  [{ type: 'list', value: ['poll'], options: ['poll', 'ping'] }],
  [{ type: 'object', value: { email: ['email'] } }],
])('what is shown of %j is read back as the same value', (fields) => {
  const one = setting(fields)
  expect(parseDraft(one, draftOf(one))).toEqual({ value: one.value })
})

test('what cannot be read is said at the setting', () => {
  expect(parseDraft(setting({ type: 'integer' }), '1.5')).toHaveProperty('problem')
  expect(parseDraft(setting({ type: 'object' }), '{')).toHaveProperty('problem')
})

test('a long value is cut', () => {
  expect(shortOf('x'.repeat(500))).toHaveLength(120)
  expect(shortOf([])).toBe('empty')
})
