import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/repository.ts'
import { addDecision } from './decision.ts'
import { addDocument } from './document.ts'
import { addLanguage } from './language.ts'
import { addMigration } from './migration.ts'
import { addMutant, guarantee } from './mutant.ts'
import { addOperation, operationTool } from './operation.ts'
import { makeScratch, type Scratch } from './scratch.ts'
import { addScreen } from './screen.ts'
import { addSetting } from './setting.ts'

/**
 * `npm run test:recipes` carries out the recipes of infra/CONTRIBUTING.md in a copy of the repository, prints the files that each
 * changes, and checks the copy: types, format, the build of the documents, and the tests that the changes must pass.
 */
const recipes: readonly (readonly [name: string, follow: (scratch: Scratch) => void])[] = [
  ['Add an operation', addOperation],
  ['Add a setting', addSetting],
  ['Add a migration', addMigration],
  ['Work on a surviving mutant', addMutant],
  ['Add a screen', addScreen],
  ['Add a language', addLanguage],
  ['Add a page to the documents', addDocument],
  ['Add a decision', addDecision],
]

const headings = readFileSync(join(root, 'infra/CONTRIBUTING.md'), 'utf8').matchAll(
  /^## ((?:Add|Work on) .+)$/gm,
)
const described = [...headings].map(([, heading]) => heading)
const followed = recipes.map(([name]) => name)
if (described.toSorted().join() !== followed.toSorted().join())
  throw new Error(
    `infra/CONTRIBUTING.md describes ${described.join(', ')}; followed are ${followed.join(', ')}.`,
  )

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
