import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import promises from '../spec/promises.json' with { type: 'json' }
import { type OperationName, operations } from '../src/index.ts'

interface Proof {
  readonly file: string
  /** As it is written in the file. */
  readonly title: string
  /** One row of a table of refusals: `operation: code`. */
  readonly case?: string
}

interface Promised {
  readonly id: string
  readonly promise: string
  readonly tests: readonly Proof[]
}

const root = new URL('../../../', import.meta.url)
const list: readonly Promised[] = Object.values(promises as Record<string, readonly Promised[]>).flat()

const isThere = ({ file, title }: Proof): boolean => {
  const url = new URL(file, root)
  return existsSync(url) && readFileSync(url, 'utf8').includes(title)
}

const isDeclared = ({ case: row }: Proof): boolean => {
  if (row === undefined) return true
  const [name, code] = row.split(': ')
  return operations[name as OperationName]?.errors.some((error) => error === code) ?? false
}

test('every promise names tests that exist', () => {
  for (const { id, tests } of list) {
    expect(tests.length, id).toBeGreaterThan(0)
    expect(
      tests.filter((proof) => !isThere(proof) || !isDeclared(proof)),
      id,
    ).toEqual([])
  }
})

test('every promise is written once, under an id of its own', () => {
  for (const key of ['id', 'promise'] as const) {
    const values = list.map((promise) => promise[key])
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
  }
})
