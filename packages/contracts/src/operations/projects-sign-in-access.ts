import * as z from 'zod'
import { signedIn } from '../access.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { ConsoleSignInAccess, SignInAccess } from '../resources/sign-in-access.ts'

export const project_sign_in_access_list = defineOperation({
  tool: 'project_sign_in_access_list',
  isBeyondSpecification: true,
  route: 'GET /sign-in-access',
  kind: 'console_only',
  effects: ['none'],
  title: 'List who can still sign in',
  description:
    'Counts for each of your projects, and for the console, the users who can sign in and those who depend on each sign-in method.',
  input: z.strictObject(pageFields('a name, slug or host', ['name', 'createdAt'])),
  answer: z.strictObject({
    console: ConsoleSignInAccess.nullable().describe('null for callers who are not super administrators.'),
    projects: z.array(SignInAccess),
    ...pageAnswer,
  }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})
