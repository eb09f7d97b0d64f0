import * as z from 'zod'
import { project } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import { Count, id } from '../values.ts'

const one = { projectId: id('project'), connectionId: id('connection') }
const example = { projectId: exampleIds.project, connectionId: exampleIds.connection }
const { directoryAccounts } = limits

const Expect = z.strictObject({
  users: Count.describe('Users that this call changes.'),
  remaining: Count.describe('Users that a further call changes.'),
  groups: Count.describe('Groups that this call changes, after the last users.'),
})

/** Changes of all accounts of a connection: previewed with counts, in calls of a limited size. */
const previewed = {
  preview: z.strictObject({ consequences: z.array(z.string()), expect: Expect }),
  answer: z.strictObject({
    users: Count.describe('Changed users.'),
    groups: Count.describe('Changed groups.'),
    remaining: Count.describe('Users left for a further call.'),
  }),
  access: project('edit'),
} as const
const confirmation = { confirm: z.boolean().optional(), expect: Expect.optional() }

export const provisioning_users_adopt = defineOperation({
  tool: 'provisioning_users_adopt',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/provisioning-connections/:connectionId/users/adopt',
  kind: 'console_only',
  effects: ['lets-in', 'raises', 'locks-out'],
  title: 'Adopt users into a directory',
  description: `Hands existing accounts to a directory, which finds them by user name afterwards: up to ${directoryAccounts.changed} in one call, after a preview with counts.`,
  input: z.strictObject({
    ...one,
    linked: z.boolean().optional().describe('Accounts linked at the provider of the connection.'),
    refused: z
      .boolean()
      .optional()
      .describe('Accounts whose name or address caused the rejection of a request of the directory.'),
    domains: z
      .array(z.string().min(1).max(253).toLowerCase())
      .max(limits.providerEmailDomains)
      .optional()
      .describe('Accounts with an address in one of these domains.'),
    ...confirmation,
  }),
  ...previewed,
  audit: { action: 'provisioning.users.adopt', target: 'ProvisioningConnection' },
  errors: ['already_exists'],
  example: { ...example, linked: true },
})

export const provisioning_users_hand_over = defineOperation({
  tool: 'provisioning_users_hand_over',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/provisioning-connections/:connectionId/users/hand-over',
  kind: 'console_only',
  effects: ['lets-in', 'raises'],
  title: 'Hand users over to another directory',
  description: `Lets another connection manage the users and groups of this one, with the same ids: up to ${directoryAccounts.changed} users in one call, after a preview with counts.`,
  input: z.strictObject({
    ...one,
    toConnectionId: z
      .string()
      .min(1)
      .max(64)
      .describe('Connection of the same project that manages them afterwards.'),
    ...confirmation,
  }),
  ...previewed,
  audit: { action: 'provisioning.users.handover', target: 'ProvisioningConnection' },
  errors: ['invalid_value'],
  example: { ...example, toConnectionId: exampleIds.connection },
})

export const provisioning_users_release = defineOperation({
  tool: 'provisioning_users_release',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/provisioning-connections/:connectionId/users/release',
  kind: 'console_only',
  effects: ['lets-in', 'raises'],
  title: 'Release users of a directory',
  description: `Lets administrators manage the users and groups of a directory again: up to ${directoryAccounts.changed} users in one call, after a preview with counts.`,
  input: z.strictObject({ ...one, ...confirmation }),
  ...previewed,
  audit: { action: 'provisioning.users.release', target: 'ProvisioningConnection' },
  errors: [],
  example,
})

export const provisioning_users_purge = defineOperation({
  tool: 'provisioning_users_purge',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/provisioning-connections/:connectionId/users/purge',
  kind: 'console_only',
  effects: ['destroys', 'locks-out', 'raises'],
  title: 'Delete users of a directory',
  description: `Deletes the users and groups of a directory: up to ${directoryAccounts.deleted} users in one call, after a preview with counts.`,
  input: z.strictObject({ ...one, ...confirmation }),
  ...previewed,
  audit: { action: 'provisioning.users.purge', target: 'ProvisioningConnection' },
  errors: ['own_account'],
  example,
})
