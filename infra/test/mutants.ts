import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { accounts } from './mutants/accounts.ts'
import { administration } from './mutants/administration.ts'
import { federation } from './mutants/federation.ts'
import type { Mutant } from './mutants/mutant.ts'
import { operator } from './mutants/operator.ts'
import { protocol } from './mutants/protocol.ts'
import { provisioning } from './mutants/provisioning.ts'

/**
 * `npm run test:mutants [filters]`: takes one guard after the other away and runs the tests that must notice. A mutant that
 * survives is a guarantee nobody tests. Sources are changed in place, one at a time, and put back.
 */
const filters = process.argv.slice(2)
const all: readonly Mutant[] = [
  ...accounts,
  ...administration,
  ...federation,
  ...operator,
  ...protocol,
  ...provisioning,
]
const chosen = all.filter(
  ({ file, without }) =>
    filters.length === 0 || filters.some((filter) => `${file} ${without}`.includes(filter)),
)

const passes = (tests: readonly string[], silently = true): boolean =>
  spawnSync('vitest', ['run', '--config=infra/test/vitest.config.ts', '--bail=1', ...tests], {
    cwd: root,
    stdio: silently ? 'ignore' : 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
  }).status === 0

/** Whether some test failed with the mutant in place. */
function isKilled({ file, from, to, tests }: Mutant): boolean {
  const path = join(root, file)
  const source = readFileSync(path, 'utf8')
  const pieces = source.split(from)
  if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} places that read: ${from}`)
  const putBack = () => writeFileSync(path, source)
  process.once('SIGINT', putBack)
  writeFileSync(path, pieces.join(to))
  try {
    return !passes(tests)
  } finally {
    putBack()
    process.off('SIGINT', putBack)
  }
}

const needed = [...new Set(chosen.flatMap(({ tests }) => tests))]
// Once more: on a busy machine a test may run out of time.
if (!passes(needed) && !passes(needed, false))
  throw new Error('The tests fail without a mutant: nothing can be said.')
const survivors = chosen.filter((mutant) => {
  const killed = isKilled(mutant)
  console.log(`${killed ? 'killed  ' : 'SURVIVED'}  ${mutant.file}: without ${mutant.without}`)
  return !killed
})
console.log(`${chosen.length - survivors.length} passed, ${survivors.length} failed`)
process.exit(survivors.length === 0 ? 0 : 1)
