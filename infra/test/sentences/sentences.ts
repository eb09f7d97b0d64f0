import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/repository.ts'

export interface Proof {
  /** Relative to the root of the repository. */
  readonly file: string
  /** Title as the runner reports it, with the titles of its suites and the values of its row. */
  readonly title: string
}

/** Words are those of this repository. An id is never changed and never reused. */
export interface Sentence {
  readonly id: string
  readonly sentence: string
  readonly tests: readonly Proof[]
  readonly withoutTest?: string
}

export interface Section {
  readonly section: string
  readonly sentences: readonly Sentence[]
}

const folder = join(root, 'packages/contracts/spec/sentences')

/** The name of a section's file begins the ids of its sentences. */
export const sections: ReadonlyMap<string, Section> = new Map(
  readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(join(folder, name), 'utf8')) as Section,
  ]),
)

export const sentences: readonly Sentence[] = [...sections.values()].flatMap((section) => section.sentences)
