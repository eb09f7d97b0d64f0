import { expect, test } from 'vitest'
import { parseObject } from './json-text.ts'

test('only a JSON object is parsed, and an empty text is an empty object', () => {
  expect(parseObject(' ')).toEqual({})
  expect(parseObject('{"floor": 3}')).toEqual({ floor: 3 })
  for (const text of ['[]', 'null', '"x"', '{', '3']) expect(parseObject(text)).toBeUndefined()
})
