import { describe, expect, it } from 'vitest'
import { InvalidJson, maxJsonDepth, readJson } from '../src/index.ts'

it.each([
  '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
  '{"a":"\\"a\\":1,{","b":"a","a b":"a"}',
  '["a","a",{"a":["a"]},"a"]',
  '{"a":["x","x"],"b":{"c":1},"c":"a"}',
  ' "a" ',
  '7',
  'null',
  '{"\\\\":1,"\\"":2,"\\u0041":3}',
  '{}',
  '[[],{},[{}]]',
])('%s is read as JSON.parse reads it', (text) => {
  expect(readJson(text)).toEqual(JSON.parse(text))
  expect(readJson(Buffer.from(text))).toEqual(JSON.parse(text))
})

describe('a repeated member name is rejected', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1},"a":{}}',
    '[{"x":[]},{"x":1,"y":[1,2],"x":3}]',
    '{"o":{"k":"v","k":"v"}}',
    '{"\\\\":1,"\\u005c":2}',
    '{"":1,"":2}',
    '{"__proto__":1,"__proto__":2}',
  ])('a repeated member name is rejected in %s', (text) => {
    expect(() => readJson(text)).toThrow(InvalidJson)
    expect(() => readJson(text)).toThrow('twice in one object')
  })
})

it.each(['', '{', '{"a":1', '{"a" 1}', '"', '\\', '}', ']]', 'nul', '{"a":1}}', '"\\'])(
  '%j is rejected as invalid JSON',
  (text) => expect(() => readJson(text)).toThrow(new InvalidJson('The body is not JSON.')),
)

it('bytes that are not UTF-8 are rejected', () => {
  expect(() => readJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not valid UTF-8')
})

it('a document is rejected when it nests too deep or has too many values', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(readJson(deep(maxJsonDepth))).toBeDefined()
  expect(() => readJson(deep(maxJsonDepth + 1))).toThrow('too deep')
  const long = (values: number) => JSON.stringify(Array.from({ length: values }, () => 0))
  expect(readJson(long(9_999))).toHaveLength(9_999)
  expect(() => readJson(long(10_000))).toThrow('more than 10000 values')
  expect(readJson(long(10_000), { maxValues: 20_000 })).toHaveLength(10_000)
})

it('a document of 1 MiB is read within 250 ms of processor time', () => {
  const bodies = [
    JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1]))),
    JSON.stringify(Array.from({ length: 200_000 }, () => ({}))),
    `["${'\\u0061'.repeat(170_000)}"]`,
    `[${'"",'.repeat(300_000)}""]`,
  ]
  for (const body of bodies) {
    const begun = process.threadCpuUsage()
    readJson(body, { maxValues: 1_000_000 })
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(250)
  }
})
