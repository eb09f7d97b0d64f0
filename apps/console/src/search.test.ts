import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'
import { auditSearch, entrySearch, userListSearch } from './searches.ts'

test('what is written into an address is read out of it again', () => {
  const search = { q: "o'brien (1)*!+ä@x", status: 'active', page: '2' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('an address carries no name without a value', () => {
  expect(stringifySearch({ q: undefined, status: '' })).toBe('')
})

test('what makes no sense in an address is dropped, never an error', () => {
  expect(userListSearch({ q: '', status: 'odd', verified: 'maybe', page: '-1', other: 'x' })).toEqual({})
  expect(userListSearch({ q: 'ada', status: 'locked', page: '2' })).toEqual({
    q: 'ada',
    status: 'locked',
    page: 2,
  })
  expect(auditSearch({ from: '2026-13-45', to: '2026-11-01', page: '1' })).toEqual({ to: '2026-11-01' })
  expect(entrySearch({ problem: '<script>' })).toEqual({})
})
