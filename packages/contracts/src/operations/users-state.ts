import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { MailLanguage } from '../resources/message-delivery.ts'
import { EndedSessions, SignedInApplication, User, UserPasskey } from '../resources/user.ts'
import { Count, id, Nothing, Timestamp } from '../values.ts'

const one = { projectId: id('project'), userId: id('account') }
const example = { projectId: exampleIds.project, userId: exampleIds.user }
/** Never contains the link or code. */
const SentTo = z.strictObject({ email: z.string(), expiresAt: Timestamp })

export const project_user_invite = defineOperation({
  tool: 'project_user_invite',
  route: 'POST /projects/:projectId/users/:userId/invitation',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Invite a user',
  description:
    'Mails a user a single-use link, valid seven days, to choose a password; earlier links stop working.',
  input: z.strictObject({ ...one, language: MailLanguage.optional() }),
  answer: SentTo,
  access: project('manageUsers'),
  audit: { action: 'enduser.invitation.send', target: 'EndUser' },
  errors: [
    'mail_not_configured',
    'mail_refused',
    'password_sign_in_off',
    'sent_recently',
    'user_deactivated',
    'user_locked',
    'user_managed',
  ],
  example,
})

export const project_user_verification_send = defineOperation({
  tool: 'project_user_verification_send',
  route: 'POST /projects/:projectId/users/:userId/verification',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Send a verification message',
  description: 'Mails a user the link or code that proves their address; the response never contains it.',
  input: z.strictObject({ ...one, language: MailLanguage.optional() }),
  answer: SentTo,
  access: project('manageUsers'),
  audit: { action: 'enduser.verification.send', target: 'EndUser' },
  errors: ['already_verified', 'mail_not_configured', 'mail_refused', 'sent_recently'],
  example,
})

export const project_user_mark_verified = defineOperation({
  tool: 'project_user_mark_verified',
  route: 'POST /projects/:projectId/users/:userId/verified',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Mark an address verified',
  description: 'Marks the address of a user as verified; a pending verification message stops working.',
  input: z.strictObject(one),
  answer: User,
  labels: 'user',
  access: project('manageUsers'),
  audit: { action: 'enduser.verified.mark', target: 'EndUser' },
  errors: ['already_verified', 'user_managed'],
  example,
})

export const project_user_lock = defineOperation({
  tool: 'project_user_lock',
  route: 'POST /projects/:projectId/users/:userId/lock',
  kind: 'write',
  effects: ['locks-out'],
  title: 'Lock a user',
  description:
    'Locks an account with a stated reason: sessions and tokens end, and no directory can undo it.',
  input: z.strictObject({
    ...one,
    reason: z.string().min(1).max(limits.lockReasonCharacters).describe('Reason, for other administrators.'),
  }),
  answer: User,
  labels: 'user',
  access: project('manageUsers'),
  audit: { action: 'enduser.lock', target: 'EndUser' },
  errors: ['last_super_administrator', 'own_account', 'user_locked'],
  example: { ...example, reason: 'Reported stolen laptop' },
})

export const project_user_unlock = defineOperation({
  tool: 'project_user_unlock',
  route: 'POST /projects/:projectId/users/:userId/unlock',
  kind: 'high_consequence',
  effects: ['lets-in'],
  title: 'Unlock a user',
  description:
    'Lifts the lock of an account; no session comes back, and sign-in works only while it is active.',
  consequence: 'The user can sign in again, also after failed attempts.',
  input: z.strictObject(one),
  answer: User,
  labels: 'user',
  access: project('supportUsers'),
  audit: { action: 'enduser.unlock', target: 'EndUser' },
  errors: ['user_not_locked'],
  example,
})

export const project_user_totp_clear = defineOperation({
  tool: 'project_user_totp_clear',
  route: 'DELETE /projects/:projectId/users/:userId/totp',
  kind: 'write',
  effects: ['lets-in', 'locks-out'],
  title: "Clear a user's authenticator",
  description:
    'Removes the authenticator of a user and ends their sessions; the password, grants and tokens are unchanged. The user enrols a new authenticator at the next sign-in.',
  input: z.strictObject(one),
  answer: EndedSessions,
  access: project('supportUsers'),
  audit: { action: 'enduser.totp.clear', target: 'EndUser' },
  errors: ['authenticator_not_enrolled', 'own_account'],
  example,
})

export const project_user_passkey_list = defineOperation({
  tool: 'project_user_passkey_list',
  route: 'GET /projects/:projectId/users/:userId/passkeys',
  kind: 'console_only',
  isBeyondSpecification: true,
  effects: ['none'],
  title: "List a user's passkeys",
  description:
    'Lists the passkeys of a user by name, with their last use, and the number of recovery codes left; never a key or a code.',
  input: z.strictObject(one),
  answer: z.strictObject({
    passkeys: z.array(UserPasskey),
    recoveryCodesLeft: Count.nullable().describe('null: the user generated none.'),
  }),
  access: project('read'),
  audit: null,
  errors: [],
  example,
})

export const project_user_passkey_delete = defineOperation({
  tool: 'project_user_passkey_delete',
  route: 'DELETE /projects/:projectId/users/:userId/passkeys/:passkeyId',
  kind: 'console_only',
  isBeyondSpecification: true,
  effects: ['lets-in', 'locks-out'],
  title: 'Remove a passkey of a user',
  description:
    'Removes one passkey of a user and ends their sessions; the password, grants and tokens are unchanged.',
  input: z.strictObject({ ...one, passkeyId: id('passkey') }),
  answer: EndedSessions,
  access: project('supportUsers'),
  audit: { action: 'enduser.passkey.delete', target: 'EndUser' },
  errors: ['administrators_locked_out', 'own_account'],
  example: { ...example, passkeyId: exampleIds.passkey },
})

export const project_user_passkey_invite = defineOperation({
  tool: 'project_user_passkey_invite',
  route: 'POST /projects/:projectId/users/:userId/passkeys/invitation',
  kind: 'console_only',
  isBeyondSpecification: true,
  effects: ['lets-in'],
  title: 'Invite a user to add a passkey',
  description:
    'Mails a user without a second factor a single-use link, valid seven days, that proves the address and adds a passkey.',
  input: z.strictObject({ ...one, language: MailLanguage.optional() }),
  answer: SentTo,
  access: project('manageUsers'),
  audit: { action: 'enduser.passkey.invite', target: 'EndUser' },
  errors: [
    'mail_not_configured',
    'mail_refused',
    'passkeys_off',
    'second_factor_enrolled',
    'sent_recently',
    'user_deactivated',
    'user_locked',
  ],
  example,
})

export const project_user_recovery_codes_delete = defineOperation({
  tool: 'project_user_recovery_codes_delete',
  route: 'DELETE /projects/:projectId/users/:userId/recovery-codes',
  kind: 'console_only',
  isBeyondSpecification: true,
  effects: ['locks-out'],
  title: 'Remove the recovery codes of a user',
  description:
    'Removes the recovery codes of a user, who may generate new ones; sessions and other sign-in methods are unchanged.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('supportUsers'),
  audit: { action: 'enduser.recovery.delete', target: 'EndUser' },
  errors: ['own_account'],
  example,
})

export const project_user_sign_out = defineOperation({
  tool: 'project_user_sign_out',
  route: 'POST /projects/:projectId/users/:userId/sign-out',
  kind: 'write',
  effects: ['locks-out'],
  title: 'Sign a user out everywhere',
  description:
    'Ends every session and token of a user and notifies the applications; the user can sign in again immediately.',
  input: z.strictObject(one),
  answer: EndedSessions,
  access: project('supportUsers'),
  audit: { action: 'enduser.signout', target: 'EndUser' },
  errors: ['own_account'],
  example,
})

export const project_user_session_list = defineOperation({
  tool: 'project_user_session_list',
  route: 'GET /projects/:projectId/users/:userId/sessions',
  kind: 'read',
  effects: ['none'],
  title: "List a user's sign-ins",
  description:
    'Lists the applications a user is signed in to; no network address, browser or device is kept.',
  input: z.strictObject(one),
  answer: z.strictObject({ applications: z.array(SignedInApplication) }),
  access: project('read'),
  errors: [],
  example,
})

export const project_user_application_sign_out = defineOperation({
  tool: 'project_user_application_sign_out',
  route: 'POST /projects/:projectId/users/:userId/sessions/:clientId/sign-out',
  kind: 'write',
  effects: ['locks-out'],
  title: 'Sign a user out of one application',
  description:
    'Ends the grants and tokens one application holds for a user, offline access included, and tells it.',
  input: z.strictObject({ ...one, clientId: id('client') }),
  answer: Nothing,
  access: project('supportUsers'),
  audit: { action: 'enduser.application.signout', target: 'EndUser' },
  errors: ['not_signed_in'],
  example: { ...example, clientId: exampleIds.client },
})
