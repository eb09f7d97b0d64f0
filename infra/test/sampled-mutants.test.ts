import { describe, expect, test } from 'vitest'
import { equivalents } from './mutants/sampled/equivalents.ts'
import { generateMutants, mutate } from './mutants/sampled/generate.ts'
import { mutantsOfSources, sampleOf } from './mutants/sampled/sources.ts'

const value = ['$', '{x}'].join('')
const texts = (source: string) => generateMutants('a.ts', source).map((mutant) => mutate(source, mutant))

describe('generator of mutants:', () => {
  test('the generator removes each operand of a chain of && and of ||', () => {
    expect(texts('f(a && b && c)')).toEqual(['f(b && c)', 'f(a && c)', 'f(a && b)'])
    expect(texts('f(a || (b && c))')).toEqual(['f((b && c))', 'f(a)', 'f(a || (c))', 'f(a || (b))'])
  })

  test('the generator replaces each term of a condition in SQL with the constant that removes it', () => {
    const statement = (condition: string) => `sql\`SELECT 1 FROM t WHERE ${condition} FOR SHARE\``
    expect(texts(statement(`a = ${value} AND (b IS NULL OR c)`))).toEqual([
      statement('true AND (b IS NULL OR c)'),
      statement(`a = ${value} AND true`),
      statement(`a = ${value} AND (false OR c)`),
      statement(`a = ${value} AND (b IS NULL OR false)`),
    ])
    expect(texts(statement(`a = ${value}`))).toEqual([statement('true')])
    expect(texts(statement('a BETWEEN 1 AND 2 AND b'))).toEqual([
      statement('true AND b'),
      statement('a BETWEEN 1 AND 2 AND true'),
    ])
    expect(texts('sql`INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING`')).toEqual([])
    expect(texts("sql`SELECT '--' -- Rows WHERE a is set, or b.\n FROM t`")).toEqual([])
    expect(texts('sql`UPDATE t SET a = NULL FROM u WHERE a IS NOT DISTINCT FROM b AND c`')).toEqual([
      'sql`UPDATE t SET a = NULL FROM u WHERE true AND c`',
      'sql`UPDATE t SET a = NULL FROM u WHERE a IS NOT DISTINCT FROM b AND true`',
    ])
  })

  test('the generator removes an awaited call that changes something, a filter and a guard, and flips an option', () => {
    expect(texts('await deleteProofs(tx)')).toEqual([';'])
    expect(texts('await readProofs(tx)')).toEqual([])
    expect(texts('f(list.filter((one) => one.active).map(g))')).toEqual(['f(list.map(g))'])
    expect(texts('connect({ tls: { strict: true } })')).toEqual(['connect({ tls: { strict: false } })'])
    expect(texts("if (!row) refuse('not_found')\nif (row) work(row)")).toEqual([';\nif (row) work(row)'])
  })

  test('a mutant has an id that other lines of its file do not change', () => {
    const ids = (source: string) => generateMutants('a.ts', source).map(({ id }) => id)
    const source = 'if (a) return\nif (a) return'
    expect(new Set(ids(source)).size).toBe(2)
    expect(ids(`const other = 1\n${source}`)).toEqual(ids(source))
  })
})

test('a sample of the sources is the same for the same seed, and differs for another seed', () => {
  const all = mutantsOfSources('packages/accounts')
  const chosen = (seed: number) => sampleOf(all, 20, seed).map(({ id }) => id)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(chosen(1)).toEqual(chosen(1))
  expect(chosen(1)).not.toEqual(chosen(2))
})

test('every equivalent mutant is a mutant of the sources', () => {
  const unknown = [...equivalents.keys()].filter(
    (id) => !mutantsOfSources(id.split('#')[0] ?? '').some((mutant) => mutant.id === id),
  )
  expect(unknown).toEqual([])
})
