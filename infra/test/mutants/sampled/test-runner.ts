import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface Outcome {
  readonly result: 'passed' | 'failed' | 'timed out'
  /** The first file with a failed test. */
  readonly failedFile: string | null
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

/** Runs test files in a folder, and stops at the first failure. */
export class TestRunner {
  readonly #folder: string
  readonly #report: string

  constructor(folder: string) {
    this.#folder = folder
    this.#report = join(folder, 'mutant-report.json')
  }

  async run(files: readonly string[], seconds: number): Promise<Outcome> {
    if (files.length === 0) return { result: 'passed', failedFile: null }
    rmSync(this.#report, { force: true })
    const code = await this.#vitest(files, seconds)
    if (code === 0) return { result: 'passed', failedFile: null }
    return { result: code === null ? 'timed out' : 'failed', failedFile: this.#failedFile() }
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text)
  }

  /** Returns the exit code; null after the time is over. */
  #vitest(files: readonly string[], seconds: number): Promise<number | null> {
    const child = spawn(
      join(this.#folder, 'node_modules/.bin/vitest'),
      [
        'run',
        '--config=infra/test/vitest.config.ts',
        '--bail=1',
        '--reporter=json',
        `--outputFile=${this.#report}`,
        ...files,
      ],
      // A process group of its own: PostgreSQL and the workers end with it.
      { cwd: this.#folder, stdio: 'ignore', detached: true },
    )
    const { promise, resolve } = Promise.withResolvers<number | null>()
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      resolve(null)
    }, seconds * 1000)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code ?? 1)
    })
    return promise
  }

  #failedFile(): string | null {
    try {
      const { testResults } = JSON.parse(readFileSync(this.#report, 'utf8')) as Report
      const failed = testResults.find(({ status }) => status === 'failed')
      return failed ? relative(this.#folder, failed.name) : null
    } catch {
      return null
    }
  }
}
