import { mutantsOf } from './mutant.ts'

const rules = 'packages/provisioning/src'
const scim = 'services/scim/src'
const users = ['services/scim/test/users.test.ts']
const groups = ['services/scim/test/groups.test.ts']
const removals = ['services/scim/test/removals/removals.test.ts']
const patches = ['services/scim/test/patch.test.ts']

export const provisioning = [
  ...mutantsOf(`${rules}/managed-accounts.ts`, users, [
    [
      'a connection reaches its own accounts only',
      'sql`a.project_id = ${projectId} AND a.connection_id = ${connectionId}`',
      'sql`a.project_id = ${projectId} AND ${connectionId}::text IS NOT NULL`',
    ],
    [
      'a user name cannot be the address of another account',
      '(o.email_key = ${userName} OR o.username_key = ${emailKey}::text)',
      '(o.email_key = ${userName} AND o.username_key = ${emailKey}::text)',
    ],
    [
      'a new address is verified only when its connection is trusted',
      'isMoved ? sql`${isTrusted}::boolean` : sql`email_verified`',
      'isMoved && isTrusted ? sql`true` : sql`email_verified`',
    ],
  ]),
  ...mutantsOf(`${rules}/managed-groups.ts`, groups, [
    [
      'a connection reaches its own groups only',
      'sql`g.project_id = ${projectId} AND g.connection_id = ${connectionId}`',
      'sql`g.project_id = ${projectId} AND ${connectionId}::text IS NOT NULL`',
    ],
    [
      'the members of a group belong to its connection',
      'project_id = ${projectId} AND connection_id = ${connectionId} AND id = ANY(${ids})',
      'project_id = ${projectId} AND ${connectionId}::text IS NOT NULL AND id = ANY(${ids})',
    ],
  ]),
  ...mutantsOf(`${scim}/resources/user/change.ts`, removals, [
    [
      'the threshold holds removals',
      "    if (operation && lock === 'alone' && (await isHeld(tx, call, id, operation))) return 'held'\n",
      '    void isHeld\n',
    ],
    [
      'counted removals run one after the other',
      "  if (lock === 'shared' && (thresholdCount !== null || heldSince)) return false\n",
      '  void [thresholdCount, heldSince]\n',
    ],
    [
      'a deactivation is checked by the guard',
      'return before.active && !after.active ? ',
      'return before.active && after.active ? ',
    ],
    [
      'a removal ends sessions and tokens',
      '  await endManagedAccount(tx, project, accountId, operation)\n',
      '  void [endManagedAccount, project]\n',
    ],
    [
      'the last super administrator cannot be removed',
      '  if (connection.reserved) await refuseLastSuperAdministrator(tx, id)\n',
      '  void [refuseLastSuperAdministrator, id]\n',
    ],
    [
      'a change applies only to the version in If-Match',
      '    requireVersion(call.ifMatch, before.version)\n',
      '    void requireVersion\n',
      ...users,
    ],
    [
      'a write without a difference writes nothing',
      '  if (Object.keys(detail).length === 0) return null\n',
      '',
      ...users,
    ],
  ]),
  ...mutantsOf(`${scim}/resources/transaction.ts`, removals, [
    [
      'a project scheduled for deletion cannot be changed',
      'AND deletion_scheduled_at IS NULL FOR SHARE',
      'FOR SHARE',
    ],
  ]),
  ...mutantsOf(`${scim}/messages/patch/apply.ts`, patches, [
    ['read-only attributes cannot be patched', '  refuseReadOnly(ref)\n', '  void refuseReadOnly\n'],
    [
      'a change of a complex attribute keeps the members that it does not name',
      'assigned({ ...current, ...change })',
      'assigned({ ...change })',
    ],
  ]),
  ...mutantsOf(`${scim}/messages/patch/elements.ts`, patches, [
    ['only one value is primary', '{ ...element, primary: false },\n', 'element,\n'],
  ]),
  ...mutantsOf(
    `${scim}/bulk/routes.ts`,
    ['services/scim/test/bulk.test.ts'],
    [
      [
        'each operation of a bulk request counts towards the rate',
        '  caller.countRequest()\n',
        '  void caller.countRequest\n',
      ],
    ],
  ),
  ...mutantsOf(
    `${scim}/activity/note-requests.ts`,
    ['services/scim/test/request-log.test.ts'],
    [['a path in the log has no value', '/^[\\w:.$-]+/.exec(text)?.[0] ?? null', 'text || null']],
  ),
]
