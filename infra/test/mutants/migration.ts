import { mutantsOf } from './mutant.ts'

const journeys = ['services/auth/test/accounts/migration-hook.test.ts']
const attacks = ['services/auth/test/accounts/migration-hook-attacks.test.ts']
const hook = ['services/admin-api/src/domains/projects/migration-hook.test.ts']
const settings = ['services/admin-api/src/domains/projects/file-settings.test.ts']

export const migration = [
  ...mutantsOf('services/auth/src/pages/sign-in/handler.ts', attacks, [
    [
      'every wrong password of a project with a hook takes the same time',
      '    await refuseInEqualTime(context, login, checkedAt)\n',
      '    void [refuseInEqualTime, checkedAt]\n',
    ],
  ]),
  ...mutantsOf('services/auth/src/migration/migrate-user.ts', journeys, [
    [
      'a refused name is not asked about again',
      '  if (gate.isRefused(question)) return null\n',
      '  void gate.isRefused\n',
    ],
    [
      'a concurrently created account keeps its own password',
      'created !== null && account?.id === created',
      'account !== null',
    ],
    ['a project of administrators has no hook', 'project.reserved || ', ''],
    ['a domain of a provider is not asked about', ' || providerOfLogin(context, login)', ''],
  ]),
  ...mutantsOf('services/auth/src/migration/migrate-user.ts', attacks, [
    ['requests beyond the limits are not sent', '  if (!leave) return null\n', '  if (!leave) void leave\n'],
  ]),
  ...mutantsOf('packages/accounts/src/migration-hook/answer.ts', attacks, [
    ['a user with another name is not created', 'return isAsked\n', 'return isAsked || user\n'],
    ['a claim of the protocol is not stored', 'if (problem !== null) return failed(problem)', 'void problem'],
    ['text that cannot be stored is refused', '    refuseUnstorable(body)\n', '    void refuseUnstorable\n'],
  ]),
  ...mutantsOf('packages/accounts/src/migration-hook/ask.ts', attacks, [
    ['a response is bounded', '      maxBytes: egressBytes.user,\n', '      maxBytes: 1e9,\n'],
  ]),
  ...mutantsOf('packages/tenancy/src/migration-request.ts', journeys, [
    [
      'the length of a request does not depend on the password',
      "const padding = ' '.repeat(Math.max(0, paddedBytes - bytesOf(question)))",
      "const padding = ''",
    ],
    ['a request is addressed to one receiver', '    .setAudience(url)\n', '    .setAudience(issuer)\n'],
  ]),
  ...mutantsOf('services/admin-api/src/domains/projects/migration-hook.ts', hook, [
    [
      'the project of the administrators gets no hook',
      "    if (project.reserved) refuse('forbidden', { detail: 'Administrators are not imported.' })\n",
      '',
    ],
    [
      'a new address begins with new counts',
      ' AND url IS DISTINCT FROM ${url}::text',
      ' AND ${url}::text IS NULL',
    ],
  ]),
  ...mutantsOf('services/admin-api/src/domains/projects/file.ts', settings, [
    [
      'only the file of a super administrator has the plan',
      'caller.superAdministrator && plan !== undefined',
      'plan !== undefined',
    ],
  ]),
]
