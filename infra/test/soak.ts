import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../local/repository.ts'

/**
 * `npm run test:soak` runs the short cases of the fault laboratory, memory over half an hour of traffic, and more rounds of the tests
 * that repeat. Takes over an hour.
 */
const runs = [
  { file: 'services/auth/test/tokens/redemption.test.ts', env: { SIGNET_RACE_ROUNDS: '5000' } },
  { file: 'services/admin-api/test/races', env: { SIGNET_RACE_ROUNDS: '200' } },
  { file: 'packages/provisioning/test/holds.test.ts', env: { SIGNET_RACE_ROUNDS: '200' } },
  { file: 'services/admin-api/test/models', env: { SIGNET_MODEL_RUNS: '300' } },
  { file: 'services/admin-api/test/kill.test.ts', env: { SIGNET_MUTATIONS: '10000', SIGNET_KILLS: '60' } },
  { file: 'services/auth/test/accounts/timing.test.ts', env: { SIGNET_TIMING_SAMPLES: '10000' } },
  { file: 'services/auth/test/service/hostile.test.ts', env: { SIGNET_HOSTILE_SECONDS: '30' } },
  { file: 'services/auth/test/pending', env: {} },
  { file: 'services/auth/test/service/wrong-types.test.ts', env: {} },
  { file: 'services/auth/test/service/half-bodies.test.ts', env: {} },
  { file: 'services/admin-api/test/forced-errors.test.ts', env: {} },
  { file: 'packages/db/test/migrate.test.ts', env: { SIGNET_MIGRATION_STEP: '1' } },
  // 200,000 requests or more, with another seed than in every run.
  { file: 'services/auth/test/fuzz', env: { SIGNET_FUZZ_FACTOR: '60', SIGNET_FUZZ_SEED: '2' } },
  { file: 'services/admin-api/test/fuzz', env: { SIGNET_FUZZ_FACTOR: '30', SIGNET_FUZZ_SEED: '2' } },
  { file: 'services/scim/test/fuzz', env: { SIGNET_FUZZ_FACTOR: '20', SIGNET_FUZZ_SEED: '2' } },
  { file: 'services/scim/test/model', env: { SIGNET_MODEL_RUNS: '300000', SIGNET_SCIM_RUNS: '5000' } },
  {
    file: 'services/scim/test/removals',
    env: { SIGNET_REMOVALS: '1000', SIGNET_IMPORT: '5000', SIGNET_KILLS: '20' },
  },
  { file: 'services/mcp-gateway/test/fuzz', env: { SIGNET_FUZZ_FACTOR: '10', SIGNET_FUZZ_SEED: '2' } },
]

const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`

/** Lost acknowledged changes are the most severe result, so the faults are first. */
const programs = [
  ['infra/faultlab/main.ts', '--short'],
  ['infra/test/memory.ts', '--minutes=30'],
].map((args) => {
  const env = { ...process.env, PATH: path }
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  return { file: args.join(' '), passed: status === 0 }
})

const results = runs.map(({ file, env }) => {
  const { status } = spawnSync('vitest', ['run', '--config', 'infra/test/vitest.config.ts', file], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...env,
      SIGNET_SOAK: '1',
      PATH: path,
    },
  })
  return { file, passed: status === 0 }
})
results.unshift(...programs)
for (const { file, passed } of results) console.log(`${passed ? 'passed' : 'FAILED'}  ${file}`)
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
