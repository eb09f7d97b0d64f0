import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { ImportedUser, ImportResult } from '../resources/imported-user.ts'
import { id } from '../values.ts'

export const project_user_import = defineOperation({
  tool: 'project_user_import',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/users/import',
  kind: 'write',
  effects: ['lets-in', 'raises'],
  title: 'Import users',
  description:
    'Creates accounts from users of another system with their password hashes, or updates existing ones, and returns the result of each; it can be repeated. Each changed account has an audit entry.',
  input: z.strictObject({
    projectId: id('project'),
    users: z.array(ImportedUser).min(1).max(limits.importedUsers).describe('Users of the other system.'),
    checkOnly: z
      .boolean()
      .optional()
      .describe('true: nothing is written, and the results are those of an import.'),
    updateExisting: z
      .boolean()
      .optional()
      .describe(
        'true: updates claims and profile of existing accounts and adds groups; never changes credentials, links and states.',
      ),
  }),
  answer: z.strictObject({
    results: z.array(ImportResult).describe('One result for each user, in their order.'),
  }),
  access: project('manageUsers'),
  audit: { action: 'enduser.import', target: 'EndUser' },
  errors: [],
  example: {
    projectId: exampleIds.project,
    users: [
      {
        email: 'ada@example.com',
        emailVerified: true,
        passwordHash: '$2b$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS',
        groups: ['engineering'],
      },
    ],
  },
})
