import { mutantsOf } from './mutant.ts'

const rules = 'packages/provisioning/src'
const scim = 'services/scim/src'
const users = ['services/scim/test/users.test.ts']
const groups = ['services/scim/test/groups.test.ts']
const removals = ['services/scim/test/removals/removals.test.ts']
const patches = ['services/scim/test/patch.test.ts']

/** Mutants of the isolation of directories, and of the threshold of removals. */
export const provisioning = [
  ...mutantsOf(`${rules}/managed-accounts.ts`, users, [
    [
      'that a connection reaches its own accounts alone',
      'sql`a.project_id = ${projectId} AND a.connection_id = ${connectionId}`',
      'sql`a.project_id = ${projectId} AND ${connectionId}::text IS NOT NULL`',
    ],
    [
      "that a name is not another account's address",
      '(o.email_key = ${userName} OR o.username_key = ${emailKey}::text)',
      '(o.email_key = ${userName} AND o.username_key = ${emailKey}::text)',
    ],
    [
      'that a new address is as proven as its connection is trusted',
      'isMoved ? sql`${isTrusted}::boolean` : sql`email_verified`',
      'isMoved && isTrusted ? sql`true` : sql`email_verified`',
    ],
  ]),
  ...mutantsOf(`${rules}/managed-groups.ts`, groups, [
    [
      'that a connection reaches its own groups alone',
      'sql`g.project_id = ${projectId} AND g.connection_id = ${connectionId}`',
      'sql`g.project_id = ${projectId} AND ${connectionId}::text IS NOT NULL`',
    ],
    [
      'that members are of the same connection',
      'project_id = ${projectId} AND connection_id = ${connectionId} AND id = ANY(${ids})',
      'project_id = ${projectId} AND ${connectionId}::text IS NOT NULL AND id = ANY(${ids})',
    ],
  ]),
  ...mutantsOf(`${scim}/resources/user/change.ts`, removals, [
    [
      'that the threshold holds removals back',
      "    if (operation && lock === 'alone' && (await isHeld(tx, call, id, operation))) return 'held'\n",
      '    void isHeld\n',
    ],
    [
      'that removals which are counted follow each other',
      "  if (lock === 'shared' && (thresholdCount !== null || heldSince)) return false\n",
      '  void [thresholdCount, heldSince]\n',
    ],
    [
      'that a deactivation passes the guard',
      'return before.active && !after.active ? ',
      'return before.active && after.active ? ',
    ],
    [
      'that a removal ends what was issued',
      '  await endManagedAccount(tx, project, accountId, operation)\n',
      '  void [endManagedAccount, project]\n',
    ],
    [
      'that the last super administrator stays',
      '  if (connection.reserved) await refuseLastSuperAdministrator(tx, id)\n',
      '  void [refuseLastSuperAdministrator, id]\n',
    ],
    [
      'that a change is of the version it was meant for',
      '    requireVersion(call.ifMatch, before.version)\n',
      '    void requireVersion\n',
      ...users,
    ],
    [
      'that an unchanged write writes nothing',
      '  if (Object.keys(detail).length === 0) return null\n',
      '',
      ...users,
    ],
  ]),
  ...mutantsOf(`${scim}/resources/transaction.ts`, removals, [
    [
      'that a project scheduled for deletion is changed no more',
      'AND deletion_scheduled_at IS NULL FOR SHARE',
      'FOR SHARE',
    ],
  ]),
  ...mutantsOf(`${scim}/messages/patch/apply.ts`, patches, [
    ['that what the service decides is not patched', '  refuseReadOnly(ref)\n', '  void refuseReadOnly\n'],
  ]),
  ...mutantsOf(`${scim}/messages/patch/elements.ts`, patches, [
    ['that one value is primary', '{ ...element, primary: false },\n', 'element,\n'],
  ]),
  ...mutantsOf(
    `${scim}/activity/note-requests.ts`,
    ['services/scim/test/request-log.test.ts'],
    [['that a path in the log has no value', '/^[\\w:.$-]+/.exec(text)?.[0] ?? null', 'text || null']],
  ),
]
