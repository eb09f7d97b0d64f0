import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../local/repository.ts'
import { cases } from '../cases/index.ts'
import { clusterCases } from '../cluster/cases.ts'
import { describeEvidence } from './evidence.ts'
import { failureModel } from './failures.ts'
import { findings } from './findings.ts'
import { goals } from './goals.ts'

const tables = { ...failureModel, ...goals, ...findings }

/** Titles of parametrized tests have placeholders, and their quotes may be escaped. */
const isIn = (text: string, title: string): boolean =>
  text.includes(title) || text.includes(title.replaceAll("'", "\\'"))

test('every failure, goal and finding names a case, an existing test, or a reason for none', () => {
  const ids = new Set<string>([...cases, ...clusterCases].map(({ id }) => id))
  for (const [promise, evidence] of Object.entries(tables)) {
    expect(evidence.length, promise).toBeGreaterThan(0)
    for (const one of evidence)
      if ('case' in one) expect(ids, promise).toContain(one.case)
      else if ('file' in one) {
        const path = join(root, one.file)
        expect(existsSync(path), `${promise}: ${one.file}`).toBe(true)
        expect(isIn(readFileSync(path, 'utf8'), one.title), `${promise}: ${one.title}`).toBe(true)
      }
  }
})

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`)

test('the README lists each finding with its evidence', () => {
  const text = readFileSync(join(root, 'infra/faultlab/README.md'), 'utf8')
  for (const [finding, evidence] of Object.entries(findings))
    expect(text).toContain(
      `- **${finding}**\n${evidence.map((one) => `  - ${describeEvidence(one)}\n`).join('')}`,
    )
})

test('the tables have all 18 failures, 25 goals and 15 findings', () => {
  const firsts = (table: object) => Object.keys(table).map((name) => name.split(' ')[0])
  expect(firsts(failureModel)).toEqual(numbered(18))
  expect(firsts(goals)).toEqual(numbered(25))
  expect(firsts(findings)).toEqual(numbered(15))
})

test('every case is evidence of an entry in the tables', () => {
  const named = Object.entries(tables).flatMap(([promise, evidence]) =>
    evidence.flatMap((one) => ('case' in one ? [[one.case, promise] as const] : [])),
  )
  for (const { id } of [...cases, ...clusterCases])
    expect(
      named.map(([one]) => one),
      id,
    ).toContain(id)
})
