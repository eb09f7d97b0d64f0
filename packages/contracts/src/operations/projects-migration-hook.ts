import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { HookUrl } from '../resources/hook-url.ts'
import { MigrationHook, MigrationHookTest } from '../resources/migration-hook.ts'
import { id } from '../values.ts'

const one = { projectId: id('project') }
const example = { projectId: exampleIds.project }

export const project_migration_hook_get = defineOperation({
  tool: 'project_migration_hook_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/migration-hook',
  kind: 'read',
  effects: ['none'],
  title: 'Read the migration hook',
  description:
    'Reads the address that is asked at a sign-in of an unknown user, its results and its last failure.',
  input: z.strictObject(one),
  answer: MigrationHook,
  access: project('read'),
  errors: [],
  example,
})

export const project_migration_hook_set = defineOperation({
  tool: 'project_migration_hook_set',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'PUT /projects/:projectId/migration-hook',
  kind: 'high_consequence',
  effects: ['lets-in', 'raises', 'exposes'],
  title: 'Set the migration hook',
  description:
    'Sets or removes the address of another system that is asked at a sign-in of an unknown user. A new address begins with new counts.',
  consequence:
    'The name and the password of a user without an account are sent to this address, and its response creates the account.',
  input: z.strictObject({
    ...one,
    url: HookUrl.nullable().describe('Address of the other system; null removes the hook.'),
  }),
  answer: MigrationHook,
  access: project('edit'),
  audit: { action: 'project.migration_hook.set', target: 'Project' },
  errors: ['https_required'],
  example: { ...example, url: 'https://old.example.com/signet' },
})

export const project_migration_hook_test = defineOperation({
  tool: 'project_migration_hook_test',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/migration-hook/tests',
  kind: 'write',
  effects: ['none'],
  title: 'Test the migration hook',
  description:
    'Sends a signed request about an invented user to the address, and returns whether its response is usable.',
  input: z.strictObject(one),
  answer: MigrationHookTest,
  access: project('edit'),
  audit: { action: 'project.migration_hook.test', target: 'Project' },
  errors: ['invalid_value', 'sent_recently'],
  example,
})
