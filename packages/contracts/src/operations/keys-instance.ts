import * as z from 'zod'
import { superAdministrator } from '../access.ts'
import { exampleIds } from '../examples.ts'
import { defineOperation } from '../operation.ts'
import {
  KeyList,
  KeyPromotion,
  KeyRevocation,
  KeyRotation,
  Kid,
  SigningKey,
} from '../resources/signing-key.ts'
import { SigningAlgorithm } from '../signing-algorithms.ts'

const confirmed = {
  kid: Kid,
  confirm: z.string().optional().describe('The kid again; without it the call is rejected.'),
}

export const jwks_list = defineOperation({
  tool: 'jwks_list',
  route: 'GET /jwks',
  kind: 'read',
  effects: ['none'],
  title: 'List instance signing keys',
  description: 'Lists the signing keys of the instance with their state and no key material.',
  input: z.strictObject({}),
  answer: KeyList,
  access: superAdministrator,
  errors: [],
  example: {},
})

export const jwks_generate = defineOperation({
  tool: 'jwks_generate',
  route: 'POST /jwks',
  kind: 'high_consequence',
  effects: ['lets-in'],
  title: 'Generate an instance key',
  description: 'Generates and publishes a signing key of the instance; it may sign once promoted.',
  consequence: 'The root key set contains the new key, and it counts towards the limit of twenty a day.',
  input: z.strictObject({ alg: SigningAlgorithm.optional() }),
  answer: SigningKey,
  status: 201,
  access: superAdministrator,
  audit: { action: 'jwks.generate', target: 'jwks' },
  errors: ['key_limit'],
  example: { alg: 'ES256' },
})

export const jwks_promote = defineOperation({
  tool: 'jwks_promote',
  route: 'POST /jwks/:kid/promote',
  kind: 'high_consequence',
  effects: ['lets-in'],
  title: 'Promote an instance key',
  description: 'Makes a published key the signing one of its algorithm for every root-served project.',
  consequence: 'Every application of a root-served project receives tokens signed with this key from now on.',
  input: z.strictObject({ kid: Kid }),
  answer: KeyPromotion,
  access: superAdministrator,
  audit: { action: 'jwks.promote', target: 'jwks' },
  errors: ['key_not_promotable'],
  example: { kid: exampleIds.kid },
})

export const jwks_demote = defineOperation({
  tool: 'jwks_demote',
  isBeyondSpecification: true,
  route: 'POST /jwks/:kid/demote',
  kind: 'console_only',
  effects: ['lets-in', 'locks-out'],
  title: 'Stop signing with an instance key',
  description:
    'Ends signing with an algorithm that no default, application or API of a root-served project names. The key remains published: it verifies, and can be promoted again or retired.',
  input: z.strictObject({ kid: Kid }),
  answer: SigningKey,
  access: superAdministrator,
  audit: { action: 'jwks.demote', target: 'jwks' },
  errors: ['key_not_signing', 'key_needed'],
  example: { kid: exampleIds.kid },
})

export const jwks_rotate = defineOperation({
  tool: 'jwks_rotate',
  route: 'POST /jwks/rotate',
  kind: 'high_consequence',
  effects: ['lets-in', 'locks-out'],
  title: 'Rotate instance keys',
  description: 'Promotes the oldest ready key of one algorithm, demotes its signer, and publishes a new one.',
  consequence:
    'Every application of a root-served project receives tokens signed with the promoted key from now on.',
  input: z.strictObject({ alg: SigningAlgorithm }),
  answer: KeyRotation,
  access: superAdministrator,
  audit: { action: 'jwks.rotate', target: 'jwks' },
  errors: ['key_limit'],
  example: { alg: 'ES256' },
})

export const jwks_retire = defineOperation({
  tool: 'jwks_retire',
  route: 'DELETE /jwks/:kid',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out'],
  title: 'Retire an instance key',
  description: 'Retires a key that does not sign; it verifies until removableAt.',
  consequence: 'The key never signs again, and tokens it signed stop verifying at removableAt.',
  input: z.strictObject(confirmed),
  fieldsIn: 'body',
  answer: SigningKey,
  access: superAdministrator,
  audit: { action: 'jwks.retire', target: 'jwks' },
  errors: ['confirm_mismatch', 'key_signing'],
  example: { kid: exampleIds.kid, confirm: exampleIds.kid },
})

export const jwks_revoke = defineOperation({
  tool: 'jwks_revoke',
  route: 'POST /jwks/:kid/revoke',
  kind: 'high_consequence',
  effects: ['destroys', 'locks-out', 'lets-in'],
  title: 'Revoke an instance key',
  description: 'Removes a key from the root key set immediately; a signing key is replaced.',
  consequence:
    'Every token that the key signed becomes invalid immediately in every root-served project, the sign-in of the console included.',
  input: z.strictObject(confirmed),
  answer: KeyRevocation,
  access: superAdministrator,
  audit: { action: 'jwks.revoke', target: 'jwks' },
  errors: ['confirm_mismatch', 'key_revoked'],
  example: { kid: exampleIds.kid, confirm: exampleIds.kid },
})
