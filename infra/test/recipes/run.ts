import { addLanguage } from './language.ts'
import { addOperation, operationTool } from './operation.ts'
import { makeScratch, type Scratch } from './scratch.ts'

/**
 * `npm run test:recipes` carries out recipes of infra/CONTRIBUTING.md in a copy of the repository, prints the files that each changes,
 * and checks the copy: types, format, and the tests that a new operation or language must pass.
 */
const recipes: readonly (readonly [name: string, follow: (scratch: Scratch) => void])[] = [
  ['Add an operation', addOperation],
  ['Add a language', addLanguage],
]

/** Each check of the copy must pass at least `tests` tests. */
const checks: readonly (readonly [tests: number, program: string, ...args: readonly string[]])[] = [
  [0, 'tsc', '-p', 'infra/tsconfig.all.json'],
  [0, 'tsc', '-p', 'apps/console'],
  [0, 'biome', 'check', 'packages', 'services/admin-api', 'apps/console'],
  [1_000, 'npm', 'test', '--', 'packages/contracts', 'packages/i18n', 'apps/console/src/places.test.ts'],
  [5, 'npm', 'test', '--', 'services/admin-api/test/laws.test.ts', '-t', operationTool],
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
