import * as z from 'zod'
import { serviceAccount, signedIn, team } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import { pageAnswer, pageFields } from '../paging.ts'
import { ServiceAccount, ServiceAccountKey, serviceAccountFields } from '../resources/service-account.ts'
import { id, Nothing } from '../values.ts'

const ofTeam = { teamId: id('team') }
const one = { ...ofTeam, serviceAccountId: id('serviceAccount') }
const example = { teamId: exampleIds.team, serviceAccountId: exampleIds.serviceAccount }
const { keys, workloads, role, scopes, expiresAt, name } = serviceAccountFields

export const service_account_list = defineOperation({
  tool: 'service_account_list',
  isBeyondSpecification: true,
  route: 'GET /service-accounts',
  kind: 'console_only',
  effects: ['none'],
  title: 'List service accounts',
  description: 'Lists the service accounts of your teams, or all of them for a super administrator.',
  input: z.strictObject({
    teamId: id('team').optional().describe('Owning team.'),
    ...pageFields('a name', ['createdAt', 'name']),
  }),
  answer: z.strictObject({ serviceAccounts: z.array(ServiceAccount), ...pageAnswer }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const service_account_get = defineOperation({
  tool: 'service_account_get',
  isBeyondSpecification: true,
  route: 'GET /teams/:teamId/service-accounts/:serviceAccountId',
  kind: 'console_only',
  effects: ['none'],
  title: 'Read a service account',
  description: 'Reads one service account of a team with its credentials, its rights and its last use.',
  input: z.strictObject(one),
  answer: ServiceAccount,
  labels: 'service_account',
  access: team('viewer'),
  audit: null,
  errors: [],
  example,
})

export const service_account_create = defineOperation({
  tool: 'service_account_create',
  isBeyondSpecification: true,
  route: 'POST /teams/:teamId/service-accounts',
  kind: 'console_only',
  effects: ['lets-in', 'raises'],
  title: 'Create a service account',
  description:
    'Creates an account of a team for a script or a CI job, which signs in with its own keys or with tokens of its platform.',
  input: z.strictObject({
    ...ofTeam,
    name,
    role,
    scopes: scopes.optional(),
    keys: keys.optional(),
    workloads: workloads.optional(),
    expiresAt: expiresAt.optional(),
  }),
  answer: ServiceAccount,
  status: 201,
  labels: 'service_account',
  access: team('owner'),
  audit: { action: 'service_account.create', target: 'ServiceAccount' },
  errors: ['invalid_value', 'service_account_limit'],
  example: {
    teamId: exampleIds.team,
    name: 'Infrastructure',
    role: 'member',
    workloads: [
      {
        kind: 'github',
        issuer: 'https://token.actions.githubusercontent.com',
        subject: 'repo:acme/infra:ref:refs/heads/*',
      },
    ],
  },
})

export const service_account_update = defineOperation({
  tool: 'service_account_update',
  isBeyondSpecification: true,
  route: 'PATCH /teams/:teamId/service-accounts/:serviceAccountId',
  kind: 'console_only',
  effects: ['lets-in', 'raises'],
  title: 'Change a service account',
  description: 'Changes the name, rights, keys or workloads of a service account.',
  input: z.strictObject({
    ...one,
    name: name.optional(),
    role: role.optional(),
    scopes: scopes.optional(),
    keys: keys.optional().describe('Replaces all keys.'),
    workloads: workloads.optional().describe('Replaces all workloads.'),
    expiresAt: expiresAt.optional(),
  }),
  answer: ServiceAccount,
  labels: 'service_account',
  access: team('owner'),
  audit: { action: 'service_account.update', target: 'ServiceAccount' },
  errors: ['invalid_value'],
  example: { ...example, role: 'viewer' },
})

export const service_account_delete = defineOperation({
  tool: 'service_account_delete',
  isBeyondSpecification: true,
  route: 'DELETE /teams/:teamId/service-accounts/:serviceAccountId',
  kind: 'console_only',
  effects: ['locks-out', 'raises'],
  title: 'Delete a service account',
  description: 'Deletes a service account, whose tokens are rejected from the next request on.',
  input: z.strictObject(one),
  answer: Nothing,
  access: team('owner'),
  audit: { action: 'service_account.delete', target: 'ServiceAccount' },
  errors: [],
  example,
})

export const service_account_key_rotate = defineOperation({
  tool: 'service_account_key_rotate',
  isBeyondSpecification: true,
  forPrograms: true,
  route: 'POST /service-accounts/self/keys',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Rotate the own key',
  description:
    'Stores a new public key of the calling service account next to its latest one, and removes an older one.',
  input: z.strictObject({ key: ServiceAccountKey }),
  answer: ServiceAccount,
  labels: 'service_account',
  access: serviceAccount,
  audit: { action: 'service_account.key.rotate', target: 'ServiceAccount' },
  errors: ['invalid_value'],
  example: {
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      alg: 'EdDSA',
      use: 'sig',
    },
  },
})
