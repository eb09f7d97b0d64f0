import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { allCases, moreRounds, repetitions } from '../test/slow/repetitions.ts'
import { slowFiles } from '../test/slow/slow-files.ts'
import { slowJourneysPattern } from '../test/slow/slow-journeys.ts'
import { run } from './commands.ts'
import { root } from './repository.ts'
import { type Counts, readCounts } from './test-counts.ts'

export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** JSON report of a step that runs tests. Such steps print while they run, others only when they fail. */
  readonly report?: string
  /** Runs concurrently with neighbouring steps of this flag: each uses at most one core. */
  readonly together?: boolean
  /** Name of a step of the same group that ends first. */
  readonly after?: string
  /** PostgreSQL 15 instead of the embedded 18. */
  readonly oldestPostgres?: boolean
  readonly env?: NodeJS.ProcessEnv
}

export interface StepResult {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  readonly counts: Counts
}

const reports = join(root, 'node_modules/.signet-test')

function vitest(name: string, config: string, files: readonly string[] = []): Step {
  const report = join(reports, `${name}.json`)
  return {
    name,
    report,
    command: [
      'vitest',
      'run',
      `--config=infra/test/${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
  }
}

/** Tests of a step that follows the build start the built programs (`mainFile` of the test kit). */
const onBundles = { SIGNET_TEST_BUNDLES: '1' }

const withoutSlowFiles = { SIGNET_TEST_WITHOUT_SLOW: '1' }

function journeys(name: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): Step {
  const report = join(reports, `${name}.json`)
  const cli = join(root, 'e2e/node_modules/playwright/cli.js')
  return {
    name,
    report,
    command: ['node', cli, 'test', '--config=e2e', ...options],
    env: { ...env, SIGNET_JOURNEYS_REPORT: report },
  }
}

/** The migrations, and statements of each service that has its own. `npm run test:slow` runs more files with PostgreSQL 15. */
const onOldestPostgres = [
  'packages/db/test/schema.test.ts',
  'services/auth/test/tokens/tokens.test.ts',
  'services/admin-api/test/typed-client.test.ts',
]

const moreOnOldestPostgres = [
  ...onOldestPostgres,
  'packages/db/test/setup.test.ts',
  'packages/db/test/migrate.test.ts',
  'packages/events/test',
  'services/admin-api/src/domains',
  'services/auth/test/accounts',
  'services/auth/test/federation',
  'services/scim/test',
]

const check = (name: string, ...command: [string, ...string[]]): Step => ({ name, command, together: true })

/** Several checkers check the same types again: four need twice the processor time of one. */
const compile = ['tsc', '--checkers', '1', '-p'] as const

const generate: Step = {
  name: 'generate',
  command: ['turbo', 'run', 'generate', '--output-logs=errors-only'],
}

/** @param filters parts of file paths, and options of the runner; `e2e` selects journeys */
export function stepsFor(filters: readonly string[]): readonly Step[] {
  const isJourney = filters.some((word) => word.includes('e2e'))
  return [
    generate,
    isJourney
      ? journeys(
          'journeys',
          filters.filter((word) => word !== 'e2e').map((word) => word.replace(/^e2e\//, '')),
        )
      : vitest('tests', 'vitest.config.ts', filters),
  ]
}

const build: Step = {
  name: 'build',
  command: ['turbo', 'run', 'build', '--output-logs=errors-only'],
  together: true,
}

/** Order of `npm test`: the cheapest first, because a failed step ends the run. */
export const steps: readonly Step[] = [
  generate,
  // Each separate program would load the sources of the others again.
  check('types', ...compile, 'infra/tsconfig.all.json'),
  check('types of the console', ...compile, 'apps/console'),
  check('types of the journeys', ...compile, 'e2e'),
  check('lint and format', 'biome', 'check', '--error-on-warnings', '.'),
  check('import law', 'turbo', 'boundaries'),
  check('unused code', 'knip', '--config', '.knip.jsonc', '--no-config-hints'),
  // A test of `npm start` would build too.
  build,
  {
    ...vitest('unit and integration', 'vitest.config.ts'),
    env: { ...onBundles, ...withoutSlowFiles },
  },
  // The journeys wait for browsers about half of their time.
  {
    // Each worker loads the services again, and the journeys take longer than one worker needs.
    ...vitest('PostgreSQL 15', 'vitest.config.ts', ['--maxWorkers=1', ...onOldestPostgres]),
    oldestPostgres: true,
    together: true,
  },
  { ...journeys('journeys', [], { SIGNET_JOURNEYS_WITHOUT: slowJourneysPattern }), together: true },
  {
    name: 'recipes',
    command: ['node', 'infra/test/recipes/run.ts', '--brief'],
    together: true,
    after: 'PostgreSQL 15',
  },
  // Reads the reports of the steps above.
  {
    name: 'sentences of the specification',
    command: ['node', 'infra/test/sentences/check.ts'],
  },
]

/** Files that `npm test` leaves out, and files that it repeats less. */
export const slowSteps: readonly Step[] = [
  generate,
  build,
  {
    ...vitest(
      'slow tests',
      'vitest.config.ts',
      slowFiles.map(({ file }) => file),
    ),
    env: { ...allCases, ...moreRounds, ...onBundles },
  },
  {
    ...vitest(
      'repetitions',
      'vitest.config.ts',
      repetitions.map(({ path }) => path),
    ),
    env: { ...allCases, ...moreRounds, ...onBundles },
  },
  {
    ...vitest('more with PostgreSQL 15', 'vitest.config.ts', moreOnOldestPostgres),
    oldestPostgres: true,
    env: { ...onBundles, ...withoutSlowFiles },
  },
  journeys('slow journeys', [], { SIGNET_JOURNEYS_ONLY: slowJourneysPattern }),
  {
    name: 'sentences of the specification',
    command: ['node', 'infra/test/sentences/check.ts', '--slow'],
  },
  { name: 'recipes', command: ['node', 'infra/test/recipes/run.ts'] },
]

export async function runStep(step: Step, env: NodeJS.ProcessEnv): Promise<StepResult> {
  const begun = performance.now()
  const [command, ...args] = step.command
  const environment = { ...env, ...step.env }
  if (step.report) rmSync(step.report, { force: true })
  const code = await (step.report
    ? runAloud(command, args, environment)
    : runQuietly(command, args, environment))
  const counts = step.report ? readCounts(step.report) : { passed: 0, failed: 0, skipped: 0 }
  return {
    name: step.name,
    ok: code === 0,
    seconds: (performance.now() - begun) / 1000,
    // A step can fail without a failed test: a type error, or a suite that does not load.
    counts: code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) },
  }
}

async function runQuietly(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { code, output } = await run(command, args, env)
  if (code !== 0) console.error(output.trim())
  return code
}

function runAloud(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}
