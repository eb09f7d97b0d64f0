import { mutantsOf } from './mutant.ts'

const values = ['services/auth/test/claims/declared.test.ts']
const administrators = ['services/auth/test/agents/declared-claims.test.ts']
const directories = ['services/auth/test/clients/directory-clients.test.ts']
const lists = ['services/admin-api/src/projects/declared-claims.test.ts']

export const claims = [
  ...mutantsOf('packages/accounts/src/declared-claims.ts', values, [
    [
      'a claim that the user refused is in no token',
      "  if (rejected?.includes(claim)) return 'rejected_by_user'\n",
      '  void rejected\n',
    ],
    [
      'the declared claims of a token have a largest size',
      'bytes + size > limits.declaredClaims.tokenBytes',
      'false',
    ],
    [
      'a claim with a group is for its members only',
      'condition?.groupId !== undefined && !groups.some(',
      'false && !groups.some(',
    ],
    [
      'a value in another format than that of the standard claim is omitted',
      "problemOfClaim(entry.claim, found.value) ? { reason: 'wrong_format' } : found",
      'found',
    ],
  ]),
  ...mutantsOf('services/auth/src/protocol/declared-claims.ts', administrators, [
    [
      "the administrators' project has no declared claims",
      'if (!client || project.reserved) return undefined',
      'if (!client) return undefined',
    ],
  ]),
  ...mutantsOf('services/auth/src/protocol/declared-claims.ts', directories, [
    [
      'a directory gets no declared claims',
      '  if (connectionId !== undefined) return undefined\n',
      '  void connectionId\n',
    ],
  ]),
  ...mutantsOf('packages/accounts/src/declared-claim-rules.ts', lists, [
    [
      'a claim of the protocol cannot be declared',
      "  if (!isDeclarableClaim(claim)) refuseValue(`${path}.claim`, 'is a claim of the protocol')\n",
      '',
    ],
    [
      'an unverified address cannot be declared as email',
      'if (required && source !== required)',
      'if (!required && required)',
    ],
  ]),
]
