import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { accountNameRule, isAccountName } from '../human-text.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { MailLanguage } from '../resources/message-delivery.ts'
import {
  Claims,
  DiagnosedUser,
  EndedSessions,
  ListedUser,
  ManagedBy,
  Profile,
  User,
  UserEmail,
  UserPassword,
  UserStatus,
  YesNo,
} from '../resources/user.ts'
import { Count, id, Nothing } from '../values.ts'

const inProject = { projectId: id('project') }
const one = { ...inProject, userId: id('account') }
const example = { projectId: exampleIds.project, userId: exampleIds.user }
const { userPage } = limits

export const project_user_list = defineOperation({
  tool: 'project_user_list',
  route: 'GET /projects/:projectId/users',
  kind: 'read',
  effects: ['none'],
  title: 'List users',
  description:
    'Lists accounts of a project by email, a page at a time, filtered by state and by names, email or username.',
  input: z.strictObject({
    ...inProject,
    q: z
      .string()
      .min(1)
      .max(userPage.queryCharacters)
      .optional()
      .describe('Start of an e-mail address or username in any letter case, or an exact id.'),
    text: z
      .string()
      .trim()
      .min(1)
      .max(userPage.queryCharacters)
      .optional()
      .describe(
        `Words of a name, an address, @domain, a phone number or an external id. Up to ${userPage.searchedUpTo} users.`,
      ),
    email: UserEmail.optional().describe('Exact address, in any letter case.'),
    status: UserStatus.optional(),
    managedBy: ManagedBy.optional().describe('console, or the id of a provisioning connection.'),
    verified: YesNo.optional(),
    authenticator: YesNo.optional(),
    inactiveSince: z.iso
      .date()
      .optional()
      .describe('Day since which the user neither signed in, renewed tokens nor was created.'),
    startIndex: z.int().min(1).max(999_999_999).default(1).describe('1-based.'),
    count: z.int().min(1).max(userPage.max).default(userPage.default),
  }),
  answer: z.strictObject({
    users: z.array(ListedUser),
    totalResults: Count,
    totalCapped: z.boolean().optional().describe('true: more users than totalResults may match text.'),
  }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project, q: 'ada', status: 'active', count: 20 },
})

export const project_user_get = defineOperation({
  tool: 'project_user_get',
  route: 'GET /projects/:projectId/users/:userId',
  kind: 'read',
  effects: ['none'],
  title: 'Read a user',
  description:
    'Reads one account with its state, groups, claims and profile, who locked it, and why it cannot sign in.',
  input: z.strictObject(one),
  answer: DiagnosedUser,
  labels: 'user',
  access: project('read'),
  errors: [],
  example,
})

export const project_user_create = defineOperation({
  tool: 'project_user_create',
  route: 'POST /projects/:projectId/users',
  kind: 'write',
  effects: {
    always: ['lets-in'],
    byField: {
      email: ['lets-in'],
      password: ['lets-in'],
      claims: ['raises'],
      invite: ['lets-in'],
      language: ['none'],
    },
  },
  title: 'Create a user',
  description:
    'Creates an account in a project, with a password or with an invitation by mail to choose one.',
  input: z.strictObject({
    ...inProject,
    email: UserEmail,
    password: UserPassword.optional(),
    claims: Claims.optional(),
    invite: z.boolean().optional().describe('Mails an invitation to choose a password; excludes password.'),
    language: MailLanguage.optional(),
  }),
  answer: z.strictObject({ ...User.shape, invitation: z.enum(['sent', 'failed']).optional() }),
  status: 201,
  labels: 'user',
  access: project('manageUsers'),
  audit: { action: 'enduser.create', target: 'EndUser' },
  errors: [
    'claim_reserved',
    'email_taken',
    'invalid_value',
    'invite_with_password',
    'mail_not_configured',
    'password_sign_in_off',
    'sent_recently',
  ],
  example: { projectId: exampleIds.project, email: 'ada@acme.example', invite: true },
})

export const project_user_update = defineOperation({
  tool: 'project_user_update',
  route: 'PATCH /projects/:projectId/users/:userId',
  kind: 'write',
  effects: {
    byField: { active: { on: ['lets-in'], off: ['locks-out'] }, claims: ['raises'], profile: ['raises'] },
  },
  title: 'Change a user',
  description: 'Activates or deactivates an account, or replaces its claims or its profile.',
  input: z.strictObject({
    ...one,
    active: z.boolean().optional().describe('false revokes every session and token.'),
    claims: Claims.optional(),
    profile: Profile.optional(),
  }),
  answer: User,
  labels: 'user',
  access: project('manageUsers'),
  audit: { action: 'enduser.update', target: 'EndUser' },
  errors: ['claim_reserved', 'invalid_value', 'last_super_administrator', 'user_locked', 'user_managed'],
  example: { ...example, profile: { name: { givenName: 'Ada', familyName: 'Lovelace' }, locale: 'en-GB' } },
})

export const project_user_email_change = defineOperation({
  tool: 'project_user_email_change',
  route: 'POST /projects/:projectId/users/:userId/email',
  kind: 'high_consequence',
  effects: ['lets-in'],
  title: "Change a user's e-mail address",
  description:
    'Changes the address an account signs in with; the new one is unverified and nothing is mailed.',
  consequence:
    'The user signs in with the new address from now on; it is unverified, and no message is sent.',
  input: z.strictObject({ ...one, email: UserEmail }),
  answer: User,
  labels: 'user',
  access: project('manageUsers'),
  audit: { action: 'enduser.email.change', target: 'EndUser' },
  errors: ['email_taken', 'invalid_value', 'own_email_locked', 'user_managed'],
  example: { ...example, email: 'ada.lovelace@acme.example' },
})

export const project_user_password_reset = defineOperation({
  tool: 'project_user_password_reset',
  route: 'POST /projects/:projectId/users/:userId/password',
  kind: 'high_consequence',
  effects: ['lets-in', 'locks-out'],
  title: "Set a user's password",
  description: 'Sets a new password for an account and, with signOut, ends every session and token.',
  consequence: 'The present password stops working; with signOut every session and token ends too.',
  input: z.strictObject({ ...one, password: UserPassword, signOut: z.boolean().optional() }),
  answer: EndedSessions,
  access: project('supportUsers'),
  audit: { action: 'enduser.password.reset', target: 'EndUser' },
  errors: ['invalid_value'],
  example: { ...example, password: 'correct horse battery staple', signOut: true },
})

export const project_user_delete = defineOperation({
  tool: 'project_user_delete',
  route: 'DELETE /projects/:projectId/users/:userId',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Delete a user',
  description: 'Deletes an account and everything issued to it, and notifies applications.',
  consequence: 'The account and everything issued to it are gone; this cannot be taken back.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('manageUsers'),
  audit: { action: 'enduser.delete', target: 'EndUser' },
  errors: ['last_owner', 'last_super_administrator', 'own_account', 'user_managed'],
  example,
})

export const project_user_assign_connection = defineOperation({
  tool: 'project_user_assign_connection',
  route: 'POST /projects/:projectId/users/:userId/connection',
  kind: 'high_consequence',
  effects: ['lets-in', 'raises'],
  title: 'Hand a user to a directory',
  description:
    'Lets a provisioning connection manage an account, found by the user name or external id given.',
  consequence: 'Only the directory can change the account afterwards.',
  input: z.strictObject({
    projectId: id('project'),
    userId: id('account'),
    connectionId: z.string().min(1).max(64),
    userName: z.string().min(1).max(256).refine(isAccountName, accountNameRule).optional(),
    externalId: z.string().min(1).max(256).optional(),
  }),
  answer: User,
  labels: 'user',
  access: project('edit'),
  audit: { action: 'enduser.connection.assign', target: 'EndUser' },
  errors: ['already_exists', 'user_managed'],
  example: {
    projectId: exampleIds.project,
    userId: exampleIds.user,
    connectionId: exampleIds.connection,
    externalId: '00u1',
  },
})
