import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../local/repository.ts'
import { includesOffset } from '../recorded/executed.ts'
import type { Recording } from '../recorded/recording.ts'
import { type GeneratedMutant, mutate } from './generate.ts'
import { type SharedRun, startSharedRun } from './shared-run.ts'
import type { Outcome, TestRunner } from './test-runner.ts'
import { executedOffset, type Tier, tiersOfMutant } from './tests-of-mutant.ts'

export type Verdict = 'killed' | 'timed out' | 'SURVIVED' | 'NOT EXECUTED'

export interface Judgement {
  readonly verdict: Verdict
  /** Failed test file, or number of passed tests. */
  readonly detail: string
}

export class Judge {
  readonly #runner: TestRunner
  readonly #recordings: readonly Recording[]
  readonly #passes = new Map<string, boolean>()
  #shared: SharedRun | null = null

  constructor(runner: TestRunner, recordings: readonly Recording[]) {
    this.#runner = runner
    this.#recordings = recordings
  }

  /** Null when the nearest tests pass and others are left for `judgeSecond`. */
  async judgeFirst(mutant: GeneratedMutant): Promise<Judgement | null> {
    const { text, tiers } = this.#prepare(mutant)
    const [first, second] = tiers
    if (!first) return { verdict: 'NOT EXECUTED', detail: '' }
    const failure = await this.#judgeTier(mutant, text, first)
    return failure ?? (second ? null : survived(tiers))
  }

  async judgeSecond(mutant: GeneratedMutant): Promise<Judgement> {
    const { text, tiers } = this.#prepare(mutant)
    const failure = tiers[1] && (await this.#judgeTier(mutant, text, tiers[1]))
    return failure ?? survived(tiers)
  }

  async stop(): Promise<void> {
    await this.#shared?.stop()
    this.#shared = null
  }

  #prepare(mutant: GeneratedMutant): { text: string; tiers: readonly Tier[] } {
    const text = readFileSync(join(root, mutant.file), 'utf8')
    return { text, tiers: tiersOfMutant(mutant, text, this.#recordings) }
  }

  async #judgeTier(mutant: GeneratedMutant, text: string, tier: Tier): Promise<Judgement | null> {
    let rest = tier.tests
    while (rest.length > 0) {
      this.#runner.write(mutant.file, mutate(text, mutant))
      const outcome = await this.#run(rest, tier.seconds, await this.#serversFor(mutant, text))
      this.#runner.write(mutant.file, text)
      if (outcome.result === 'passed') return null
      // Connections and databases of processes that were ended remain in the shared servers.
      if (outcome.result === 'timed out') await this.stop()
      const suspects = outcome.failedFile === null ? rest : [outcome.failedFile]
      if (await this.#passWithoutMutant(suspects, outcome, tier.seconds))
        return {
          verdict: outcome.result === 'failed' ? 'killed' : 'timed out',
          detail: outcome.failedFile ?? '',
        }
      rest = rest.filter((test) => !suspects.includes(test))
    }
    return null
  }

  #run(files: readonly string[], seconds: number, servers: string | null): Promise<Outcome> {
    return this.#runner.run({ files, servers, seconds: 60 + 3 * seconds })
  }

  /** Null when the mutated code makes the template of the servers. */
  async #serversFor(mutant: GeneratedMutant, text: string): Promise<string | null> {
    this.#shared ??= await startSharedRun()
    const makesTemplate = includesOffset(
      this.#shared.executed.get(mutant.file) ?? [],
      executedOffset(mutant, text),
    )
    return makesTemplate ? null : this.#shared.file
  }

  /** A failure counts when the same tests pass without the mutant. The load of the machine can cause a timeout. */
  async #passWithoutMutant(tests: readonly string[], { result }: Outcome, seconds: number): Promise<boolean> {
    const key = tests.join(' ')
    const known = result === 'failed' ? this.#passes.get(key) : undefined
    if (known !== undefined) return known
    this.#shared ??= await startSharedRun()
    const passes = (await this.#run(tests, seconds, this.#shared.file)).result === 'passed'
    this.#passes.set(key, passes)
    return passes
  }
}

const survived = (tiers: readonly Tier[]): Judgement => ({
  verdict: 'SURVIVED',
  detail: `${tiers.reduce((sum, { tests }) => sum + tests.length, 0)} test files`,
})
