import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../../../local/chromium.ts'
import { natsBinary } from '../../../local/nats-binary.ts'
import { root } from '../../../local/repository.ts'
import { readSettings } from '../../../local/settings.ts'
import { equivalents } from './equivalents.ts'
import { type GeneratedMutant, kinds, mutate } from './generate.ts'
import { relatedTests } from './related-tests.ts'
import { makeScratchCopy } from './scratch-copy.ts'
import { mutantsOfSources, sampleOf } from './sources.ts'
import { TestRunner } from './test-runner.ts'
import { makeTypeCheck } from './type-check.ts'

export interface SampleOptions {
  readonly sample: number
  readonly seed: number
  /** Part of a path or of an id. */
  readonly only: string | null
  /** No mutant starts after so many minutes. */
  readonly minutes: number
  /** A file to which each result is appended. */
  readonly log: string | null
}

type Verdict = 'killed' | 'timed out' | 'SURVIVED' | 'not compiled' | 'equivalent'

const [firstSeconds, secondSeconds] = [150, 300]

/** Runs a sample of the generated mutants and returns the number of those that survived. */
export async function runSample(options: SampleOptions): Promise<number> {
  const all = mutantsOfSources(null)
  const matching = all.filter(({ id }) => options.only === null || id.includes(options.only))
  const chosen = sampleOf(matching, options.sample, options.seed)
  console.log(
    `${all.length} mutants: ${kinds.map((kind) => `${all.filter((one) => one.kind === kind).length} ${kind}`).join(', ')}`,
  )
  console.log(`${chosen.length} of them chosen with seed ${options.seed}`)
  // The tests read them, as in `npm test`.
  process.env.SIGNET_NATS_SERVER = natsBinary(readSettings(process.env).dataFolder, console.log)
  process.env.SIGNET_CHROMIUM = findChromium(console.log)
  const compiles = makeTypeCheck()
  const folder = makeScratchCopy()
  const runner = new TestRunner(folder)
  const end = Date.now() + options.minutes * 60_000
  const counts = new Map<Verdict, number>()
  try {
    for (const mutant of chosen) {
      if (Date.now() > end) break
      const begun = Date.now()
      const verdict = equivalents.has(mutant.id)
        ? 'equivalent'
        : compiles(mutant)
          ? await verdictOf(runner, mutant)
          : 'not compiled'
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
      const line = describe(mutant, verdict, Date.now() - begun)
      console.log(line)
      if (options.log !== null) appendFileSync(options.log, `${line}\n`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log([...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', '))
  return counts.get('SURVIVED') ?? 0
}

async function verdictOf(runner: TestRunner, mutant: GeneratedMutant): Promise<Verdict> {
  const { first, second } = relatedTests(mutant.file)
  const source = readFileSync(join(root, mutant.file), 'utf8')
  const tiers = [
    { tests: first, seconds: firstSeconds },
    { tests: second, seconds: secondSeconds },
  ]
  try {
    for (const { tests, seconds } of tiers) {
      let rest = tests
      while (rest.length > 0) {
        runner.write(mutant.file, mutate(source, mutant))
        const { result, failedFile } = await runner.run(rest, seconds)
        if (result === 'passed') break
        runner.write(mutant.file, source)
        const suspects = failedFile === null ? rest : [failedFile]
        if (await passWithoutMutant(runner, suspects)) return result === 'timed out' ? 'timed out' : 'killed'
        rest = rest.filter((test) => !suspects.includes(test))
      }
    }
    return 'SURVIVED'
  } finally {
    runner.write(mutant.file, source)
  }
}

const unmutated = new Map<string, boolean>()

/** Returns whether the tests pass without a mutant: otherwise their failure says nothing about one. */
async function passWithoutMutant(runner: TestRunner, tests: readonly string[]): Promise<boolean> {
  const key = tests.join(' ')
  const passes = unmutated.get(key) ?? (await runner.run(tests, secondSeconds)).result === 'passed'
  unmutated.set(key, passes)
  return passes
}

function describe(mutant: GeneratedMutant, verdict: Verdict, milliseconds: number): string {
  const text = readFileSync(join(root, mutant.file), 'utf8').slice(mutant.start, mutant.end)
  const change = `${text.replace(/\s+/g, ' ').slice(0, 160)} → ${mutant.replacement || '(removed)'}`
  return `${verdict.padEnd(13)} ${(milliseconds / 1000).toFixed(0).padStart(4)} s  ${mutant.id} line ${mutant.line}: ${change}`
}
