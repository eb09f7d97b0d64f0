import { rmSync } from 'node:fs'
import { findChromium } from '../../../local/chromium.ts'
import { natsBinary } from '../../../local/nats-binary.ts'
import { readSettings } from '../../../local/settings.ts'
import { currentRecordings } from '../recorded/record.ts'
import { equivalents } from './equivalents.ts'
import { type GeneratedMutant, kinds } from './generate.ts'
import { type Result, Results } from './results.ts'
import { makeScratchCopy } from './scratch-copy.ts'
import { mutantsOfSources, sampleOf } from './sources.ts'
import { TestRunner } from './test-runner.ts'
import { makeTypeCheck } from './type-check.ts'
import { Judge } from './verdict.ts'

export interface SampleOptions {
  readonly sample: number
  readonly seed: number
  readonly only: string | null
  /** Minutes after which no mutant starts. */
  readonly minutes: number
  readonly log: string | null
}

export async function runSample(options: SampleOptions): Promise<number> {
  const chosen = chooseMutants(options)
  // Tests read these variables, as in `npm test`.
  process.env.SIGNET_NATS_SERVER = natsBinary(readSettings(process.env).dataFolder, console.log)
  process.env.SIGNET_CHROMIUM = findChromium(console.log)
  const recordings = currentRecordings(console.log)
  const compiles = makeTypeCheck()
  const folder = makeScratchCopy()
  const judge = new Judge(new TestRunner(folder), recordings)
  const end = Date.now() + options.minutes * 60_000
  const results = new Results(options.log)
  // The nearest tests of all mutants first: most results are known when the time ends early.
  const left: GeneratedMutant[] = []
  try {
    for (const mutant of chosen) {
      if (Date.now() > end) break
      const isFinal = await results.record(
        mutant,
        async () => known(mutant, compiles) ?? (await judge.judgeFirst(mutant)),
      )
      if (!isFinal) left.push(mutant)
    }
    for (let mutant = left[0]; mutant && Date.now() <= end; mutant = left[0]) {
      const next = mutant
      await results.record(next, () => judge.judgeSecond(next))
      left.shift()
    }
  } finally {
    await judge.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  results.summarize(chosen.length - results.size - left.length, left)
  return results.survivors
}

function chooseMutants({ only, sample, seed }: SampleOptions): GeneratedMutant[] {
  const all = mutantsOfSources(null)
  const counts = kinds.map((kind) => `${all.filter((one) => one.kind === kind).length} ${kind}`)
  console.log(`${all.length} mutants: ${counts.join(', ')}`)
  const matching = all.filter(({ id }) => only === null || id.includes(only))
  const chosen = sampleOf(matching, sample, seed)
  console.log(`${chosen.length} of them chosen with seed ${seed}`)
  return chosen
}

function known(mutant: GeneratedMutant, compiles: (mutant: GeneratedMutant) => boolean): Result | null {
  const reason = equivalents.get(mutant.id)
  if (reason !== undefined) return { verdict: 'equivalent', detail: reason }
  return compiles(mutant) ? null : { verdict: 'not compiled', detail: '' }
}
