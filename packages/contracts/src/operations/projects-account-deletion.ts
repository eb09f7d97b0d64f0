import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { id } from '../values.ts'

const one = { projectId: id('project') }
const example = { projectId: exampleIds.project }

const AccountDeletion = z.strictObject({
  allowed: z.boolean().describe('Whether users can delete their own accounts.'),
})

export const project_account_deletion_get = defineOperation({
  tool: 'project_account_deletion_get',
  isBeyondSpecification: true,
  route: 'GET /projects/:projectId/account-deletion',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read whether users can delete their accounts',
  description: 'Reads whether the users of a project can delete their own accounts.',
  input: z.strictObject(one),
  answer: AccountDeletion,
  access: project('read'),
  audit: null,
  errors: [],
  example,
})

export const project_account_deletion_set = defineOperation({
  tool: 'project_account_deletion_set',
  isBeyondSpecification: true,
  route: 'PUT /projects/:projectId/account-deletion',
  kind: 'console_only',
  effects: ['none'],
  title: 'Choose whether users can delete their accounts',
  description:
    'Chooses whether the users of a project can delete their own accounts. Accounts that a directory manages are excluded.',
  input: z.strictObject({ ...one, ...AccountDeletion.shape }),
  answer: AccountDeletion,
  access: project('edit'),
  audit: { action: 'project.account_deletion.set', target: 'Project' },
  errors: [],
  example: { ...example, allowed: true },
})
