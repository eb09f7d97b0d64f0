import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../../../local/repository.ts'
import {
  makeFileDigests,
  type Recording,
  readCoverageFolder,
  readRecording,
  writeRecording,
} from './recording.ts'

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
  }[]
}

/** Tests of the console are not recorded: they load its modules through Vite. */
const sourceFiles = (): string[] =>
  ['services', 'packages', 'infra'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  )

/** Records tests without a recording, and those whose sources have changed since. */
export function currentRecordings(log: (line: string) => void): Recording[] {
  const sources = sourceFiles()
  const digests = makeFileDigests()
  // Read before the run: a source that changes in the meantime makes its recordings invalid.
  for (const file of sources) digests(file)
  const tests = sources.filter((file) => file.endsWith('.test.ts'))
  const stored = tests.flatMap((test) => readRecording(test, digests) ?? [])
  const known = new Set(stored.map(({ test }) => test))
  const missing = tests.filter((test) => !known.has(test))
  if (missing.length === 0) return stored
  log(`Recording the executed lines of ${missing.length} test files…`)
  const recorded = record(missing, digests)
  const lost = missing.length - recorded.length
  if (lost > 0) log(`${lost} test files did not end and have no recording`)
  return [...stored, ...recorded]
}

function record(tests: readonly string[], digests: (file: string) => string): Recording[] {
  const folder = mkdtempSync(join(tmpdir(), 'signet-recording-'))
  const report = join(folder, 'report.json')
  try {
    spawnSync(
      join(root, 'node_modules/.bin/vitest'),
      [
        'run',
        '--config=infra/test/mutants/recorded/vitest.config.ts',
        '--reporter=json',
        `--outputFile=${report}`,
        ...tests,
      ],
      { cwd: root, stdio: 'ignore', env: { ...process.env, SIGNET_RECORDING: folder } },
    )
    const recordings = readRecordings(folder, report, digests)
    for (const recording of recordings) writeRecording(recording)
    return recordings
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readRecordings(folder: string, report: string, digests: (file: string) => string): Recording[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const results = new Map(testResults.map((result) => [relative(root, result.name), result]))
  return readdirSync(folder).flatMap((name) => {
    const nameFile = join(folder, name, 'test-file.txt')
    if (!existsSync(nameFile)) return []
    const test = relative(root, readFileSync(nameFile, 'utf8'))
    const result = results.get(test)
    if (!result) return []
    const executed = [...readCoverageFolder(join(folder, name))]
    const sources = executed.map(([file, intervals]) => [file, { digest: digests(file), intervals }] as const)
    return [
      {
        test,
        seconds: (result.endTime - result.startTime) / 1000,
        passed: result.status === 'passed',
        sources: Object.fromEntries(sources),
      },
    ]
  })
}
