import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { indexRows, readRecords } from '../decisions/records.ts'

const records = readRecords()
const files = records.map(({ file }) => file)
const replacement = /^replaced by \[decision \d+\]\((\d{4}-[^)]+\.md)\)$/

test('every decision record has a title, a status, a date, and the sections of a record in their order', () => {
  const form = /^Context,Decision,Consequences(?:,Alternatives(?: measured)?)?$/
  const incomplete = records.filter(
    ({ title, status, sections }) =>
      title === '' ||
      /^\d/.test(title) ||
      !(status === 'accepted' || replacement.test(status)) ||
      !form.test(sections.join()),
  )
  expect(incomplete.map(({ file, title, status, sections }) => ({ file, title, status, sections }))).toEqual(
    [],
  )
})

test('every decision record has a number and a title of its own', () => {
  const repeated = (values: readonly string[]) =>
    values.filter((value, position) => values.indexOf(value) !== position)
  expect(repeated(files.map((file) => file.slice(0, 4)))).toEqual([])
  expect(repeated(records.map(({ title }) => title))).toEqual([])
})

test('the index of decisions is the list of records; `npm run print` renews it', () => {
  const index = readFileSync(new URL('../decisions/README.md', import.meta.url), 'utf8')
  expect(index.split('\n').filter((line) => line.startsWith('|'))).toEqual(indexRows(records))
})

test('every reference to another decision record names a record with its number', () => {
  const references = records.flatMap(({ file, text }) =>
    [...text.matchAll(/\[[Dd]ecision (\d+)\]\(([^)]*)\)/g)].map(([, number = '', path = '']) => ({
      file,
      number,
      path,
    })),
  )
  expect(references.length).toBeGreaterThan(20)
  const broken = references.filter(
    ({ number, path }) => !(files.includes(path) && path.startsWith(`${number.padStart(4, '0')}-`)),
  )
  expect(broken).toEqual([])
})

test('every status of a replaced decision names another record', () => {
  const replaced = records.filter(({ status }) => status !== 'accepted')
  const broken = replaced.filter(({ file, status }) => {
    const [, path = ''] = replacement.exec(status) ?? []
    return !files.includes(path) || path === file
  })
  expect(broken.map(({ file, status }) => ({ file, status }))).toEqual([])
})
