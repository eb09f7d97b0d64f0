import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { executedIntervals, includesOffset, type ScriptCoverage } from './mutants/recorded/executed.ts'
import type { Recording } from './mutants/recorded/recording.ts'
import { generateMutants } from './mutants/sampled/generate.ts'
import { tiersOfMutant } from './mutants/sampled/tests-of-mutant.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-recorded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Each character that was not executed is a dot. */
function executedText(source: string): string {
  const program = join(folder, 'program.ts')
  writeFileSync(program, source)
  const coverage = mkdtempSync(join(folder, 'coverage-'))
  execFileSync(process.execPath, [program], { env: { ...process.env, NODE_V8_COVERAGE: coverage } })
  const scripts = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as { result: ScriptCoverage[] }
    return result.filter(({ url }) => url.endsWith('/program.ts'))
  })
  const intervals = scripts.flatMap(executedIntervals)
  return [...source]
    .map((character, at) => (includesOffset(intervals, at) || character === '\n' ? character : '.'))
    .join('')
}

describe('recording of executed code:', () => {
  test('the recording contains called functions, at the offsets of the source with its types', () => {
    const called = 'function called(value: number): number { return value }'
    const omitted = 'function omitted(): void { called(2) }'
    const text = executedText(`interface Unused { readonly a: string }\n${called}\n${omitted}\ncalled(1)\n`)
    expect(text).toContain(called)
    expect(text).toContain('called(1)')
    expect(text).not.toContain('called(2)')
  })

  test('the recording contains the branches and operands that were evaluated', () => {
    const text = executedText(
      'const f = (a: boolean, b: boolean) => { if (!a) return 1; return a && b || first(b) }\n' +
        'const first = (x: boolean) => x ? left() : right()\n' +
        'const left = () => 1\nconst right = () => 2\nf(true, true)\nf(false, true)\n',
    )
    expect(text).toContain('return a && b')
    expect(text).toContain('return 1')
    expect(text).not.toContain('first(b)')
    expect(text).not.toContain('left()')
    expect(executedText('const f = (a: boolean) => a && b()\nconst b = () => 1\nf(false)\n')).not.toContain(
      'b()',
    )
  })
})

describe('tests of a mutant:', () => {
  const source = 'export const f = (a, b) => a && b\nexport const g = (c, d) => c && d\n'
  const recording = (test: string, seconds: number, executed: string): Recording => {
    const start = source.indexOf(executed)
    const intervals = [[start, start + executed.length]] as const
    return { test, seconds, passed: true, sources: { 'a/src/guard.ts': { digest: '', intervals } } }
  }
  const [, withoutB] = generateMutants('a/src/guard.ts', source)
  const tiers = (recordings: Recording[]) =>
    withoutB ? tiersOfMutant(withoutB, source, recordings).map((tier) => tier.tests) : null

  test('the tests of a mutant are those that evaluated the removed operand', () => {
    const whole = recording('a/test/whole.test.ts', 1, 'a && b')
    const left = recording('a/test/left.test.ts', 1, 'a && ')
    const other = recording('a/test/other.test.ts', 1, 'c && d')
    expect(tiers([left, whole, other])).toEqual([['a/test/whole.test.ts']])
    expect(tiers([left, other])).toEqual([])
  })

  test('the tests of a mutant are ordered by nearness and duration', () => {
    const far = recording('b/test/far.test.ts', 5, 'a && b')
    const near = recording('a/test/guard.test.ts', 5, 'a && b')
    const long = recording('a/test/long.test.ts', 50, 'a && b')
    expect(tiers([far, long, near])).toEqual([
      ['a/test/guard.test.ts'],
      ['b/test/far.test.ts', 'a/test/long.test.ts'],
    ])
  })
})
