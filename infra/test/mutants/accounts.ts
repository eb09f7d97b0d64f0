import { mutantsOf } from './mutant.ts'

const accountRules = 'packages/accounts/src'
const links = [
  'packages/accounts/test/mailed-proofs.test.ts',
  'services/auth/test/accounts/mailed-links.test.ts',
]
const throttle = [
  'services/auth/test/accounts/throttle.test.ts',
  'services/auth/test/accounts/known-browser.test.ts',
  'services/auth/test/accounts/network-throttle.test.ts',
]
const preHijacking = [
  'services/auth/test/accounts/pre-hijacking.test.ts',
  'services/admin-api/src/domains/users/owner.test.ts',
]
const proofs = ['services/admin-api/src/domains/users/proofs.test.ts']

/** Mutants of mailed proofs, of the throttle of sign-ins, and of the end of an account. */
export const accounts = [
  ...mutantsOf(`${accountRules}/proofs.ts`, links, [
    ['that a link runs out', '  AND t.expires_at > now() AND a.project_id', '  AND a.project_id'],
    [
      'that a link is of the address the account has',
      ' AND a.email = t.address\n  AND (t.purpose',
      '\n  AND (t.purpose',
    ],
    [
      'that a link is of its kind',
      't.purpose = ${purpose} AND t.code_hash IS NULL',
      '${purpose}::text IS NOT NULL AND t.code_hash IS NULL',
    ],
    [
      'that a code has few tries',
      ' AND t.attempts < ${codeTries}::int AND t.expires_at',
      ' AND ${codeTries}::int > 0 AND t.expires_at',
      'services/auth/test/accounts/verification.test.ts',
    ],
    [
      'that a new link supersedes the old one',
      '  await deleteProofs(tx, account.projectId, account.id, superseded)\n',
      '  void superseded\n',
      'packages/accounts/test/mailed-proofs.test.ts',
    ],
    [
      'that a chosen password ends what was signed in',
      '  await endAccount(tx, project, accountId)\n  return removed\n}\n',
      '  void endAccount\n  return removed\n}\n',
      ...links,
    ],
  ]),
  ...mutantsOf(`${accountRules}/account-state.ts`, proofs, [
    [
      'that deactivation ends mailed links',
      '  await endPendingSignIns(tx, projectId, accountId)\n  await deleteProofs(tx, projectId, accountId)\n}\n\n/** Locks the account with',
      '  await endPendingSignIns(tx, projectId, accountId)\n}\n\n/** Locks the account with',
    ],
    [
      'that another address ends mailed links',
      "    'email_taken',\n  )\n  await deleteProofs(tx, projectId, accountId)\n",
      "    'email_taken',\n  )\n",
    ],
    [
      'that a lock ends mailed links',
      '  await deleteProofs(tx, projectId, accountId)\n}\n\nexport const unlockAccount',
      '}\n\nexport const unlockAccount',
    ],
  ]),
  ...mutantsOf(`${accountRules}/accounts.ts`, proofs, [
    [
      'that a new password ends links that set one',
      '  await deleteProofs(tx, projectId, accountId, passwordProofs)\n',
      '  void [deleteProofs, passwordProofs]\n',
    ],
  ]),
  ...mutantsOf(`${accountRules}/prove-address.ts`, preHijacking, [
    [
      'that a password of before the proof is removed',
      'CASE WHEN ${password}::boolean THEN NULL ELSE a.password_hash END',
      'a.password_hash',
    ],
    [
      'that an authenticator of before the proof is removed',
      'CASE WHEN ${authenticator}::boolean THEN NULL ELSE a.totp_enrolled_at END',
      'a.totp_enrolled_at',
    ],
    ['that links of before the proof are removed', 'AND NOT (${kept})`', 'AND false AND NOT (${kept})`'],
    [
      'that sessions of before the proof end',
      '  await (isAnyKept(presented) ? endIssued : endAccount)(tx, project, accountId)\n',
      '  void [isAnyKept, endIssued, endAccount]\n',
    ],
    ['that a proven account keeps its credentials', '(NOT a.email_verified AND a.email', '(a.email'],
    ['that a password an administrator set is kept', ' AND NOT a.password_given\n', '\n'],
  ]),
  ...mutantsOf(`${accountRules}/login-throttle.ts`, throttle, [
    [
      'that a browser is known by its account’s password',
      '\n      ON k.id = account.id AND k.set_at IS NOT DISTINCT FROM account."passwordSetAt"`',
      '\n      ON k.id = account.id`',
    ],
    [
      'that attempts beyond the cap wait',
      '  reserved && reserved.count > cap ? Math.max(1, reserved.wait) : 0',
      '  reserved && reserved.count > cap * 1000 ? Math.max(1, reserved.wait) : 0',
    ],
    ['that the window doubles', 'power(2, t.level)', 'power(1, t.level)'],
    [
      'that a hundred wrong passwords stop further attempts',
      'closed: (row.run ?? 0) > longestRun',
      'closed: (row.run ?? 0) > longestRun * 1000',
    ],
    [
      'that a network is slowed too',
      '  const waits = [waitOf(network, networkPolicy(policy).failureCap), waitOf(reserved',
      '  const waits = [waitOf(reserved',
    ],
  ]),
  ...mutantsOf(
    'packages/sessions/src/artifacts.ts',
    [
      'services/auth/test/logout/endings.test.ts',
      'services/auth/test/accounts/account-gate.test.ts',
      'services/admin-api/src/domains/users/state.test.ts',
    ],
    [
      [
        'that grants end with an account',
        "  oidc_grants: { columns: ['account_id', 'client_id'],",
        "  oidc_grants: { columns: ['client_id'],",
      ],
    ],
  ),
  ...mutantsOf(
    'packages/db/src/wall/tables.ts',
    ['packages/db/test/wall.test.ts'],
    [
      [
        'that a statement reaches the named project alone',
        'TO ${roles.service} USING (${visible})',
        'TO ${roles.service} USING (${visible} OR true)',
      ],
      [
        'that the audit is only added to',
        "appendOnly: readonly string[] = ['audit_entries']",
        'appendOnly: readonly string[] = []',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/db/src/database.ts',
    ['packages/db/test/wall.test.ts'],
    [
      [
        'that a project ends with its transaction',
        'escapeLiteral(value)}, true)`',
        'escapeLiteral(value)}, false)`',
      ],
    ],
  ),
]
