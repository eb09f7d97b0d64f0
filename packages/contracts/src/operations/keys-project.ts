import * as z from 'zod'
import { project, signedIn } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { limits } from '../limits.ts'
import { defineOperation } from '../operation.ts'
import {
  KeyList,
  KeyPromotion,
  KeyRevocation,
  KeyRotation,
  Kid,
  ReadyKey,
  SigningKey,
} from '../resources/signing-key.ts'
import { SigningAlgorithm } from '../signing-algorithms.ts'
import { id } from '../values.ts'

const inProject = { projectId: id('project') }
const one = { ...inProject, kid: Kid }
const confirmed = {
  ...one,
  confirm: z.string().optional().describe('The kid again; without it the call is rejected.'),
}
const example = { projectId: exampleIds.project, kid: exampleIds.kid }

export const project_key_list = defineOperation({
  tool: 'project_key_list',
  route: 'GET /projects/:projectId/keys',
  kind: 'read',
  effects: ['none'],
  title: "List a project's signing keys",
  description:
    'Lists the signing keys of a project with an address of its own, with their state and no key material.',
  input: z.strictObject(inProject),
  answer: KeyList,
  access: project('read'),
  errors: ['instance_keys'],
  example: { projectId: exampleIds.project },
})

export const project_key_ready_list = defineOperation({
  tool: 'project_key_ready_list',
  isBeyondSpecification: true,
  route: 'GET /ready-keys',
  kind: 'console_only',
  effects: ['none'],
  title: 'List signing keys that may be promoted',
  description: `Lists the keys of your projects that are published long enough to sign, the longest first, up to ${limits.readyKeys}.`,
  input: z.strictObject({}),
  answer: z.strictObject({ keys: z.array(ReadyKey) }),
  access: signedIn,
  audit: null,
  errors: [],
  example: {},
})

export const project_key_generate = defineOperation({
  tool: 'project_key_generate',
  route: 'POST /projects/:projectId/keys',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Generate a project key',
  description:
    'Generates and publishes a signing key; it may sign once promoted, after the publication window.',
  input: z.strictObject({ ...inProject, alg: SigningAlgorithm }),
  answer: SigningKey,
  status: 201,
  access: project('edit'),
  audit: { action: 'project.key.generate', target: 'Project' },
  errors: ['instance_keys', 'key_limit'],
  example: { projectId: exampleIds.project, alg: 'ES256' },
})

export const project_key_promote = defineOperation({
  tool: 'project_key_promote',
  route: 'POST /projects/:projectId/keys/:kid/promote',
  kind: 'write',
  effects: ['lets-in'],
  title: 'Promote a project key',
  description: 'Makes a published key the signing key of its algorithm; the previous one still verifies.',
  input: z.strictObject(one),
  answer: KeyPromotion,
  access: project('edit'),
  audit: { action: 'project.key.promote', target: 'Project' },
  errors: ['instance_keys', 'key_not_promotable'],
  example,
})

export const project_key_demote = defineOperation({
  tool: 'project_key_demote',
  isBeyondSpecification: true,
  route: 'POST /projects/:projectId/keys/:kid/demote',
  kind: 'console_only',
  effects: ['lets-in', 'locks-out'],
  title: 'Stop signing with a project key',
  description:
    'Ends signing with an algorithm that no default, application or API names. The key remains published: it verifies, and can be promoted again or retired.',
  input: z.strictObject(one),
  answer: SigningKey,
  access: project('edit'),
  audit: { action: 'project.key.demote', target: 'Project' },
  errors: ['instance_keys', 'key_not_signing', 'key_needed'],
  example,
})

export const project_key_rotate = defineOperation({
  tool: 'project_key_rotate',
  route: 'POST /projects/:projectId/keys/rotate',
  kind: 'write',
  effects: ['lets-in', 'locks-out'],
  title: 'Rotate project keys',
  description: 'Promotes the oldest ready key of one algorithm, demotes its signer, and publishes a new one.',
  input: z.strictObject({ ...inProject, alg: SigningAlgorithm }),
  answer: KeyRotation,
  access: project('edit'),
  audit: { action: 'project.key.rotate', target: 'Project' },
  errors: ['instance_keys', 'key_limit'],
  example: { projectId: exampleIds.project, alg: 'ES256' },
})

export const project_key_retire = defineOperation({
  tool: 'project_key_retire',
  route: 'DELETE /projects/:projectId/keys/:kid',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Retire a project key',
  description:
    'Retires a key that is not signing; it stays published until every token it could have signed expired.',
  consequence: 'The key never signs again and is hidden once every token it could have signed expired.',
  input: z.strictObject(confirmed),
  fieldsIn: 'body',
  answer: SigningKey,
  access: project('edit'),
  audit: { action: 'project.key.retire', target: 'Project' },
  errors: ['confirm_mismatch', 'instance_keys', 'key_signing'],
  example: { ...example, confirm: exampleIds.kid },
})

export const project_key_revoke = defineOperation({
  tool: 'project_key_revoke',
  route: 'POST /projects/:projectId/keys/:kid/revoke',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out', 'lets-in'],
  title: 'Revoke a project key',
  description: 'Removes a key from the key set immediately; a signing key is replaced.',
  consequence: 'Every token that the key signed becomes invalid immediately, and users sign in again.',
  input: z.strictObject(confirmed),
  answer: KeyRevocation,
  access: project('edit'),
  audit: { action: 'project.key.revoke', target: 'Project' },
  errors: ['confirm_mismatch', 'instance_keys', 'key_revoked'],
  example: { ...example, confirm: exampleIds.kid },
})
