import { guarantee } from './mutant.ts'
import { operationTool } from './operation.ts'
import { recipes } from './recipes.ts'
import { makeScratch } from './scratch.ts'

/**
 * `npm run test:recipes` carries out the recipes of infra/CONTRIBUTING.md in a copy of the repository, prints the files that each
 * changes, and checks the copy: types, format, the build of the documents, and the tests that the changes must pass.
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
const checks: readonly (readonly [tests: number, program: string, ...args: readonly string[]])[] = [
  [0, 'tsc', '-p', 'infra/tsconfig.all.json'],
  [0, 'tsc', '-p', 'apps/console'],
  [0, 'biome', 'check', 'packages', 'services/admin-api', 'apps', 'infra'],
  [0, 'turbo', 'run', 'build', '--filter=@signet/docs'],
  [1_000, 'npm', 'test', '--', ...tested],
  [5, 'npm', 'test', '--', 'services/admin-api/test/laws.test.ts', '-t', operationTool],
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
  for (const [tests, program, ...args] of checks) {
    const passed = Number(/(\d+) passed, 0 failed/.exec(scratch.run(program, ...args))?.[1] ?? 0)
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
