import { mutantsOf } from './mutant.ts'

const admin = 'services/admin-api'

export const domains = [
  ...mutantsOf(
    `${admin}/src/domains/keys/key-set.ts`,
    [`${admin}/src/domains/keys/retire-signer.test.ts`],
    [['a signing key cannot be retired', "  if (state === 'signing') refuse('key_signing')\n", '']],
  ),
  ...mutantsOf(
    `${admin}/src/domains/projects/names.ts`,
    [`${admin}/src/domains/projects/lifecycle.test.ts`],
    [
      [
        'a tenant cannot take the address of a destroyed project',
        '  if (!superAdministrator || !id',
        '  if (!id',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/users/to-user.ts`,
    [`${admin}/src/domains/projects/lifecycle.test.ts`],
    [
      [
        'users of a project scheduled for deletion are shown as inactive',
        '  project.deletionScheduledAt\n    ? {',
        '  project.purgeAt === project.createdAt\n    ? {',
      ],
    ],
  ),
  ...mutantsOf(
    `${admin}/src/domains/teams/found-invitation.ts`,
    [`${admin}/src/domains/teams/invitations.test.ts`],
    [
      [
        'the inviter is active',
        'AND a.active AND a.locked_at IS NULL AND EXISTS',
        'AND a.locked_at IS NULL AND EXISTS',
      ],
      [
        'the inviter is not locked',
        'AND a.active AND a.locked_at IS NULL AND EXISTS',
        'AND a.active AND EXISTS',
      ],
      ['the inviter is an owner', " AND m.role = 'owner'", ''],
      ['the inviter is a member of the team', 'm.team_id = v.team_id AND ', ''],
      ['a super administrator can invite', 'm.team_id = i.super_team_id OR ', ''],
    ],
  ),
]
