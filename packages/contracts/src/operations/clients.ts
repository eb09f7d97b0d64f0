import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import {
  Client,
  ClientRow,
  ClientSecret,
  clientCreateFields,
  clientFieldEffects,
  clientImportFields,
  clientUpdateFields,
} from '../resources/client.ts'
import { ClientError } from '../resources/client-error.ts'
import { LogoutTest } from '../resources/logout-test.ts'
import { ResourceIdentifier } from '../resources/protected-resource.ts'
import { TokenPreview } from '../resources/token-preview.ts'
import { Count, id, Nothing } from '../values.ts'

const inProject = { projectId: id('project') }
const one = { ...inProject, clientId: id('client') }
const example = { projectId: exampleIds.project, clientId: exampleIds.client }

export const client_list = defineOperation({
  tool: 'client_list',
  route: 'GET /projects/:projectId/clients',
  kind: 'read',
  effects: ['none'],
  title: 'List applications',
  description: 'Lists the applications (OAuth clients) of a project, never their secrets.',
  input: z.strictObject({
    ...inProject,
    name: z.string().min(1).max(limits.nameCharacters).optional().describe('Exact name.'),
    ...pageFields('a name', ['createdAt', 'clientName']),
  }),
  answer: z.strictObject({ clients: z.array(ClientRow), ...pageAnswer }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const client_get = defineOperation({
  tool: 'client_get',
  route: 'GET /projects/:projectId/clients/:clientId',
  kind: 'read',
  effects: ['none'],
  title: 'Read an application',
  description:
    'Reads one application with its redirect addresses, grant types and other metadata, never its secret.',
  input: z.strictObject(one),
  answer: Client,
  labels: 'application',
  access: project('read'),
  errors: [],
  example,
})

export const client_error_list = defineOperation({
  tool: 'client_error_list',
  isBeyondSpecification: true,
  route: 'GET /projects/:projectId/clients/:clientId/errors',
  kind: 'console_only',
  effects: ['none'],
  title: 'List recent errors of an application',
  description: 'Lists the errors of an application at the protocol endpoints in the last 7 days.',
  input: z.strictObject(one),
  answer: z.strictObject({
    errors: z.array(ClientError).max(limits.clientErrors).describe('The latest error first.'),
  }),
  access: project('read'),
  audit: null,
  errors: [],
  example,
})

export const client_grant_count_get = defineOperation({
  tool: 'client_grant_count_get',
  isBeyondSpecification: true,
  route: 'GET /projects/:projectId/clients/:clientId/grant-count',
  kind: 'console_only',
  effects: ['none'],
  title: 'Count the users with a grant of an application',
  description: 'Counts the users whose grants a deletion of the application revokes.',
  input: z.strictObject(one),
  answer: z.strictObject({
    users: Count.max(limits.grantUsersCountedUpTo).describe('Users with a valid grant, counted up to 1,000.'),
    usersCapped: z
      .boolean()
      .describe('true: at least this number, since the server reads a bounded number of grants.'),
  }),
  access: project('read'),
  audit: null,
  errors: [],
  example,
})

export const client_logout_test = defineOperation({
  tool: 'client_logout_test',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/clients/:clientId/logout-tests',
  kind: 'console_only',
  effects: ['none'],
  title: 'Test back-channel logout',
  description: 'Sends the application a valid logout token without a real session, and returns its response.',
  input: z.strictObject(one),
  answer: LogoutTest,
  access: project('edit'),
  audit: { action: 'client.logout.test', target: 'Client' },
  errors: ['invalid_value', 'sent_recently'],
  example,
})

export const client_token_preview = defineOperation({
  tool: 'client_token_preview',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'GET /projects/:projectId/clients/:clientId/token-preview',
  kind: 'read',
  effects: ['none'],
  title: 'Preview the tokens of a user',
  description:
    'Shows the claims that an application would receive about a user, each with its source, and why others are missing; nothing is issued.',
  input: z.strictObject({
    ...one,
    userId: id('account'),
    scope: z.string().max(4000).optional().describe('Requested scopes; default: openid.'),
    resource: ResourceIdentifier.optional().describe('Identifier of the API of the access token.'),
    acrValues: z
      .string()
      .max(4000)
      .optional()
      .describe('Requested acr_values; without them the ID token has no acr.'),
  }),
  answer: TokenPreview,
  access: project('read'),
  errors: [],
  example: { ...example, userId: exampleIds.user, scope: 'openid profile' },
})

export const client_create = defineOperation({
  tool: 'client_create',
  route: 'POST /projects/:projectId/clients',
  kind: 'write',
  effects: ['lets-in', 'exposes'],
  title: 'Create an application',
  description: 'Creates an application; the secret of a confidential one is returned once, in this response.',
  input: z.strictObject({ ...inProject, ...clientCreateFields }),
  answer: z.strictObject({ ...Client.shape, clientSecret: ClientSecret.optional() }),
  status: 201,
  labels: 'application',
  access: project('edit'),
  audit: { action: 'client.create', target: 'Client' },
  errors: ['https_required', 'invalid_origin', 'invalid_value', 'logo_refused', 'plan_limit'],
  example: {
    projectId: exampleIds.project,
    clientName: 'Acme Web',
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: ['https://app.acme.example/callback'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    scope: 'openid profile email offline_access',
  },
})

export const client_import = defineOperation({
  tool: 'client_import',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /projects/:projectId/clients/import',
  kind: 'write',
  effects: ['lets-in', 'exposes'],
  title: 'Import an application',
  description:
    'Creates an application with the client id and the secret that it has in another system, so that its configuration stays.',
  input: z.strictObject({ ...inProject, ...clientImportFields }),
  answer: z.strictObject({ ...Client.shape, clientSecret: ClientSecret.optional() }),
  status: 201,
  labels: 'application',
  access: project('edit'),
  audit: { action: 'client.import', target: 'Client' },
  errors: [
    'already_exists',
    'https_required',
    'invalid_origin',
    'invalid_value',
    'logo_refused',
    'plan_limit',
  ],
  example: {
    projectId: exampleIds.project,
    clientId: 'acme-web',
    clientSecret: 'the-secret-of-the-other-system',
    clientName: 'Acme Web',
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: ['https://app.acme.example/callback'],
    tokenEndpointAuthMethod: 'client_secret_basic',
  },
})

export const client_update = defineOperation({
  tool: 'client_update',
  route: 'PATCH /projects/:projectId/clients/:clientId',
  kind: 'write',
  effects: { byField: clientFieldEffects },
  title: 'Change an application',
  description: 'Changes fields of an application; null clears an optional field.',
  input: z.strictObject({ ...one, ...clientUpdateFields }),
  answer: z.strictObject({ ...Client.shape, clientSecret: ClientSecret.optional() }),
  labels: 'application',
  access: project('edit'),
  audit: { action: 'client.update', target: 'Client' },
  errors: [
    'client_registered_dynamically',
    'https_required',
    'invalid_origin',
    'invalid_value',
    'logo_refused',
  ],
  example: { ...example, corsOrigins: ['https://app.acme.example'], policyUri: null },
})

export const client_secret_rotate = defineOperation({
  tool: 'client_secret_rotate',
  route: 'POST /projects/:projectId/clients/:clientId/secret',
  kind: 'high_consequence',
  effects: ['lets-in', 'locks-out', 'exposes'],
  title: 'Rotate an application secret',
  description: 'Issues a new secret for an application, returned once; the old one is invalid immediately.',
  consequence:
    'The present secret becomes invalid immediately; the application fails until it has the new one.',
  input: z.strictObject({
    ...one,
    keepPreviousForHours: z
      .int()
      .min(1)
      .max(720)
      .optional()
      .describe('Hours in which both secrets are valid.'),
  }),
  answer: z.strictObject({ clientId: id('client'), clientSecret: ClientSecret }),
  access: project('edit'),
  audit: { action: 'client.secret.rotate', target: 'Client' },
  errors: ['client_has_no_secret', 'client_registered_dynamically', 'invalid_value'],
  example,
})

export const client_previous_secret_revoke = defineOperation({
  tool: 'client_previous_secret_revoke',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'DELETE /projects/:projectId/clients/:clientId/previous-secret',
  kind: 'write',
  effects: ['locks-out'],
  title: 'Revoke the previous secret of an application',
  description:
    'Revokes the secret that a rotation kept, so that only the present one is accepted. Changes nothing when there is none.',
  input: z.strictObject(one),
  answer: z.strictObject({ clientId: id('client') }),
  access: project('edit'),
  audit: { action: 'client.previous_secret.revoke', target: 'Client' },
  errors: ['client_registered_dynamically'],
  example,
})

export const client_delete = defineOperation({
  tool: 'client_delete',
  route: 'DELETE /projects/:projectId/clients/:clientId',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Delete an application',
  description:
    'Deletes an application, also one that registered itself, and revokes everything issued to it.',
  consequence: 'Everything issued to the application is revoked and its client id never works again.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('edit'),
  audit: { action: 'client.delete', target: 'Client' },
  errors: [],
  example,
})
