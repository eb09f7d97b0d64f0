import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../local/repository.ts'
import type { GeneratedMutant } from './generate.ts'
import type { Judgement } from './verdict.ts'

export interface Result {
  readonly verdict: Judgement['verdict'] | 'not compiled' | 'equivalent'
  readonly detail: string
}

export class Results {
  readonly #log: string | null
  readonly #counts = new Map<Result['verdict'], number>()

  constructor(log: string | null) {
    this.#log = log
  }

  get size(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  get survivors(): number {
    return (this.#counts.get('SURVIVED') ?? 0) + (this.#counts.get('NOT EXECUTED') ?? 0)
  }

  /** @returns false when the mutant has no result yet */
  async record(mutant: GeneratedMutant, judge: () => Promise<Result | null>): Promise<boolean> {
    const begun = Date.now()
    const result = await judge()
    const line = lineOfResult(mutant, result, Date.now() - begun)
    console.log(line)
    if (!result) return false
    this.#counts.set(result.verdict, (this.#counts.get(result.verdict) ?? 0) + 1)
    if (this.#log !== null) appendFileSync(this.#log, `${line}\n`)
    return true
  }

  summarize(notBegun: number, left: readonly GeneratedMutant[]): void {
    for (const { id } of left) console.log(`only the nearest tests ran: ${id}`)
    if (notBegun > 0) console.log(`${notBegun} mutants were not begun in the time`)
    console.log([...this.#counts].map(([verdict, count]) => `${count} ${verdict}`).join(', '))
  }
}

function lineOfResult(mutant: GeneratedMutant, result: Result | null, milliseconds: number): string {
  const text = readFileSync(join(root, mutant.file), 'utf8').slice(mutant.start, mutant.end)
  const change = `${text.replace(/\s+/g, ' ').slice(0, 160)} → ${mutant.replacement || '(removed)'}`
  const verdict = (result?.verdict ?? 'not yet killed').padEnd(14)
  const seconds = (milliseconds / 1000).toFixed(0).padStart(4)
  return `${verdict} ${seconds} s  ${mutant.id} line ${mutant.line}: ${change}  [${result?.detail ?? ''}]`
}
