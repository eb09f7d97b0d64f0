export interface SlowFile {
  readonly file: string
  readonly reason: string
  /** File of `npm test` with the shortest case of the same guarantee. */
  readonly fast: string
}

const slow = (reason: string, pairs: Readonly<Record<string, string>>): SlowFile[] =>
  Object.entries(pairs).map(([file, fast]) => ({ file, reason, fast }))

/** The only list of these files. */
export const slowFiles: readonly SlowFile[] = [
  ...slow(
    'Moves whole projects between two instances with processes of the command line, four of which it kills.',
    {
      'services/admin-api/test/project-move.test.ts': 'services/admin-api/src/domains/projects/move.test.ts',
    },
  ),
  ...slow('Runs fifty processes of the command line.', {
    'services/admin-api/test/command-line.test.ts': 'e2e/command-line.test.ts',
  }),
  ...slow('Starts the service as a process seven times.', {
    'services/admin-api/test/start.test.ts': 'packages/db/test/migrate.test.ts',
  }),
  ...slow('Kills the service and NATS while sixty changes are sent.', {
    'services/admin-api/test/kill.test.ts': 'services/admin-api/test/nats-away.test.ts',
  }),
  ...slow('Sends thousands of requests of a directory.', {
    'services/scim/test/refused.test.ts': 'services/scim/test/request-log.test.ts',
  }),
  ...slow('Confirms changes during twenty-five rounds of other changes.', {
    'services/admin-api/test/races/confirm.test.ts': 'services/admin-api/test/confirmations.test.ts',
  }),
  ...slow('Measures the processor time of hundreds of hostile requests.', {
    'services/admin-api/test/fuzz/cost.test.ts': 'services/admin-api/test/fuzz/fuzz.test.ts',
    'services/mcp-gateway/test/fuzz/cost.test.ts': 'services/admin-api/test/fuzz/fuzz.test.ts',
    'services/scim/test/fuzz/cost.test.ts': 'services/scim/test/fuzz/fuzz.test.ts',
    'services/auth/test/fuzz/cost.test.ts': 'services/auth/test/fuzz/fuzz.test.ts',
  }),
  ...slow('Sends load to the service while key servers answer with attacks.', {
    'services/auth/test/service/hostile.test.ts': 'services/auth/test/federation/hostile.test.ts',
  }),
  ...slow('Adopts a thousand users with one call.', {
    'services/admin-api/src/domains/directories/many-accounts.test.ts':
      'services/admin-api/src/domains/directories/accounts.test.ts',
  }),
  ...slow('Sends load to two processes while PostgreSQL is up to a second away.', {
    'services/auth/test/service/slow-database.test.ts': 'services/auth/test/service/deadline.test.ts',
  }),
  ...slow('Breaks connections under load, and waits until they are open again.', {
    'services/auth/test/races/away.test.ts': 'services/auth/test/pages/errors.test.ts',
  }),
  ...slow('Signs in with a browser at two hosts in each language.', {
    'services/auth/test/accounts/former-passkeys-browser.test.ts':
      'services/auth/test/accounts/former-passkeys.test.ts',
  }),
  ...slow('Measures the memory of a process that returns groups of thousands of members.', {
    'services/scim/test/large-groups.test.ts': 'services/scim/test/groups.test.ts',
  }),
  ...slow('Computes hashes with the highest accepted cost, which take seconds of a core.', {
    'packages/secrets/test/costliest-hashes.test.ts': 'packages/secrets/test/foreign-hashes.test.ts',
  }),
  ...slow('Controls a browser.', {
    'services/auth/test/accounts/passkeys-browser.test.ts': 'services/auth/test/accounts/passkeys.test.ts',
    'services/auth/test/accounts/own-profile-browser.test.ts':
      'services/auth/test/accounts/own-profile.test.ts',
    'services/auth/test/pages/show-password.test.ts': 'services/auth/test/pages/accessibility.test.ts',
    'services/admin-api/test/passkey-approval.test.ts': 'services/admin-api/test/approvals.test.ts',
  }),
  ...slow('Starts processes of the command line, a proxy or a pooler.', {
    'services/admin-api/test/command-line-retries.test.ts': 'apps/cli/test/files.test.ts',
    'services/auth/test/agents/command-line.test.ts': 'services/auth/test/agents/clients.test.ts',
    'infra/test/edge-printed.test.ts': 'infra/test/haproxy.test.ts',
    'infra/test/pooler.test.ts': 'packages/db/test/pool.test.ts',
    'services/auth/test/service/lazy.test.ts': 'packages/runtime/test/idle-memory.test.ts',
  }),
  ...slow('Starts three services as processes.', {
    'services/mcp-gateway/test/questions.test.ts': 'services/mcp-gateway/test/agent.test.ts',
    'services/mcp-gateway/test/planted.test.ts': 'services/mcp-gateway/test/attacks.test.ts',
    'services/mcp-gateway/test/labels.test.ts': 'services/mcp-gateway/test/agent.test.ts',
    'services/mcp-gateway/test/selection.test.ts': 'services/mcp-gateway/test/agent.test.ts',
    'services/mcp-gateway/test/service-account-script.test.ts': 'services/mcp-gateway/test/agent.test.ts',
    'services/mcp-gateway/test/approvals.test.ts': 'services/admin-api/test/approvals.test.ts',
    'services/mcp-gateway/test/fuzz/fuzz.test.ts': 'services/admin-api/test/fuzz/fuzz.test.ts',
    'services/mcp-gateway/test/proof.test.ts': 'services/mcp-gateway/test/agent.test.ts',
    'services/mcp-gateway/test/transport.test.ts': 'services/mcp-gateway/test/agent.test.ts',
    'services/mcp-gateway/test/journeys.test.ts': 'services/mcp-gateway/test/agent.test.ts',
    'services/mcp-gateway/test/number-bounds.test.ts': 'services/admin-api/test/number-bounds.test.ts',
    'services/mcp-gateway/test/team-roles.test.ts': 'services/admin-api/test/team-roles.test.ts',
    'services/mcp-gateway/test/effects.test.ts': 'services/admin-api/test/effects.test.ts',
    'services/mcp-gateway/test/counted.test.ts': 'services/admin-api/test/counted.test.ts',
  }),
  ...slow('Reads the types of all sources, or generates and compiles clients.', {
    'infra/test/rows/rows.test.ts': 'packages/db/test/schema.test.ts',
    'services/admin-api/test/openapi.test.ts': 'packages/contracts/test/openapi.test.ts',
  }),
  ...slow('Imports the users and settings of whole realms.', {
    'services/admin-api/test/realm-import.test.ts': 'services/admin-api/src/domains/users/import.test.ts',
  }),
  ...slow('Repeats concurrent requests in further orders.', {
    'services/auth/test/races/endings.test.ts': 'services/auth/test/logout/endings.test.ts',
    'services/auth/test/races/interleaved.test.ts': 'services/auth/test/logout/endings.test.ts',
    'services/auth/test/races/proofs.test.ts': 'services/auth/test/races/forms.test.ts',
    'services/auth/test/races/decisions.test.ts': 'services/auth/test/races/sessions.test.ts',
    'services/auth/test/races/presented.test.ts': 'services/auth/test/races/sessions.test.ts',
    'services/auth/test/races/registrations.test.ts': 'services/auth/test/races/forms.test.ts',
    'services/admin-api/test/races/twice.test.ts': 'services/admin-api/test/races/races.test.ts',
  }),
  ...slow('Repeats a rule with many further values.', {
    'services/auth/test/accounts/migration-hook-attacks.test.ts':
      'services/auth/test/accounts/migration-hook.test.ts',
    'services/auth/test/accounts/network-throttle.test.ts': 'services/auth/test/accounts/throttle.test.ts',
    'services/admin-api/test/field-bounds.test.ts': 'services/admin-api/test/number-bounds.test.ts',
    'services/admin-api/test/fields/lengths.test.ts': 'services/admin-api/test/fields/applications.test.ts',
    'services/admin-api/test/fields/service.test.ts': 'services/admin-api/test/fields/applications.test.ts',
    'services/admin-api/test/fields/teams.test.ts': 'services/admin-api/test/fields/projects.test.ts',
    'services/admin-api/test/fields/apis.test.ts': 'services/admin-api/test/fields/projects.test.ts',
  }),
  ...slow('Uses providers that others wrote, or a SAML library on both sides.', {
    'services/auth/test/federation/foreign.test.ts': 'services/auth/test/federation/sign-in.test.ts',
    'services/auth/test/saml/binding.test.ts': 'services/auth/test/saml/sign-in.test.ts',
  }),
  ...slow('Compares hundreds of random requests with a model, or kills a process at each step.', {
    'services/scim/test/model/service.test.ts': 'services/scim/test/users.test.ts',
    'services/scim/test/removals/kill.test.ts': 'services/scim/test/removals/removals.test.ts',
  }),
]
