import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../local/repository.ts'
import type { Mutant } from './mutants/mutant.ts'
import { runSample } from './mutants/sampled/run-sample.ts'
import { written } from './mutants/written.ts'

/**
 * `npm run test:mutants [filters]` removes one guard after the other and runs the tests that must fail. A surviving mutant is a
 * guarantee without a test. Sources are changed in place, one at a time, and restored. `npm run test:mutants -- --sample 200` runs a
 * random sample of generated mutants in a scratch copy. `--seed` chooses another sample, `--only` takes part of a path or id,
 * `--minutes` limits the time and `--log` names a file for the results.
 */
const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    log: { type: 'string' },
  },
})

if (options.sample !== undefined) {
  const survived = await runSample({
    sample: Number(options.sample),
    seed: Number(options.seed),
    only: options.only ?? null,
    minutes: Number(options.minutes),
    log: options.log ?? null,
  })
  process.exit(survived === 0 ? 0 : 1)
}

const chosen = written.filter(
  ({ file, guarantee }) =>
    filters.length === 0 || filters.some((filter) => `${file} ${guarantee}`.includes(filter)),
)

const passes = (tests: readonly string[], silently = true): boolean =>
  spawnSync('vitest', ['run', '--config=infra/test/vitest.config.ts', '--bail=1', ...tests], {
    cwd: root,
    stdio: silently ? 'ignore' : 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
  }).status === 0

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
// Runs twice, because a test may exceed its time on a busy machine.
if (!passes(needed) && !passes(needed, false)) throw new Error('The tests fail without a mutant.')
const survivors = chosen.filter((mutant) => {
  const killed = isKilled(mutant)
  console.log(`${killed ? 'killed  ' : 'SURVIVED'}  ${mutant.file}: ${mutant.guarantee}`)
  return !killed
})
console.log(`${chosen.length - survivors.length} passed, ${survivors.length} failed`)
process.exit(survivors.length === 0 ? 0 : 1)
