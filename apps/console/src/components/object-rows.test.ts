import { expect, test } from 'vitest'
import { parseObject } from './json-text.ts'
import { isRepeated, type MemberKind, rowsOfText, textOfRows } from './object-rows.ts'

test.each<[MemberKind, object]>([
  ['text', { openid: 'see your ID', digits: '42' }],
  ['words', { email: ['email', 'email_verified'], none: [] }],
  ['json', { floor: 3, isStaff: true, digits: '42', department: 'Research', roles: ['a', 'b'] }],
  ['json', {}],
])('rows of %s return the object %j unchanged', (kind, object) => {
  const text = JSON.stringify(object, null, 2)
  expect(textOfRows(kind, rowsOfText(kind, text) ?? [])).toBe(text)
})

test.each<[MemberKind, string]>([
  ['json', '{"address": {"city": "Utrecht"}}'],
  ['json', '{"floor": null}'],
  ['text', '{"floor": 3}'],
  ['words', '{"email": [1]}'],
  ['json', '[]'],
  ['json', '{'],
])('rows of %s cannot show %s', (kind, text) => {
  expect(rowsOfText(kind, text)).toBeNull()
})

test('a row without a name is omitted, and a repeated name is reported at the later row and cannot be saved', () => {
  const rows = [
    ['a', '1'],
    ['', 'x'],
    [' a', '2'],
  ] as const
  expect(parseObject(textOfRows('json', rows))).toBeUndefined()
  expect(parseObject(textOfRows('json', rows.slice(0, 2)))).toEqual({ a: 1 })
  expect(rows.map((_, index) => isRepeated(rows, index))).toEqual([false, false, true])
})
