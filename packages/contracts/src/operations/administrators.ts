import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { Administrator, AdministratorPassword, SignInReadiness } from '../resources/administrator.ts'
import { EndedSessions } from '../resources/user.ts'
import { EmailAddress, id } from '../values.ts'

const one = { adminId: id('account') }
const example = { adminId: exampleIds.user }

export const admin_list = defineOperation({
  tool: 'admin_list',
  route: 'GET /admins',
  kind: 'read',
  effects: ['none'],
  title: 'List administrators',
  description: 'Lists the administrators of the instance and marks the super administrators.',
  input: z.strictObject(pageFields('an e-mail address', ['email', 'createdAt'])),
  answer: z.strictObject({ administrators: z.array(Administrator), ...pageAnswer }),
  access: superAdministrator,
  errors: [],
  example: {},
})

export const admin_get = defineOperation({
  tool: 'admin_get',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /admins/:adminId',
  kind: 'read',
  effects: ['none'],
  title: 'Read an administrator',
  description: 'Reads one administrator with the teams of which the account is a member.',
  input: z.strictObject(one),
  answer: Administrator,
  labels: 'administrator',
  access: superAdministrator,
  errors: [],
  example,
})

export const admin_sign_in_readiness_get = defineOperation({
  tool: 'admin_sign_in_readiness_get',
  route: 'GET /admins/sign-in-readiness',
  kind: 'read',
  effects: ['none'],
  title: 'Check sign-in of administrators',
  description: 'Reads which administrators could not sign in to the console if passwords were switched off.',
  input: z.strictObject({}),
  answer: SignInReadiness,
  access: superAdministrator,
  errors: [],
  example: {},
})

export const admin_create = defineOperation({
  tool: 'admin_create',
  route: 'POST /admins',
  kind: 'write',
  effects: ['lets-in', 'raises'],
  title: 'Create an administrator',
  description: 'Creates an administrator account with a password and a personal team.',
  input: z.strictObject({ email: EmailAddress, password: AdministratorPassword }),
  answer: Administrator,
  status: 201,
  labels: 'administrator',
  access: superAdministrator,
  audit: { action: 'admin.create', target: 'AdminUser' },
  errors: ['email_taken'],
  example: { email: 'grace@acme.example', password: 'correct horse battery staple' },
})

export const admin_update = defineOperation({
  tool: 'admin_update',
  route: 'PATCH /admins/:adminId',
  kind: 'high_consequence',
  effects: { byField: { active: { on: ['lets-in'], off: ['locks-out'] }, email: ['lets-in'] } },
  title: 'Change an administrator',
  description:
    'Activates or deactivates an administrator or changes their address; never their super administrator rights.',
  consequence: 'The administrator may be shut out, or sign in with another address from now on.',
  input: z.strictObject({ ...one, active: z.boolean().optional(), email: EmailAddress.optional() }),
  answer: Administrator,
  labels: 'administrator',
  access: superAdministrator,
  audit: { action: 'admin.update', target: 'AdminUser' },
  errors: ['email_taken', 'last_super_administrator', 'own_email_locked', 'user_locked', 'user_managed'],
  example: { ...example, active: true },
})

export const admin_deactivate = defineOperation({
  tool: 'admin_deactivate',
  route: 'DELETE /admins/:adminId',
  kind: 'high_consequence',
  effects: ['locks-out'],
  title: 'Deactivate an administrator',
  description: 'Deactivates an administrator, who cannot sign in any more.',
  consequence: 'The administrator loses access immediately, and so do agents that act for them.',
  input: z.strictObject(one),
  answer: Administrator,
  labels: 'administrator',
  access: superAdministrator,
  audit: { action: 'admin.deactivate', target: 'AdminUser' },
  errors: ['last_super_administrator'],
  example,
})

export const admin_super_grant = defineOperation({
  tool: 'admin_super_grant',
  route: 'POST /admins/:adminId/super-admin',
  kind: 'high_consequence',
  effects: ['raises'],
  title: 'Make a super administrator',
  description: 'Grants an active administrator the rights of a super administrator of the instance.',
  consequence: 'The administrator may read and change everything on this instance.',
  input: z.strictObject(one),
  answer: Administrator,
  labels: 'administrator',
  access: superAdministrator,
  audit: { action: 'admin.superadmin.grant', target: 'AdminUser' },
  errors: ['administrator_inactive'],
  example,
})

export const admin_super_withdraw = defineOperation({
  tool: 'admin_super_withdraw',
  route: 'DELETE /admins/:adminId/super-admin',
  kind: 'high_consequence',
  effects: ['raises', 'locks-out'],
  title: 'Withdraw super administrator rights',
  description: 'Withdraws the rights of a super administrator; the administrator keeps their teams.',
  consequence: 'The administrator loses all rights beyond their own teams immediately.',
  input: z.strictObject(one),
  answer: Administrator,
  labels: 'administrator',
  access: superAdministrator,
  audit: { action: 'admin.superadmin.withdraw', target: 'AdminUser' },
  errors: ['last_super_administrator'],
  example,
})

export const admin_sign_out = defineOperation({
  tool: 'admin_sign_out',
  route: 'POST /admins/:adminId/sign-out',
  kind: 'high_consequence',
  effects: ['locks-out'],
  title: 'Sign an administrator out everywhere',
  description:
    "Ends every console session of an administrator and revokes their tokens, agents' tokens included.",
  consequence:
    'Every console session and every agent of the administrator stops working until they sign in again.',
  input: z.strictObject(one),
  answer: EndedSessions,
  access: superAdministrator,
  audit: { action: 'admin.signout', target: 'AdminUser' },
  errors: ['own_account'],
  example,
})

export const admin_totp_clear = defineOperation({
  tool: 'admin_totp_clear',
  route: 'DELETE /admins/:adminId/totp',
  kind: 'high_consequence',
  effects: ['lets-in', 'locks-out'],
  title: "Clear an administrator's authenticator",
  description: 'Removes the authenticator of an administrator and signs them out everywhere.',
  consequence: 'Only the password protects the account until a new authenticator is enrolled.',
  input: z.strictObject(one),
  answer: EndedSessions,
  access: superAdministrator,
  audit: { action: 'admin.totp.clear', target: 'AdminUser' },
  errors: ['authenticator_not_enrolled', 'own_account'],
  example,
})
