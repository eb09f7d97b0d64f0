import { mutantsOf } from './mutant.ts'

const audit = ['services/operator/test/audit.test.ts']
const partitions = ['packages/db/test/audit-partitions.test.ts']

export const operator = [
  ...mutantsOf('services/operator/src/audit/prune.ts', audit, [
    ['a month is compared with its export', '  if (content.sha256 !== sha256)\n', '  if (false)\n'],
    [
      'only exported partitions are dropped',
      '    if (!manifest) throw',
      '    if (!manifest) continue\n    if (false) throw',
    ],
  ]),
  ...mutantsOf('services/operator/src/audit/verify.ts', audit, [
    ['the signature of an export is verified', '  if (!verifier.verify(bytes, signature))', '  if (false)'],
    ['the chain of exports is verified', '  if (apart)\n', '  if (false)\n'],
  ]),
  ...mutantsOf(
    'packages/db/src/wall/reader.ts',
    ['packages/db/test/reader.test.ts'],
    [
      [
        'a reader cannot read secrets',
        'columns.filter(({ table, column }) => !isSecret(table, column))',
        'columns',
      ],
    ],
  ),
  ...mutantsOf(
    'packages/db/src/setup/constraints.ts',
    ['packages/db/test/setup.test.ts', ...partitions],
    [
      [
        'each partition of the audit has its guard',
        "g.tgrelid = part.relid AND g.tgname = name AND g.tgenabled IN ('O', 'A')",
        'part.relid IS NOT NULL',
      ],
    ],
  ),
  ...mutantsOf(
    'services/operator/src/recover-administrator/recover.ts',
    ['services/operator/test/recover-administrator.test.ts'],
    [
      [
        'a recovery has an audit entry',
        '    const audited = await recordRecovery(tx, home, account.id, recovery)\n',
        '    const audited = tx as unknown as Awaited<ReturnType<typeof recordRecovery>>\n',
      ],
    ],
  ),
]
