import { expect, test } from 'vitest'
import { isKeySet } from './is-key-set.ts'

test('a key set is empty or a JSON object with a list of keys', () => {
  expect(['', '  ', '{"keys":[]}'].map(isKeySet)).toEqual([true, true, true])
  expect(['{', '[]', '"keys"', '{"keys":{}}', 'null'].map(isKeySet)).toEqual(Array(5).fill(false))
})
