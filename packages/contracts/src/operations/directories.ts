import * as z from 'zod'
import { project, signedIn } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import {
  Connection,
  ConnectionRow,
  Directory,
  DirectoryGuide,
  EmailTrust,
  Hold,
  HoldRow,
  Threshold,
} from '../resources/connection.ts'
import { Correlation } from '../resources/provider.ts'
import {
  AttentionCount,
  attentionProblems,
  LastProblem,
  ProvisioningAttention,
  ProvisioningRefusal,
  ProvisioningRequest,
} from '../resources/provisioning-request.ts'
import { Count, id, NewName, Nothing, Timestamp } from '../values.ts'

const inProject = { projectId: id('project') }
const one = { ...inProject, connectionId: id('connection') }
const optional = {
  correlation: Correlation.optional(),
  emailTrust: EmailTrust.optional(),
  threshold: Threshold.nullable().optional(),
  directory: Directory.optional(),
}
const example = { projectId: exampleIds.project, connectionId: exampleIds.connection }

export const provisioning_connection_list = defineOperation({
  tool: 'provisioning_connection_list',
  route: 'GET /projects/:projectId/provisioning-connections',
  kind: 'read',
  effects: ['none'],
  title: 'List provisioning connections',
  description:
    'Lists the directories that provision accounts of a project, with addresses, counts and warnings.',
  input: z.strictObject({ ...inProject, ...pageFields('a name', ['createdAt', 'displayName']) }),
  answer: z.strictObject({ connections: z.array(ConnectionRow), ...pageAnswer }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const provisioning_connection_get = defineOperation({
  tool: 'provisioning_connection_get',
  route: 'GET /projects/:projectId/provisioning-connections/:connectionId',
  kind: 'read',
  effects: ['none'],
  title: 'Read a provisioning connection',
  description:
    'Reads one connection with everything a directory needs to be set up, and which credentials it holds.',
  input: z.strictObject(one),
  answer: Connection,
  labels: 'connection',
  access: project('read'),
  errors: [],
  example,
})

export const provisioning_directory_list = defineOperation({
  tool: 'provisioning_directory_list',
  route: 'GET /projects/:projectId/provisioning-connections/directories',
  kind: 'read',
  effects: ['none'],
  title: 'Read directory guides',
  description:
    'Reads how to connect each kind of directory, in its own words and with the addresses of this project.',
  input: z.strictObject(inProject),
  answer: z.strictObject({ directories: z.array(DirectoryGuide) }),
  access: project('read'),
  errors: [],
  example: { projectId: exampleIds.project },
})

export const provisioning_hold_get = defineOperation({
  tool: 'provisioning_hold_get',
  route: 'GET /projects/:projectId/provisioning-connections/:connectionId/hold',
  kind: 'read',
  effects: ['none'],
  title: 'Read a hold',
  description:
    'Reads whether removals by a directory are held back, since when, and for which users; read it before a release.',
  input: z.strictObject(one),
  answer: Hold,
  access: project('read'),
  errors: [],
  example,
})

export const provisioning_request_list = defineOperation({
  tool: 'provisioning_request_list',
  isBeyondSpecification: true,
  route: 'GET /projects/:projectId/provisioning-connections/:connectionId/requests',
  kind: 'console_only',
  effects: ['none'],
  title: 'List requests of a directory',
  description:
    'Lists the last requests of a directory without personal values, and the last problem of each kind: why a user did not arrive.',
  input: z.strictObject({
    ...one,
    q: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('User name, external id, group name or id in the request.'),
  }),
  answer: z.strictObject({
    lastRequestAt: Timestamp.nullable(),
    since: Timestamp.describe('Start of the period whose requests are all recorded.'),
    problems: z.array(LastProblem),
    requests: z.array(ProvisioningRequest).max(limits.provisioningRequests).describe('The newest first.'),
  }),
  access: project('read'),
  audit: null,
  errors: [],
  example,
})

export const provisioning_refusal_list = defineOperation({
  tool: 'provisioning_refusal_list',
  isBeyondSpecification: true,
  route: 'GET /projects/:projectId/provisioning-connections/:connectionId/refusals',
  kind: 'console_only',
  effects: ['none'],
  title: 'List refused users and groups',
  description:
    'Lists the users and groups of a directory whose last change was refused, until a change succeeds, for at most 90 days: why they did not arrive.',
  input: z.strictObject({
    ...one,
    subject: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Refused address, user name, external id, group name or id.'),
    ...pageFields('a name', ['-lastAt']),
  }),
  answer: z.strictObject({
    refusals: z.array(ProvisioningRefusal).describe('The newest first.'),
    ...pageAnswer,
  }),
  access: project('read'),
  audit: null,
  errors: [],
  example,
})

export const provisioning_hold_list = defineOperation({
  tool: 'provisioning_hold_list',
  route: 'GET /provisioning-holds',
  kind: 'read',
  effects: ['none'],
  title: 'List holds',
  description: 'Lists the connections that hold back removals across your projects, oldest first.',
  input: z.strictObject(pageFields('the name of a connection or its project', ['since'])),
  answer: z.strictObject({ count: Count, connections: z.array(HoldRow), ...pageAnswer }),
  access: signedIn,
  errors: [],
  example: {},
})

export const provisioning_attention_list = defineOperation({
  tool: 'provisioning_attention_list',
  isBeyondSpecification: true,
  route: 'GET /provisioning-attention',
  kind: 'console_only',
  effects: ['none'],
  title: 'List directories and providers that need attention',
  description:
    'Lists failing identity providers, expiring credentials of directories, silent directories, and directories with refused users across your projects.',
  input: z.strictObject({ project: id('project').optional().describe('Only of this project.') }),
  answer: z.strictObject({
    items: z
      .array(ProvisioningAttention)
      .max(limits.provisioningAttention * attentionProblems.length)
      .describe(`The most urgent first, at most ${limits.provisioningAttention} of a problem.`),
    totals: z
      .array(AttentionCount)
      .max(attentionProblems.length)
      .describe('The number of all items, by problem.'),
  }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const provisioning_connection_create = defineOperation({
  tool: 'provisioning_connection_create',
  route: 'POST /projects/:projectId/provisioning-connections',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Create a provisioning connection',
  description:
    'Connects a directory to an identity provider, which stops creating accounts itself; no credential is issued yet.',
  input: z.strictObject({
    ...inProject,
    displayName: NewName,
    providerId: z.string().min(1).max(32),
    ...optional,
  }),
  answer: Connection,
  status: 201,
  labels: 'connection',
  access: project('edit'),
  audit: { action: 'provisioning.connection.create', target: 'ProvisioningConnection' },
  errors: ['invalid_value', 'plan_limit', 'provider_already_bound'],
  example: {
    projectId: exampleIds.project,
    displayName: 'Acme directory',
    providerId: exampleIds.provider,
    threshold: { count: 50, windowSeconds: 3600 },
  },
})

export const provisioning_connection_update = defineOperation({
  tool: 'provisioning_connection_update',
  route: 'PATCH /projects/:projectId/provisioning-connections/:connectionId',
  kind: 'write',
  effects: {
    byField: {
      displayName: ['none'],
      enabled: { on: ['lets-in'], off: ['locks-out'] },
      correlation: ['lets-in'],
      emailTrust: ['lets-in'],
      threshold: ['lets-in'],
      directory: ['lets-in'],
    },
  },
  title: 'Change a provisioning connection',
  description: 'Changes a connection; disabled, it refuses every SCIM request and leaves users as they are.',
  input: z.strictObject({
    ...one,
    displayName: NewName.optional(),
    enabled: z.boolean().optional(),
    ...optional,
  }),
  answer: Connection,
  labels: 'connection',
  access: project('edit'),
  audit: { action: 'provisioning.connection.update', target: 'ProvisioningConnection' },
  errors: ['threshold_held'],
  example: { ...example, enabled: false },
})

export const provisioning_connection_release = defineOperation({
  tool: 'provisioning_connection_release',
  route: 'POST /projects/:projectId/provisioning-connections/:connectionId/release',
  kind: 'high_consequence',
  effects: ['locks-out'],
  title: 'Release a hold',
  description: 'Permits the directory to continue with its removals; its repeated requests succeed.',
  consequence: 'The held removals are made when the directory repeats them, and those users lose access.',
  input: z.strictObject(one),
  answer: Connection,
  labels: 'connection',
  access: project('edit'),
  audit: { action: 'provisioning.connection.release', target: 'ProvisioningConnection' },
  errors: ['connection_not_held'],
  example,
})

export const provisioning_connection_delete = defineOperation({
  tool: 'provisioning_connection_delete',
  route: 'DELETE /projects/:projectId/provisioning-connections/:connectionId',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Delete a provisioning connection',
  description: 'Deletes a connection that manages no users and revokes every token it obtained.',
  consequence: 'The directory can provision nothing any more, and its tokens stop working.',
  input: z.strictObject(one),
  answer: Nothing,
  access: project('edit'),
  audit: { action: 'provisioning.connection.delete', target: 'ProvisioningConnection' },
  errors: ['connection_manages_users'],
  example,
})
