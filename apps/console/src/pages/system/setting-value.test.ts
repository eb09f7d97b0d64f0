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
])('the shown text of %j is parsed as the same value', (fields) => {
  const one = setting(fields)
  expect(parseDraft(one, draftOf(one))).toEqual({ value: one.value })
})

test('an invalid text is reported at the setting', () => {
  expect(parseDraft(setting({ type: 'integer' }), '1.5')).toHaveProperty('problem')
  expect(parseDraft(setting({ type: 'object' }), '{')).toHaveProperty('problem')
})

test('a long value is truncated', () => {
  expect(shortOf('x'.repeat(500))).toHaveLength(120)
  expect(shortOf([])).toBe('empty')
})
