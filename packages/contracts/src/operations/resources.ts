import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { ApiClaims } from '../resources/declared-claim.ts'
import {
  AccessTokenSeconds,
  AccessTokenSigningAlg,
  McpServer,
  ProtectedResource,
  ResourceIdentifier,
  ScopeDescriptions,
  ScopeName,
  TokenFormat,
  TokenProfile,
  UserInfoAccess,
  VouchingCheck,
} from '../resources/protected-resource.ts'
import { id, NewName, Nothing } from '../values.ts'

const inProject = { projectId: id('project') }
const one = {
  ...inProject,
  resourceId: ResourceIdentifier.describe('Identifier of the API, percent-encoded.'),
}
const Scopes = z.array(ScopeName).max(200).describe('A general-purpose client requests all of them.')
const optional = {
  scopeDescriptions: ScopeDescriptions.optional(),
  tokenFormat: TokenFormat.optional(),
  accessTokenTTL: AccessTokenSeconds.optional(),
  accessTokenSigningAlg: AccessTokenSigningAlg.nullable().optional(),
  tokenProfile: TokenProfile.optional(),
  userInfoAccess: UserInfoAccess.optional(),
  mcpServer: McpServer.optional(),
  declaredClaims: ApiClaims.optional(),
}
const example = { projectId: exampleIds.project, resourceId: exampleIds.resource }

export const resource_list = defineOperation({
  tool: 'resource_list',
  route: 'GET /projects/:projectId/resources',
  kind: 'read',
  effects: ['none'],
  title: 'List APIs',
  description: 'Lists the APIs (protected resources) of a project by identifier.',
  input: z.strictObject({
    ...inProject,
    ...pageFields('a name or identifier', ['identifier', 'name', 'createdAt']),
    identifier: ResourceIdentifier.optional().describe('Exact identifier.'),
  }),
  answer: z.strictObject({ resources: z.array(ProtectedResource), ...pageAnswer }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const resource_get = defineOperation({
  tool: 'resource_get',
  route: 'GET /projects/:projectId/resources/:resourceId',
  kind: 'read',
  effects: ['none'],
  title: 'Read an API',
  description: 'Reads one API with its scopes, token format and token lifetime.',
  input: z.strictObject(one),
  answer: ProtectedResource,
  labels: 'api',
  access: project('read'),
  errors: [],
  example,
})

export const resource_vouching_check = defineOperation({
  tool: 'resource_vouching_check',
  route: 'GET /projects/:projectId/resources/:resourceId/vouching',
  kind: 'read',
  effects: ['none'],
  title: 'Check that an API vouches for the project',
  description:
    'Asks the API over the network whether it names this project as its issuer; a diagnostic that blocks nothing.',
  input: z.strictObject(one),
  answer: VouchingCheck,
  access: project('read'),
  errors: [],
  example,
})

export const resource_declare = defineOperation({
  tool: 'resource_declare',
  route: 'POST /projects/:projectId/resources',
  kind: 'write',
  effects: ['raises'],
  title: 'Create an API',
  description:
    'Declares an API that applications may get tokens for; its identifier cannot be changed later.',
  input: z.strictObject({
    ...inProject,
    identifier: ResourceIdentifier,
    name: NewName,
    scopes: Scopes,
    ...optional,
    trailingSlashSignificant: z.boolean().optional(),
  }),
  answer: ProtectedResource,
  status: 201,
  labels: 'api',
  access: project('edit'),
  audit: { action: 'resource.create', target: 'ProtectedResource' },
  errors: [
    'already_exists',
    'identifier_refused',
    'invalid_value',
    'omnibus_scope',
    'plan_limit',
    'root_namespace',
  ],
  example: {
    projectId: exampleIds.project,
    identifier: exampleIds.resource,
    name: 'Acme API',
    scopes: ['orders.read', 'orders.write'],
    scopeDescriptions: { 'orders.read': { description: 'see your orders', kind: 'see' } },
  },
})

export const resource_update = defineOperation({
  tool: 'resource_update',
  route: 'PATCH /projects/:projectId/resources/:resourceId',
  kind: 'write',
  effects: {
    byField: {
      name: ['none'],
      scopes: ['raises'],
      scopeDescriptions: ['raises'],
      tokenFormat: ['raises'],
      accessTokenTTL: ['raises'],
      accessTokenSigningAlg: ['raises'],
      tokenProfile: ['raises'],
      userInfoAccess: ['raises'],
      mcpServer: ['lets-in'],
      declaredClaims: ['raises'],
    },
  },
  title: 'Change an API',
  description: 'Changes the name, scopes, descriptions, token format or token lifetime of an API.',
  input: z.strictObject({ ...one, name: NewName.optional(), scopes: Scopes.optional(), ...optional }),
  answer: ProtectedResource,
  labels: 'api',
  access: project('edit'),
  audit: { action: 'resource.update', target: 'ProtectedResource' },
  errors: ['invalid_value', 'omnibus_scope', 'root_namespace'],
  example: { ...example, accessTokenTTL: 600 },
})

export const resource_delete = defineOperation({
  tool: 'resource_delete',
  route: 'DELETE /projects/:projectId/resources/:resourceId',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Delete an API',
  description: 'Removes the declaration of an API; no token is issued for it from the next request on.',
  consequence: 'No application can get a token for this API any more.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('edit'),
  audit: { action: 'resource.delete', target: 'ProtectedResource' },
  errors: ['root_namespace'],
  example,
})
