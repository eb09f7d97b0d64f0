import type { FaultCase } from './cases/case.ts'
import { describeEvidence, type Evidence } from './coverage/evidence.ts'
import { failureModel } from './coverage/failures.ts'
import { goals } from './coverage/goals.ts'
import type { Result } from './run-case.ts'

const listedProblems = 10

export function printResult({ title }: Pick<FaultCase, 'title'>, result: Result): void {
  const { id, notRun, figures, problems } = result
  console.log(`${wordFor(result).padEnd(8)} ${id}: ${title}`)
  console.log(`         ${notRun ?? figures.join('; ')}`)
  for (const problem of problems.slice(0, listedProblems)) console.log(`         ! ${problem}`)
  if (problems.length > listedProblems) console.log(`         ! and ${problems.length - listedProblems} more`)
}

const wordFor = ({ notRun, problems }: Result): string =>
  notRun ? 'not run' : problems.length > 0 ? 'FAILED' : 'passed'

export function printCoverage(results: readonly Result[]): void {
  for (const [promise, evidence] of Object.entries({ ...failureModel, ...goals })) {
    console.log(promise)
    for (const one of evidence) console.log(`   ${lineFor(one, results)}`)
  }
}

function lineFor(evidence: Evidence, results: readonly Result[]): string {
  if (!('case' in evidence)) return describeEvidence(evidence)
  const result = results.find(({ id }) => id === evidence.case)
  if (!result) return `${evidence.case}: not chosen`
  return `${evidence.case}: ${wordFor(result)}: ${result.notRun ?? result.figures.join('; ')}`
}
