import type { ReportedTest } from './reports.ts'
import type { Proof, Sentence } from './sentences.ts'

const keyOf = ({ file, title }: Proof): string => `${file}: ${title}`

/**
 * One line for each sentence without a test or a reason, and for each named test that did not run or did not pass.
 * @param mayBeAbsent returns true for a test that another command runs
 */
export function findProblems(
  sentences: readonly Sentence[],
  reported: readonly ReportedTest[],
  mayBeAbsent: (proof: Proof) => boolean = () => false,
): string[] {
  // Two rows of a table can have one title: each of them has to pass.
  const results = new Map<string, boolean>()
  for (const test of reported) {
    const key = keyOf(test)
    results.set(key, test.passed && (results.get(key) ?? true))
  }
  return sentences.flatMap(({ id, tests, withoutTest }) => {
    if (tests.length === 0) return withoutTest ? [] : [`${id} names no test`]
    return tests.flatMap((proof) => {
      const result = results.get(keyOf(proof))
      if (result || (result === undefined && mayBeAbsent(proof))) return []
      return [`${id} names a test that ${result === undefined ? 'did not run' : 'failed'}: ${keyOf(proof)}`]
    })
  })
}
