import { mutantsOf } from './mutant.ts'

const admin = 'services/admin-api'

/** An earlier complete test run did not detect these mutants. */
export const undetected = [
  ...mutantsOf(
    'packages/mail/src/mailer.ts',
    ['packages/mail/test/mailer.test.ts'],
    [
      [
        'a password is sent only over an encrypted connection',
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
        'no password link is mailed for an account that a directory manages',
        '\n      AND connection_id IS NULL`',
        '`',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/projects/rights.ts`,
    [`${admin}/src/domains/projects/lifecycle.test.ts`],
    [['a System project cannot be moved', 'move: !project.system && (', 'move: (']],
  ),
  ...mutantsOf(
    `${admin}/src/domains/agents/changes.ts`,
    [`${admin}/src/domains/agents/limits.test.ts`],
    [['no agent is limited to the System team', " AND kind <> 'system'", '']],
  ),
  ...mutantsOf(
    `${admin}/src/authn/administrator.ts`,
    [`${admin}/src/domains/administrators/update.test.ts`],
    [
      [
        'the System team is not listed among the teams of an administrator',
        ' WHERE t.id <> i.super_team_id',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/secret-reveals/operations.ts`,
    [`${admin}/test/secret-reveals.test.ts`],
    [
      [
        'a link is described to its administrator only',
        ' AND r.account_id = ${accountId} AND',
        ' AND ${accountId}::text IS NOT NULL AND',
      ],
    ],
  ),
  ...mutantsOf(
    'services/scim/src/messages/version.ts',
    ['services/scim/test/rfc.test.ts'],
    [['If-Match with * matches any version', "tag === '*' || ", '']],
  ),
  ...mutantsOf(
    'services/mcp-gateway/src/results/answers.ts',
    ['services/mcp-gateway/test/agent.test.ts'],
    [['line separators are shown to the model', '[\\p{Cf}\\p{Zl}\\p{Zp}]', '[\\p{Cf}]']],
  ),
  ...mutantsOf(
    'services/mcp-gateway/src/catalogue/tools.ts',
    ['services/mcp-gateway/test/attacks.test.ts'],
    [
      [
        'tools of super administrators are shown to them only',
        "    .filter(({ operation }) => operation.access.to !== 'super_administrator' || agent.superAdministrator)\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'services/auth/src/artifacts/writes.ts',
    ['services/auth/test/tokens/audiences.test.ts'],
    [
      ['a refused request stores no token', "(write.do === 'upsert' && isIssued(write.model))", 'false'],
      ['a refused request redeems nothing', "write.do === 'consume' || (write", '(write'],
    ],
  ),
  ...mutantsOf(
    'services/auth/src/federation/add-link.ts',
    ['services/auth/test/federation/add-link.test.ts'],
    [
      ['a link is added only in the session that started it', 'session.uid !== sessionUid || ', ''],
      [
        'a link is added only by the account that started it',
        'session.uid !== sessionUid || session.accountId !== accountId)',
        'false)',
      ],
      [
        'the session exists until the link is added',
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
        'a combination of settings is checked under the lock',
        '    refuseConflicts(await loadSettings(tx), input)\n',
        '    void input\n',
      ],
      ['settings are changed one after the other', 'FROM instance FOR UPDATE`', 'FROM instance`'],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/settings/error-report.ts`,
    [`${admin}/test/races/concurrent-updates.test.ts`],
    [
      [
        'the error store is enabled when forwarding is enabled',
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
        'the queue for a connection is bounded',
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
        'a destruction deletes the rows that it locked',
        '    await tx.run(sql`DELETE FROM ${raw(table)} WHERE project_id = ${projectId}`)\n',
        '    void table\n',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/db/src/errors.ts',
    ['packages/db/test/database.test.ts'],
    [['Prisma reports an unavailable database', ' || prismaUnavailable.has(code)', '']],
  ),
  ...mutantsOf(
    'services/auth/src/pages/own-authenticator/handler.ts',
    ['services/auth/test/accounts/own-account.test.ts'],
    [
      ['an altered seed is an error of the client', 'error instanceof SealBroken || ', ''],
      ['a seed of another key is an error of the client', ' || error instanceof UnknownSecretKey', ''],
    ],
  ),
  ...mutantsOf(
    'packages/accounts/src/login-throttle.ts',
    ['services/auth/test/accounts/second-factor.test.ts'],
    [
      [
        'a wrong code in an unfamiliar browser is counted for its network',
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
        'the queue of passwords is bounded',
        'waiting.length >= queueLimit',
        'waiting.length >= queueLimit * 1_000',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/secrets/src/password-worker-pool.ts',
    ['packages/secrets/test/hashing-threads.test.ts'],
    [
      [
        'a single password is not hashed on a thread of low priority',
        "working === 0 ? 'single' : 'concurrent'",
        "'concurrent'",
      ],
    ],
  ),
]
