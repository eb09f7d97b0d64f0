import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../../local/repository.ts'

/** `title` includes the titles of the suites around it. */
export interface ReportedTest {
  readonly file: string
  readonly title: string
  readonly passed: boolean
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

interface PlaywrightSuite {
  readonly title: string
  readonly specs?: readonly { readonly title: string; readonly file: string; readonly ok: boolean }[]
  readonly suites?: readonly PlaywrightSuite[]
}

/** Returns no tests without the file. */
export function readVitest(path: string): ReportedTest[] {
  if (!existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(root, name),
      title: fullName,
      passed: status === 'passed',
    })),
  )
}

/** Returns no tests without the file. */
export function readPlaywright(path: string): ReportedTest[] {
  if (!existsSync(path)) return []
  const report = JSON.parse(readFileSync(path, 'utf8')) as { readonly suites: readonly PlaywrightSuite[] }
  // The title of the outermost suite is the file.
  return report.suites.flatMap((suite) => testsOfSuite(suite, []))
}

function testsOfSuite(suite: PlaywrightSuite, around: readonly string[]): ReportedTest[] {
  const specs = (suite.specs ?? []).map(({ title, file, ok }) => ({
    file: `e2e/${file}`,
    title: [...around, title].join(' '),
    passed: ok,
  }))
  const inner = (suite.suites ?? []).flatMap((one) => testsOfSuite(one, [...around, one.title]))
  return [...specs, ...inner]
}
