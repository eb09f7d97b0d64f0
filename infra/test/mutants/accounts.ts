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

export const accounts = [
  ...mutantsOf(`${accountRules}/proofs.ts`, links, [
    ['a mailed link expires', '  AND t.expires_at > now() AND a.project_id', '  AND a.project_id'],
    [
      'a mailed link is valid only for the current address of the account',
      '(a.email = t.address OR (t.purpose',
      '(true OR (t.purpose',
    ],
    [
      'a mailed link is valid only for its purpose',
      't.purpose = ${purpose} AND t.code_hash IS NULL',
      '${purpose}::text IS NOT NULL AND t.code_hash IS NULL',
    ],
    [
      'a mailed code has a limited number of attempts',
      ' AND t.attempts < ${codeTries}::int AND t.expires_at',
      ' AND ${codeTries}::int > 0 AND t.expires_at',
      'services/auth/test/accounts/verification.test.ts',
    ],
    [
      'a new link replaces the earlier link',
      '  await deleteProofs(tx, account.projectId, account.id, superseded)\n',
      '  void superseded\n',
      'packages/accounts/test/mailed-proofs.test.ts',
    ],
    [
      'a password reset ends all sessions and tokens',
      '  await endAccount(tx, project, accountId)\n  return removed\n}\n',
      '  void endAccount\n  return removed\n}\n',
      ...links,
    ],
  ]),
  ...mutantsOf(`${accountRules}/account-state.ts`, proofs, [
    [
      'deactivation deletes mailed links',
      '  await endPendingSignIns(tx, projectId, accountId)\n  await deleteProofs(tx, projectId, accountId)\n}\n\n/** A directory cannot remove the lock.',
      '  await endPendingSignIns(tx, projectId, accountId)\n}\n\n/** A directory cannot remove the lock.',
    ],
    [
      'a change of the address deletes mailed links',
      "    'email_taken',\n  )\n  await deleteProofs(tx, projectId, accountId)\n",
      "    'email_taken',\n  )\n",
    ],
    [
      'a lock deletes mailed links',
      '  await deleteProofs(tx, projectId, accountId)\n}\n\nexport const unlockAccount',
      '}\n\nexport const unlockAccount',
    ],
  ]),
  ...mutantsOf(`${accountRules}/accounts.ts`, proofs, [
    [
      'a new password deletes links that set a password',
      '  await deleteProofs(tx, projectId, accountId, signInProofs)\n',
      '  void [deleteProofs, signInProofs]\n',
    ],
  ]),
  ...mutantsOf(`${accountRules}/prove-address.ts`, preHijacking, [
    [
      'the proof of the address removes an earlier password',
      'CASE WHEN ${password}::boolean THEN NULL ELSE a.password_hash END',
      'a.password_hash',
    ],
    [
      'the proof of the address removes an earlier authenticator',
      'CASE WHEN ${authenticator}::boolean THEN NULL ELSE a.totp_enrolled_at END',
      'a.totp_enrolled_at',
    ],
    ['the proof of the address removes earlier links', 'AND NOT (${kept})`', 'AND false AND NOT (${kept})`'],
    [
      'the proof of the address ends earlier sessions',
      '  await (isAnyKept(presented) ? endIssued : endAccount)(tx, project, accountId)\n',
      '  void [isAnyKept, endIssued, endAccount]\n',
    ],
    [
      'an account with a verified address keeps its credentials',
      '(NOT a.email_verified AND a.email',
      '(a.email',
    ],
    ['a password that an administrator set is kept', ' AND NOT a.password_given\n', '\n'],
  ]),
  ...mutantsOf(`${accountRules}/login-throttle.ts`, throttle, [
    [
      'a new password makes known browsers unknown',
      '\n      ON k.id = account.id AND k.set_at IS NOT DISTINCT FROM account."passwordSetAt"`',
      '\n      ON k.id = account.id`',
    ],
    [
      'attempts beyond the cap are delayed',
      '  reserved && reserved.count > cap ? Math.max(1, reserved.wait) : 0',
      '  reserved && reserved.count > cap * 1000 ? Math.max(1, reserved.wait) : 0',
    ],
    ['the window of the throttle doubles', 'power(2, t.level)', 'power(1, t.level)'],
    [
      'a hundred wrong passwords stop further attempts',
      'closed: (row.run ?? 0) > longestRun',
      'closed: (row.run ?? 0) > longestRun * 1000',
    ],
    [
      'the throttle also delays the attempts of a network',
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
        'grants end with their account',
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
        'a statement reaches rows of the named project only',
        'TO ${roles.service} USING (${visible})',
        'TO ${roles.service} USING (${visible} OR true)',
      ],
      [
        'the audit is append-only',
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
        'the project setting of a connection ends with its transaction',
        'escapeLiteral(scope.value)}, true)`',
        'escapeLiteral(scope.value)}, false)`',
      ],
    ],
  ),
]
