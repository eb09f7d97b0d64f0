import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import type { ReportedTest } from './sentences/reports.ts'
import { type Sentence, sections, sentences } from './sentences/sentences.ts'
import { findProblems } from './sentences/unproven.ts'

const proof = { file: 'a.test.ts', title: 'the client is rejected' }
const sentence: Sentence = { id: 'client-1', sentence: 'A client is rejected.', tests: [proof] }
const passed: ReportedTest = { ...proof, passed: true }

test('every sentence of the specification has an id of its section that no other sentence has', () => {
  for (const [name, { sentences: listed }] of sections)
    expect(listed.filter(({ id }) => !new RegExp(`^${name}-[1-9][0-9]*$`).test(id))).toEqual([])
  const ids = sentences.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('every sentence of the specification is written once', () => {
  const texts = sentences.map((one) => one.sentence)
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test('every sentence of the specification names a test in a file of the repository, or the reason for none', () => {
  const unproven = sentences.filter(
    ({ tests, withoutTest }) =>
      (tests.length === 0 && withoutTest === undefined) ||
      tests.some(({ file }) => !existsSync(join(root, file))),
  )
  expect(unproven.map(({ id }) => id)).toEqual([])
})

test('a sentence is reported when it names no test, and when its test failed or did not run', () => {
  expect(findProblems([sentence], [passed])).toEqual([])
  expect(findProblems([{ ...sentence, tests: [] }], [passed])).toEqual(['client-1 names no test'])
  expect(findProblems([{ ...sentence, tests: [], withoutTest: 'It is history.' }], [])).toEqual([])
  expect(findProblems([sentence], [])).toEqual([
    'client-1 names a test that did not run: a.test.ts: the client is rejected',
  ])
  expect(findProblems([sentence], [], () => true)).toEqual([])
  expect(findProblems([sentence], [{ ...passed, passed: false }], () => true)).toHaveLength(1)
  expect(findProblems([sentence], [passed, { ...passed, passed: false }])).toEqual([
    'client-1 names a test that failed: a.test.ts: the client is rejected',
  ])
})
