import { join } from 'node:path'
import { root } from '../../local/repository.ts'
import { isSlow } from '../slow/is-slow.ts'
import { type ReportedTest, readPlaywright, readVitest } from './reports.ts'
import { sections, sentences } from './sentences.ts'
import { findProblems } from './unproven.ts'

/**
 * Fails when a sentence of the specification names no test, or names a test that did not pass in this run. A test that `npm run
 * test:slow` runs may be absent; `--slow` requires these, and no others. `npx node infra/test/sentences/check.ts --table` prints the
 * sentences and their tests as Markdown.
 */
const reports = join(root, 'node_modules/.signet-test')

const isSlowRun = process.argv.includes('--slow')

function readReports(): ReportedTest[] {
  const report = (name: string) => join(reports, `${name}.json`)
  return isSlowRun
    ? [
        ...readVitest(report('slow tests')),
        ...readVitest(report('repetitions')),
        ...readPlaywright(report('slow journeys')),
      ]
    : [...readVitest(report('unit and integration')), ...readPlaywright(report('journeys'))]
}

function printTable(): void {
  for (const { section, sentences: listed } of sections.values()) {
    console.log(`\n## ${section}\n\n| id | sentence | test |\n| --- | --- | --- |`)
    for (const { id, sentence, tests, withoutTest = '' } of listed) {
      const proofs = tests.map(({ file, title }) => `${file}: ${title}`).join('<br>') || withoutTest
      console.log(`| ${id} | ${sentence} | ${proofs.replaceAll('|', '\\|')} |`)
    }
  }
}

if (process.argv.includes('--table')) printTable()
else {
  const problems = findProblems(sentences, readReports(), (proof) => isSlow(proof) !== isSlowRun)
  for (const problem of problems) console.error(problem)
  console.log(`${sentences.length} sentences of the specification, ${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
