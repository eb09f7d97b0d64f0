import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { SignInTest, SignInTestResult } from '../resources/sign-in-test.ts'
import { id } from '../values.ts'

const one = { projectId: id('project') }
const example = { projectId: exampleIds.project }

export const project_sign_in_test_start = defineOperation({
  tool: 'project_sign_in_test_start',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/sign-in-tests',
  kind: 'console_only',
  effects: ['lets-in'],
  title: 'Test the sign-in',
  description: 'Makes an application of its own for one real sign-in to a project, as the console tests it.',
  input: z.strictObject(one),
  answer: SignInTest,
  status: 201,
  access: project('edit'),
  audit: { action: 'project.sign_in_test.start', target: 'Project' },
  errors: ['invalid_value'],
  example,
})

const codeCharacters = 2048

export const project_sign_in_test_finish = defineOperation({
  tool: 'project_sign_in_test_finish',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/sign-in-tests/:clientId',
  kind: 'console_only',
  effects: ['destroys', 'exposes'],
  title: 'Finish a test of the sign-in',
  description:
    'Redeems the code of a test sign-in, returns the claims of the tokens, and deletes its application with everything issued to it.',
  input: z.strictObject({
    ...one,
    clientId: id('client'),
    code: z.string().min(1).max(codeCharacters).optional().describe('Absent after an aborted sign-in.'),
    iss: z
      .string()
      .min(1)
      .max(codeCharacters)
      .optional()
      .describe('iss parameter of the response (RFC 9207).'),
    codeVerifier: z.string().min(43).max(128).describe('PKCE code verifier (RFC 7636, 4.1).'),
    nonce: z.string().min(16).max(128).describe('As sent with the request.'),
  }),
  answer: SignInTestResult,
  access: project('edit'),
  audit: { action: 'project.sign_in_test.finish', target: 'Project' },
  errors: [],
  example: {
    ...example,
    clientId: exampleIds.client,
    code: 'the-code-of-the-redirect',
    iss: 'https://login.example.com/acme',
    codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    nonce: 'n-0S6_WzA2Mj-0S6',
  },
})
