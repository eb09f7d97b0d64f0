import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'
import { auditSearch, entrySearch, userListSearch } from './searches.ts'

test('search parameters written to an address are read from it again', () => {
  const search = { q: "o'brien (1)*!+ä@x", status: 'active', page: '2' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('an address contains no name without a value', () => {
  expect(stringifySearch({ q: undefined, status: '' })).toBe('')
})

test('an invalid search parameter is ignored without an error', () => {
  expect(userListSearch({ q: '', status: 'odd', verified: 'maybe', page: '-1', other: 'x' })).toEqual({})
  expect(userListSearch({ q: 'ada', status: 'locked', page: '2' })).toEqual({
    q: 'ada',
    status: 'locked',
    page: 2,
  })
  expect(auditSearch({ from: '2026-13-45', to: '2026-11-01', page: '1' })).toEqual({ to: '2026-11-01' })
  expect(entrySearch({ problem: '<script>' })).toEqual({})
})
