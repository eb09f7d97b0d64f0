import { mutantsOf } from './mutant.ts'

const admin = 'services/admin-api'

/** Mutants that complete test suites did not detect. */
export const outsiders = [
  ...mutantsOf(
    'packages/mail/src/mailer.ts',
    ['packages/mail/test/mailer.test.ts'],
    [
      [
        'that a password travels encrypted',
        "requireTLS: !secure && username !== '' && !isOwnMachine(address)",
        'requireTLS: false',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/accounts/src/sign-in.ts',
    ['services/auth/test/accounts/ways-on.test.ts'],
    [
      [
        'that no password is mailed for an account that a directory manages',
        '\n      AND connection_id IS NULL`',
        '`',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/projects/rights.ts`,
    [`${admin}/src/domains/projects/lifecycle.test.ts`],
    [['that a System project stays where it is', 'move: !project.system && (', 'move: (']],
  ),
  ...mutantsOf(
    `${admin}/src/domains/agents/changes.ts`,
    [`${admin}/src/domains/agents/limits.test.ts`],
    [['that no agent is limited to the System team', " AND kind <> 'system'", '']],
  ),
  ...mutantsOf(
    `${admin}/src/authn/administrator.ts`,
    [`${admin}/src/domains/administrators/update.test.ts`],
    [['that the System team is no team of an administrator', ' AND t.id <> i.super_team_id', '']],
  ),
  ...mutantsOf(
    `${admin}/src/domains/secret-reveals/index.ts`,
    [`${admin}/test/secret-reveals.test.ts`],
    [
      [
        'that a link is described to its administrator only',
        ' AND r.account_id = ${accountId} AND',
        ' AND ${accountId}::text IS NOT NULL AND',
      ],
    ],
  ),
  ...mutantsOf(
    'services/scim/src/messages/version.ts',
    ['services/scim/test/rfc.test.ts'],
    [['that If-Match matches any version', "tag === '*' || ", '']],
  ),
  ...mutantsOf(
    'services/mcp-gateway/src/results/answers.ts',
    ['services/mcp-gateway/test/agent.test.ts'],
    [['that line separators are shown to the model', '[\\p{Cf}\\p{Zl}\\p{Zp}]', '[\\p{Cf}]']],
  ),
  ...mutantsOf(
    'services/mcp-gateway/src/catalogue/tools.ts',
    ['services/mcp-gateway/test/attacks.test.ts'],
    [
      [
        'that tools of super administrators are shown to them only',
        "    .filter(({ operation }) => operation.access.to !== 'super_administrator' || agent.superAdministrator)\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'services/auth/src/storage/writes.ts',
    ['services/auth/test/tokens/audiences.test.ts'],
    [
      ['that a refused request keeps no token', "(write.do === 'upsert' && isIssued(write.model))", 'false'],
      ['that a refused request redeems nothing', "write.do === 'consume' || (write", '(write'],
    ],
  ),
  ...mutantsOf(
    'services/auth/src/federation/add-link.ts',
    ['services/auth/test/federation/add-link.test.ts'],
    [
      ['that a link is added in the session that began it', 'session.uid !== sessionUid || ', ''],
      [
        'that a link is added by the account that began it',
        'session.uid !== sessionUid || session.accountId !== accountId)',
        'false)',
      ],
      [
        'that the session lasts until the link is added',
        '      if (!(await isSignedIn(tx, project.id, { accountId, sessionUid }))) ',
        '      if (void [isSignedIn, sessionUid]) ',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/settings/update.ts`,
    [`${admin}/test/races/concurrent-updates.test.ts`],
    [
      [
        'that a combination of settings is checked under the lock',
        '    refuseConflicts(await loadSettings(tx), input)\n',
        '    void input\n',
      ],
      ['that settings are changed one after the other', 'FROM instance FOR UPDATE`', 'FROM instance`'],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/settings/error-report.ts`,
    [`${admin}/test/races/concurrent-updates.test.ts`],
    [
      [
        'that the error store is on when forwarding is switched on',
        '    await refuseUnusable(tx, input)\n',
        '    void input\n',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/db/src/bounded.ts',
    ['packages/db/test/pool.test.ts'],
    [
      [
        'that the queue for a connection is bounded',
        'this.waitingCount >= mostWaiting',
        'this.waitingCount >= mostWaiting * 1_000',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/projects/destroy.ts`,
    [`${admin}/src/domains/projects/destroy.test.ts`],
    [
      [
        'that a destruction deletes the rows that were locked before',
        '    await tx.run(sql`DELETE FROM ${raw(table)} WHERE project_id = ${projectId}`)\n',
        '    void table\n',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/db/src/errors.ts',
    ['packages/db/test/database.test.ts'],
    [['that Prisma reports an unavailable database', ' || prismaUnavailable.has(code)', '']],
  ),
  ...mutantsOf(
    'services/auth/src/pages/own-authenticator/handler.ts',
    ['services/auth/test/accounts/own-account.test.ts'],
    [
      ['that an altered seed is an error of the client', 'error instanceof SealBroken || ', ''],
      ['that a seed of another key is an error of the client', ' || error instanceof UnknownSecretKey', ''],
    ],
  ),
  ...mutantsOf(
    'packages/accounts/src/login-throttle.ts',
    ['services/auth/test/accounts/second-factor.test.ts'],
    [
      [
        'that a wrong code in an unfamiliar browser counts at its network',
        'SELECT ${key}::text AS key) k WHERE key IS NOT NULL`',
        'SELECT ${key}::text AS key) k`',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/secrets/src/password-worker-pool.ts',
    ['packages/secrets/test/password.test.ts'],
    [
      [
        'that the queue of passwords is bounded',
        'waiting.length >= queueLimit',
        'waiting.length >= queueLimit * 1_000',
      ],
    ],
  ),
]
