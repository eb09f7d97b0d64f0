import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface Outcome {
  readonly result: 'passed' | 'failed' | 'timed out'
  readonly failedFile: string | null
}

export interface TestRun {
  readonly files: readonly string[]
  readonly seconds: number
  /** Null for a PostgreSQL of its own. */
  readonly servers: string | null
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}

/** Runs test files in their order, and stops at the first failure. */
export class TestRunner {
  readonly #folder: string
  readonly #report: string

  constructor(folder: string) {
    this.#folder = folder
    this.#report = join(folder, 'mutant-report.json')
  }

  async run(run: TestRun): Promise<Outcome> {
    rmSync(this.#report, { force: true })
    const code = await this.#vitest(run)
    if (code === 0) return { result: 'passed', failedFile: null }
    const { failedFile, isTimeout } = this.#failure()
    return { result: code === null || isTimeout ? 'timed out' : 'failed', failedFile }
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text)
  }

  /** Exit code; null after the time is over. */
  #vitest({ files, seconds, servers }: TestRun): Promise<number | null> {
    const child = spawn(
      join(this.#folder, 'node_modules/.bin/vitest'),
      [
        'run',
        '--config=infra/test/mutants/sampled/vitest.config.ts',
        '--bail=1',
        '--reporter=json',
        `--outputFile=${this.#report}`,
        ...files,
      ],
      // A process group of its own: PostgreSQL and the workers end with it.
      { cwd: this.#folder, stdio: 'ignore', detached: true, env: this.#environment(files, servers) },
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

  #environment(files: readonly string[], servers: string | null): NodeJS.ProcessEnv {
    return {
      ...process.env,
      NODE_COMPILE_CACHE: join(this.#folder, 'node_modules/.signet-test/compiled'),
      SIGNET_TEST_ORDER: files.join(' '),
      ...(servers !== null && { SIGNET_TEST_RUN: servers }),
    }
  }

  #failure(): { failedFile: string | null; isTimeout: boolean } {
    try {
      const { testResults } = JSON.parse(readFileSync(this.#report, 'utf8')) as Report
      const failed = testResults.find(({ status }) => status === 'failed')
      if (!failed) return { failedFile: null, isTimeout: false }
      const messages = [failed.message, ...failed.assertionResults.flatMap((one) => one.failureMessages)]
      const isTimeout = messages.some((message) => message.includes('timed out in'))
      return { failedFile: relative(this.#folder, failed.name), isTimeout }
    } catch {
      return { failedFile: null, isTimeout: false }
    }
  }
}
