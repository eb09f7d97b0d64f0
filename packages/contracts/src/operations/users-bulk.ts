import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { BulkUserIds, bulkResults } from '../resources/user.ts'
import { id } from '../values.ts'

const input = z.strictObject({ projectId: id('project'), userIds: BulkUserIds })
const example = { projectId: exampleIds.project, userIds: [exampleIds.user] }

export const project_user_bulk_activate = defineOperation({
  tool: 'project_user_bulk_activate',
  route: 'POST /projects/:projectId/users/bulk/activate',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Activate users',
  description:
    'Activates up to 100 accounts and returns the result of each. Each changed account has an audit entry.',
  input,
  answer: bulkResults(['provisioned', 'already_active', 'not_found']),
  access: project('manageUsers'),
  audit: { action: 'enduser.bulk.activate', target: 'EndUser' },
  errors: [],
  example,
})

export const project_user_bulk_sign_out = defineOperation({
  tool: 'project_user_bulk_sign_out',
  route: 'POST /projects/:projectId/users/bulk/sign-out',
  kind: 'write',
  effects: ['locks-out'],
  title: 'Sign users out everywhere',
  description:
    'Ends every session and token of up to 100 accounts and returns the result of each. Each account has an audit entry.',
  input,
  answer: bulkResults(['not_found']),
  access: project('supportUsers'),
  audit: { action: 'enduser.bulk.signout', target: 'EndUser' },
  errors: [],
  example,
})

export const project_user_bulk_deactivate = defineOperation({
  tool: 'project_user_bulk_deactivate',
  route: 'POST /projects/:projectId/users/bulk/deactivate',
  kind: 'high_consequence',
  effects: ['locks-out'],
  title: 'Deactivate users',
  description:
    'Deactivates up to 100 accounts, ends their sessions, and returns the result of each; it can be repeated. Each changed account has an audit entry.',
  consequence: 'These users cannot sign in any more, and their sessions and tokens end.',
  input,
  answer: bulkResults(['provisioned', 'already_inactive', 'not_found']),
  access: project('manageUsers'),
  audit: { action: 'enduser.bulk.deactivate', target: 'EndUser' },
  errors: [],
  example,
})

export const project_user_bulk_delete = defineOperation({
  tool: 'project_user_bulk_delete',
  route: 'POST /projects/:projectId/users/bulk/delete',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Delete users',
  description:
    'Deletes up to 100 accounts with everything issued to them, and returns the result of each. Each deleted account has an audit entry.',
  consequence: 'The accounts named and everything issued to them are gone; this cannot be taken back.',
  input,
  answer: bulkResults(['provisioned', 'not_found']),
  access: project('manageUsers'),
  audit: { action: 'enduser.bulk.delete', target: 'EndUser' },
  errors: [],
  example,
})
