import { basename, dirname } from 'node:path'
import { includesOffset } from '../recorded/executed.ts'
import type { Recording } from '../recorded/recording.ts'
import type { GeneratedMutant } from './generate.ts'

export interface Tier {
  readonly tests: readonly string[]
  readonly seconds: number
}

const [firstTierSeconds, secondTierSeconds] = [8, 150]

/**
 * Test files that executed the mutated code: the nearest and shortest ones, and the others. The second tier omits the least near ones
 * when the tests take too long.
 */
export function tiersOfMutant(
  mutant: GeneratedMutant,
  text: string,
  recordings: readonly Recording[],
): readonly Tier[] {
  const offset = executedOffset(mutant, text)
  const ordered = recordings
    .filter(({ sources }) => includesOffset(sources[mutant.file]?.intervals ?? [], offset))
    .map((recording) => ({ ...recording, score: scoreOfRecording(recording, mutant.file, text.length) }))
    .sort((a, b) => b.score - a.score)
  const first = takeSeconds(ordered, firstTierSeconds)
  const second = takeSeconds(ordered.slice(first.tests.length), secondTierSeconds)
  return [first, second].filter(({ tests }) => tests.length > 0)
}

/**
 * First changed code. A test that does not execute it cannot fail. The last operand of a condition is removed with the operator before
 * it, which is executed with the operand to its left.
 */
export function executedOffset({ kind, start, end }: GeneratedMutant, text: string): number {
  if (kind !== 'term') return start
  return start + (/^\s*(&&|\|\|)\s*/.exec(text.slice(start, end))?.[0].length ?? 0)
}

/** Takes one recording at least. */
function takeSeconds(ordered: readonly Recording[], limit: number): Tier {
  let seconds = 0
  const tests: string[] = []
  for (const recording of ordered) {
    if (tests.length > 0 && seconds + recording.seconds > limit) break
    seconds += recording.seconds
    tests.push(recording.test)
  }
  return { tests, seconds }
}

/** Prefers tests that execute much of the file, whose names resemble it, and that are short. */
function scoreOfRecording({ test, seconds, sources }: Recording, file: string, length: number): number {
  const executed = (sources[file]?.intervals ?? []).reduce((sum, [start, end]) => sum + end - start, 0)
  return (0.3 + nearness(file, test) + executed / length) / (2 + seconds)
}

const wordsOfName = (name: string): string[] =>
  name
    .replace(/(\.test)?\.ts$/, '')
    .split('-')
    .filter((word) => word.length > 2)

function nearness(file: string, test: string): number {
  const [ownFolder, testFolder] = [basename(dirname(file)), basename(dirname(test))]
  const sameService = file.split('/').slice(0, 2).join() === test.split('/').slice(0, 2).join()
  const words = wordsOfName(basename(test))
  const common = wordsOfName(basename(file)).filter((word) =>
    words.some((other) => other === word || `${other}s` === word || other === `${word}s`),
  )
  const isNamed = words.includes(ownFolder) || words.includes(ownFolder.replace(/s$/, ''))
  const sameFolder =
    dirname(file) === dirname(test) || (sameService && ownFolder === testFolder && ownFolder !== 'src')
  return (sameFolder ? 1 : 0) + (sameService ? 0.25 : 0) + common.length + (isNamed ? 1 : 0)
}
