export interface SlowFile {
  readonly file: string
  readonly reason: string
  /** A file of `npm test` with the shortest case of the same guarantee. */
  readonly fast: string
}

/** The only list of these files. */
export const slowFiles: readonly SlowFile[] = [
  {
    file: 'services/admin-api/test/project-move.test.ts',
    reason:
      'Moves whole projects between two instances with processes of the command line, four of which it kills.',
    fast: 'services/admin-api/src/domains/projects/move.test.ts',
  },
  {
    file: 'services/admin-api/test/command-line.test.ts',
    reason: 'Runs fifty processes of the command line.',
    fast: 'e2e/command-line.test.ts',
  },
  {
    file: 'services/admin-api/test/start.test.ts',
    reason: 'Starts the service as a process seven times.',
    fast: 'packages/db/test/migrate.test.ts',
  },
  {
    file: 'services/admin-api/test/races/confirm.test.ts',
    reason: 'Confirms changes during twenty-five rounds of other changes.',
    fast: 'services/admin-api/test/confirmations.test.ts',
  },
  {
    file: 'services/admin-api/test/fuzz/cost.test.ts',
    reason: 'Measures the processor time of hundreds of hostile requests.',
    fast: 'services/admin-api/test/fuzz/fuzz.test.ts',
  },
  {
    file: 'services/mcp-gateway/test/fuzz/cost.test.ts',
    reason: 'Measures the processor time of hundreds of hostile requests.',
    fast: 'services/mcp-gateway/test/fuzz/fuzz.test.ts',
  },
  {
    file: 'services/scim/test/fuzz/cost.test.ts',
    reason: 'Measures the processor time of hundreds of hostile requests.',
    fast: 'services/scim/test/fuzz/fuzz.test.ts',
  },
  {
    file: 'services/auth/test/fuzz/cost.test.ts',
    reason: 'Measures the processor time of hundreds of hostile requests.',
    fast: 'services/auth/test/fuzz/fuzz.test.ts',
  },
  {
    file: 'services/auth/test/service/slow-database.test.ts',
    reason: 'Sends load to two processes while PostgreSQL is up to a second away.',
    fast: 'services/auth/test/service/deadline.test.ts',
  },
  {
    file: 'services/auth/test/races/away.test.ts',
    reason: 'Breaks connections under load, and waits until they are open again.',
    fast: 'services/auth/test/pages/errors.test.ts',
  },
  {
    file: 'services/auth/test/accounts/former-passkeys-browser.test.ts',
    reason: 'Signs in with a browser at two hosts in each language.',
    fast: 'services/auth/test/accounts/former-passkeys.test.ts',
  },
  {
    file: 'services/scim/test/large-groups.test.ts',
    reason: 'Measures the memory of a process that returns groups of thousands of members.',
    fast: 'services/scim/test/groups.test.ts',
  },
  {
    file: 'packages/secrets/test/costliest-hashes.test.ts',
    reason: 'Computes hashes with the highest accepted cost, which take seconds of a core.',
    fast: 'packages/secrets/test/foreign-hashes.test.ts',
  },
]
