import { mutantsOf } from './mutant.ts'

const users = 'services/admin-api/src/domains/users'
const clients = 'services/admin-api/src/domains/clients'
const exported = [`${users}/export.test.ts`]
const imports = [`${users}/import.test.ts`]
const personalData = [`${users}/personal-data.test.ts`]

export const userData = [
  ...mutantsOf(
    `${clients}/import.ts`,
    [`${clients}/import.test.ts`],
    [
      [
        'no application gets the id of a user or an agent',
        'await refuseTaken(tx, project.id, clientId)',
        'void [refuseTaken, clientId]',
      ],
      ['an imported secret that is a key is long', 'clientSecret.length < keyBytes', 'false'],
      ['no application is imported for administrators', 'if (project.reserved)', 'if (project.id === null)'],
    ],
  ),
  ...mutantsOf(`${users}/export.ts`, exported, [
    [
      'only a super administrator exports hashes',
      'if (!caller.superAdministrator)',
      'if (!caller.accountId)',
    ],
    [
      'hashes need a fresh sign-in',
      '      requireFreshSignInOrApproval(caller, operations.project_user_export, input)\n',
      '      void [requireFreshSignInOrApproval, input]\n',
    ],
    ['administrators are not exported', 'if (project.reserved)', 'if (project.id === null)'],
  ]),
  ...mutantsOf('services/admin-api/src/user-exports/permission.ts', exported, [
    ['a permission belongs to one caller', 'stored.caller !== nameOf(caller) || ', ''],
  ]),
  ...mutantsOf('services/admin-api/src/edges/user-export.ts', exported, [
    [
      'the rights are read again by the download',
      'const { context } = authorize({ deps, request, operation, caller, input, settings, ...found })',
      "const { context } = authorize({ deps, request, operation: { ...operation, access: { to: 'signed_in' } } as never, caller, input, settings, ...found })",
    ],
  ]),
  ...mutantsOf('services/admin-api/src/user-exports/lines.ts', exported, [
    [
      'a plain export has no secrets',
      'withSecrets ? secretsOf(vault, projectId, account) : {}',
      'secretsOf(vault, projectId, account)',
    ],
  ]),
  ...mutantsOf('packages/accounts/src/imported-users.ts', exported, [
    [
      'no user gets the id of an administrator',
      '    UNION SELECT id FROM administrators WHERE id = ANY(${subjects})',
      '    ',
    ],
  ]),
  ...mutantsOf(`${users}/import-plan.ts`, exported, [
    ['a taken subject is replaced', 'return ids.has(subject)', 'return ids.has(user.email)'],
  ]),
  ...mutantsOf(
    'packages/accounts/src/imported-users.ts',
    [`${clients}/import.test.ts`],
    [
      [
        'no user gets the id of an application',
        '    UNION SELECT id FROM clients WHERE project_id = ${projectId} AND id = ANY(${subjects})',
        '    ',
      ],
    ],
  ),
  ...mutantsOf(`${users}/imported-links.ts`, exported, [
    [
      'a link has the issuer of its provider',
      'link.issuer !== undefined && !isSameIssuer(link.issuer, issuerOfProvider(provider))',
      'false',
    ],
    [
      'a link belongs to one user',
      'return taken.has(identityKey(toIdentity(link, provider)))',
      'return false',
    ],
  ]),
  ...mutantsOf(`${users}/imported-update.ts`, imports, [
    ['only the address selects an updated account', 'account.emailKey !== normalizeKey(user.email)', 'false'],
    [
      'an account of a directory is not updated',
      'if (account.connectionId !== null)',
      'if (account.id === null)',
    ],
  ]),
  ...mutantsOf(`${users}/erase.ts`, personalData, [
    [
      'an erasure deletes pending rows',
      '    await deletePending(tx, project.id, userId)\n',
      '    void deletePending\n',
    ],
  ]),
]
