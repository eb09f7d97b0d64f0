/** `npm run test:slow` runs the file with more rounds, or with every case of its matrix. */
interface Repetition {
  readonly path: string
  readonly reason: string
}

/** Every case of a matrix, and all requests of a fuzzer. */
export const allCases = { SIGNET_ALL_CASES: '1', SIGNET_FUZZ_FACTOR: '1' } as const

/** `npm test` uses the defaults in the files, which repeat less. */
export const moreRounds = {
  SIGNET_RACE_ROUNDS: '60',
  SIGNET_WIPES: '10',
  SIGNET_MUTATIONS: '300',
  SIGNET_KILLS: '8',
  SIGNET_MIGRATION_STEP: '15',
  SIGNET_PLANTED_TEXTS: '200',
} as const

const everyCase = (paths: readonly string[], reason: string): Repetition[] =>
  paths.map((path) => ({ path, reason }))

export const repetitions: readonly Repetition[] = [
  {
    path: 'services/admin-api/src/consumers/fault-streams.test.ts',
    reason: 'It wipes the NATS store ten times.',
  },
  { path: 'packages/db/test/connection-lease.test.ts', reason: 'It loads each pool for two seconds.' },
  { path: 'packages/db/test/migrate.test.ts', reason: 'It kills the migrator at every fifteenth statement.' },
  {
    path: 'services/admin-api/src/domains/projects/destroy.test.ts',
    reason: 'It restores and purges a project concurrently sixty times.',
  },
  { path: 'services/admin-api/test/races/races.test.ts', reason: 'It runs each race sixty times.' },
  {
    path: 'services/auth/test/clients/self-registration.test.ts',
    reason: 'It uses a registration during its deletion sixty times.',
  },
  { path: 'services/auth/test/tokens/redemption.test.ts', reason: 'It redeems sixty codes concurrently.' },
  {
    path: 'services/auth/test/pages/accessibility.test.ts',
    reason: 'It shows every page in every language.',
  },
  ...everyCase(
    [
      'packages/accounts/test/mailed-proofs.test.ts',
      'packages/provisioning/test/credentials.test.ts',
      'packages/provisioning/test/holds.test.ts',
    ],
    'It compares four times as many random sequences with a model.',
  ),
  ...everyCase(
    [
      'services/admin-api/test/fuzz/fuzz.test.ts',
      'services/auth/test/fuzz/fuzz.test.ts',
      'services/scim/test/fuzz/fuzz.test.ts',
      'services/scim/test/fuzz/deep.test.ts',
      'services/scim/test/filter/parser.test.ts',
    ],
    'It sends all requests of its seed.',
  ),
  ...everyCase(
    ['services/admin-api/test/request-costs.test.ts', 'services/auth/test/service/request-costs.test.ts'],
    'It counts the calls and statements of every kind of request.',
  ),
  { path: 'apps/cli/test/large-files.test.ts', reason: 'It reads a large file in each form.' },
  ...everyCase(
    ['services/admin-api/test/laws.test.ts', 'services/admin-api/test/team-roles.test.ts'],
    'It calls every operation in every role and as an agent; `npm test` calls with the roles next to each right.',
  ),
  ...everyCase(
    ['infra/test/edge-raw.test.ts', 'infra/test/haproxy.test.ts', 'infra/test/haproxy-reload.test.ts'],
    'It starts HAProxy with the file of each packaging; `npm test` with one of them, which are printed by one function.',
  ),
  ...everyCase(
    [
      'services/admin-api/test/approvals.test.ts',
      'services/admin-api/test/bad-input.test.ts',
      'services/admin-api/test/contained-changes.test.ts',
      'services/admin-api/test/counted.test.ts',
      'services/admin-api/test/fields/applications.test.ts',
      'services/admin-api/test/forced-errors.test.ts',
      'services/admin-api/test/labels.test.ts',
      'services/admin-api/test/limited-agents.test.ts',
      'services/admin-api/test/number-bounds.test.ts',
      'services/admin-api/test/refusals.test.ts',
      'services/admin-api/test/refused-previews.test.ts',
      'services/admin-api/test/separation.test.ts',
      'services/admin-api/test/spelling.test.ts',
      'services/admin-api/test/token-preview.test.ts',
      'services/auth/test/authorization/grants.test.ts',
      'services/auth/test/federation/hostile.test.ts',
      'services/auth/test/issuers/spelling-law.test.ts',
      'services/auth/test/pending/pending.test.ts',
      'services/auth/test/service/half-bodies.test.ts',
      'services/auth/test/service/large-bodies.test.ts',
      'services/auth/test/service/wrong-types.test.ts',
      'services/mcp-gateway/test/attacks.test.ts',
    ],
    'It runs every case of its matrix; `npm test` runs a part of them, which is the same in each run.',
  ),
]
