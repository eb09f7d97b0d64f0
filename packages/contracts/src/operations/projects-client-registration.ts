import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import {
  ClientRegistration,
  clientRegistrationSettings,
  RegistrationToken,
} from '../resources/client-registration.ts'
import { Count, id } from '../values.ts'

const one = { projectId: id('project') }
const example = { projectId: exampleIds.project }

export const project_client_registration_get = defineOperation({
  tool: 'project_client_registration_get',
  isBeyondSpecification: true,
  route: 'GET /projects/:projectId/client-registration',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read how applications register themselves',
  description:
    'Reads whether applications register themselves in a project, or are known by a metadata document.',
  input: z.strictObject(one),
  answer: ClientRegistration,
  access: project('read'),
  audit: null,
  errors: [],
  example,
})

export const project_client_registration_update = defineOperation({
  tool: 'project_client_registration_update',
  isBeyondSpecification: true,
  route: 'PATCH /projects/:projectId/client-registration',
  kind: 'console_only',
  effects: ['lets-in'],
  title: 'Change how applications register themselves',
  description:
    'Changes whether applications register themselves in a project, and the hosts of metadata documents.',
  input: z.strictObject({ ...one, ...z.strictObject(clientRegistrationSettings).partial().shape }),
  answer: ClientRegistration,
  access: project('edit'),
  audit: { action: 'project.client_registration.update', target: 'Project' },
  errors: [],
  example: { ...example, registration: 'token', documents: 'on', documentHosts: ['claude.ai'] },
})

export const project_registration_token_create = defineOperation({
  tool: 'project_registration_token_create',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/registration-tokens',
  kind: 'console_only',
  effects: ['lets-in', 'exposes'],
  title: 'Create an initial access token',
  description: 'Creates a token with which applications register themselves in a project until it expires.',
  input: z.strictObject({ ...one, days: z.int().min(1).max(90).describe('Days until the token expires.') }),
  answer: RegistrationToken,
  status: 201,
  access: project('edit'),
  audit: { action: 'project.registration_token.create', target: 'Project' },
  errors: [],
  example: { ...example, days: 7 },
})

export const project_registration_token_revoke = defineOperation({
  tool: 'project_registration_token_revoke',
  isBeyondSpecification: true,
  route: 'DELETE /projects/:projectId/registration-tokens',
  kind: 'console_only',
  effects: ['locks-out'],
  title: 'Revoke all initial access tokens',
  description: 'Revokes every initial access token of a project. Registered applications stay.',
  input: z.strictObject(one),
  answer: z.strictObject({ revoked: Count }),
  access: project('edit'),
  audit: { action: 'project.registration_token.revoke', target: 'Project' },
  errors: [],
  example,
})
