import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './suite.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** @param differences titles of the tests that fail in this environment, with the reason */
export interface TestRun {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly args: readonly string[]
  readonly differences?: Readonly<Record<string, string>>
}

/**
 * Writes the report into the folder.
 * @returns a line about the result
 * @throws Error when a test fails that `differences` does not name, or no test passes
 */
export async function runTests({ folder, environment, args, differences = {} }: TestRun): Promise<string> {
  const file = join(folder, 'report.json')
  const program = join(repository, 'node_modules/.bin/vitest')
  const options = ['--config=infra/test/vitest.config.ts', '--reporter=json', `--outputFile=${file}`]
  const failure = await runProgram(program, ['run', ...options, ...args], {
    folder: repository,
    environment,
  }).then(
    () => undefined,
    (error: unknown) => error,
  )
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
  )
  const unexpected = failed.filter((title) => !(title in differences))
  if (unexpected.length > 0 || numPassedTests === 0)
    throw new Error(`${unexpected.join('\n')}\n${failure instanceof Error ? failure.message : ''}`)
  return `${numPassedTests} tests passed, ${failed.length} differ as stated`
}
