import * as z from 'zod'
import { anyone, signedIn } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import {
  Administrator,
  AdministratorPassword,
  ConsoleSession,
  ConsoleSessionId,
  Scope,
  WhoAmI,
} from '../resources/administrator.ts'
import { OneTimeToken } from '../secret.ts'
import { EmailAddress, id, Nothing, Timestamp } from '../values.ts'

export const whoami = defineOperation({
  tool: 'whoami',
  route: 'GET /me',
  kind: 'read',
  effects: ['none'],
  title: 'Who am I',
  description: 'Reads your account, your teams, and your rights on this instance.',
  input: z.strictObject({}),
  answer: WhoAmI,
  access: signedIn,
  errors: [],
  example: {},
})

export const scope_get = defineOperation({
  tool: 'scope_get',
  route: 'GET /scope',
  kind: 'read',
  effects: ['none'],
  title: 'Read the active team',
  description: 'Reads the active team of the console session and the teams you can switch to.',
  input: z.strictObject({}),
  answer: Scope,
  access: signedIn,
  errors: [],
  example: {},
})

export const scope_set = defineOperation({
  tool: 'scope_set',
  route: 'PUT /scope',
  kind: 'console_only',
  effects: ['none'],
  title: 'Switch the active team',
  description: 'Switches the active team of the console session.',
  input: z.strictObject({ teamId: id('team') }),
  answer: Scope,
  access: signedIn,
  audit: null,
  errors: ['team_not_available'],
  example: { teamId: exampleIds.team },
})

export const setup = defineOperation({
  tool: 'setup',
  route: 'POST /setup',
  kind: 'console_only',
  effects: ['lets-in', 'raises'],
  title: 'Set up the instance',
  description:
    'Creates the first super administrator and their personal team, only while no administrator exists.',
  input: z.strictObject({
    email: EmailAddress,
    password: AdministratorPassword,
    setupToken: OneTimeToken.optional().describe('Printed once by db:setup; not needed from loopback.'),
  }),
  answer: Administrator,
  status: 201,
  access: anyone,
  audit: { action: 'setup.bootstrap', target: 'AdminUser' },
  errors: ['already_set_up', 'setup_token_required'],
  example: { email: 'admin@acme.example', password: 'correct horse battery staple' },
})

export const logout = defineOperation({
  tool: 'logout',
  route: 'POST /logout',
  kind: 'console_only',
  effects: ['locks-out'],
  title: 'Sign out of the console',
  description: 'Ends the console session and returns the address that ends the sign-in itself.',
  input: z.strictObject({}),
  answer: z.strictObject({ endSessionUrl: z.string().nullable() }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const own_session_list = defineOperation({
  tool: 'own_session_list',
  isBeyondSpecification: true,
  route: 'GET /me/sessions',
  kind: 'console_only',
  effects: ['none'],
  title: 'List your console sessions',
  description: 'Lists the browsers you are signed in to the console with, the one used last first.',
  input: z.strictObject({}),
  answer: z.strictObject({ sessions: z.array(ConsoleSession) }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const own_session_end = defineOperation({
  tool: 'own_session_end',
  isBeyondSpecification: true,
  route: 'DELETE /me/sessions/:sessionId',
  kind: 'console_only',
  effects: ['locks-out'],
  title: 'End a console session of yours',
  description: 'Signs you out of the console, and of the sign-in behind it, in one browser.',
  input: z.strictObject({ sessionId: ConsoleSessionId }),
  answer: Nothing,
  access: signedIn,
  audit: null,
  errors: [],
  example: { sessionId: 'Jo5Rz4pLkTtBv8mFJmW9mKQ2Cq4Yh0a7x3bN1sUeD6c' },
})

export const own_verification_send = defineOperation({
  tool: 'own_verification_send',
  route: 'POST /me/verification',
  kind: 'console_only',
  effects: ['lets-in'],
  title: 'Verify your own address',
  description: 'Mails you the message that proves your own address.',
  input: z.strictObject({}),
  answer: z.strictObject({ email: EmailAddress, expiresAt: Timestamp }),
  access: signedIn,
  audit: null,
  errors: ['already_verified', 'mail_not_configured', 'mail_refused', 'sent_recently'],
  example: {},
})
