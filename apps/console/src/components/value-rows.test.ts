import { expect, it } from 'vitest'
import { valueRows } from './value-rows.ts'

it('value rows have readable names, and nested members the names that lead to them', () => {
  expect(
    valueRows({ lockReason: 'left', expect: { projects: 2 }, users: ['a@x', 'b@x'], empty: [], none: null }),
  ).toEqual([
    { name: 'lock reason', value: 'left' },
    { name: 'expect › projects', value: '2' },
    { name: 'users', value: 'a@x, b@x' },
    { name: 'none', value: 'none' },
  ])
})

it('value rows show the code of characters that hide or turn text', () => {
  expect(valueRows({ name: 'Bob\u202e\u200b' })).toEqual([{ name: 'name', value: 'Bob\\u{202e}\\u{200b}' }])
})
