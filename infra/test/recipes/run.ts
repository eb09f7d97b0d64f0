import { guarantee } from './mutant.ts'
import { operationTool } from './operation.ts'
import { recipes } from './recipes.ts'
import { makeScratch } from './scratch.ts'

/**
 * `npm run test:recipes` carries out the recipes of infra/CONTRIBUTING.md in a copy of the repository, prints the files that each
 * changes, and checks the copy: types, format, the build of the documents, and the tests that the changes must pass. With `--brief`, as
 * a step of `npm test`, it checks the types of the changed programs and the tests of the added objects.
 */

const tested = [
  'packages/contracts',
  'packages/i18n',
  'apps/console/src/places.test.ts',
  'apps/console/src/texts',
  'packages/db/test/schema.test.ts',
  'packages/db/test/migrate.test.ts',
  'services/admin-api/src/domains/settings/not-in-force.test.ts',
  'infra/test/decisions.test.ts',
  'infra/test/documents.test.ts',
  'infra/test/sampled-mutants.test.ts',
  'infra/test/written-mutants.test.ts',
]

/** Each check of the copy must pass at least `tests` tests. */
type Check = readonly [tests: number, program: string, ...args: readonly string[]]

const laws = 'services/admin-api/test/laws.test.ts'

/** Titles of the tests whose results depend on the recipes. */
const ofAddedObjects = [
  operationTool,
  'the catalogue has exactly the keys',
  'each setting has a short English name',
  'the migrations add up to the Prisma schema',
  'the embedded manifest equals',
  guarantee,
  'every locale has a folder of messages',
  'the index of decisions',
]

const briefChecks: readonly Check[] = [
  [0, 'tsc', '--checkers', '1', '-p', 'services/admin-api'],
  [0, 'tsc', '--checkers', '1', '-p', 'apps/console'],
  [
    12,
    'vitest',
    'run',
    '--config=infra/test/vitest.config.ts',
    '--maxWorkers=1',
    laws,
    'packages/contracts/test/settings.test.ts',
    'packages/db/test/schema.test.ts',
    'packages/i18n/test/catalogue.test.ts',
    'infra/test/written-mutants.test.ts',
    'infra/test/decisions.test.ts',
    '-t',
    ofAddedObjects.join('|'),
  ],
]

const allChecks: readonly Check[] = [
  [0, 'tsc', '-p', 'infra/tsconfig.all.json'],
  [0, 'tsc', '-p', 'apps/console'],
  [0, 'biome', 'check', 'packages', 'services/admin-api', 'apps', 'infra'],
  [0, 'turbo', 'run', 'build', '--filter=@signet/docs'],
  [1_000, 'npm', 'test', '--', ...tested],
  [5, 'npm', 'test', '--', laws, '-t', operationTool],
  [1, 'npm', 'run', 'test:mutants', '--', guarantee],
]

const scratch = makeScratch()
try {
  const before = new Set<string>()
  for (const [name, follow] of recipes) {
    follow(scratch)
    const files = scratch.changedFiles().filter((file) => !before.has(file))
    for (const file of files) before.add(file)
    console.log(`${name}: ${files.length} files\n${files.map((file) => `  ${file}`).join('\n')}`)
  }
  for (const [tests, program, ...args] of process.argv.includes('--brief') ? briefChecks : allChecks) {
    const passed = Number(/(\d+) passed(?:, 0 failed| \|)/.exec(scratch.run(program, ...args))?.[1] ?? 0)
    if (passed < tests)
      throw new Error(`${program} ${args.join(' ')}: ${passed} tests passed, ${tests} expected`)
  }
  console.log('The copy passes its checks.')
} catch (error) {
  const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
  console.error(`${String(error)}\n${stdout}\n${stderr}`)
  process.exitCode = 1
} finally {
  scratch.remove()
}
