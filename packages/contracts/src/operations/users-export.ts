import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { Count, id, Timestamp } from '../values.ts'

export const project_user_export = defineOperation({
  tool: 'project_user_export',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/users/export',
  kind: 'write',
  effects: ['exposes'],
  title: 'Export users',
  description:
    'Permits the caller to download all users of a project within 15 minutes: POST the answered export to /admin/api/user-export. Only a super administrator who has just signed in gets password hashes and seeds, encrypted for a recipient of age.',
  input: z.strictObject({
    projectId: id('project'),
    recipient: z
      .string()
      .min(1)
      .max(4_000)
      .optional()
      .describe('Recipient of age (age1…) for which the file with hashes and seeds is encrypted.'),
    applications: z
      .boolean()
      .optional()
      .describe(
        'true: the file is an archive in encrypted lines, which also has the applications with the digests of their secrets.',
      ),
  }),
  answer: z.strictObject({
    export: z.string().describe('Permission for a download by the same caller.'),
    users: Count.describe('Number of users of the project.'),
    expiresAt: Timestamp,
  }),
  access: project('manageUsers'),
  audit: { action: 'project.users.export', target: 'Project' },
  errors: ['fresh_sign_in_required', 'invalid_value'],
  example: { projectId: exampleIds.project },
})
