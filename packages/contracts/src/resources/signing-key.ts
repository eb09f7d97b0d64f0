import * as z from 'zod'
import { SigningAlgorithm } from '../signing-algorithms.ts'
import { id, Timestamp } from '../values.ts'

export const Kid = z.string().min(1).max(128).describe('RFC 7638 thumbprint.')

/** Contains no key material. Revoked keys are not listed. */
export const SigningKey = z.strictObject({
  kid: Kid,
  algorithm: SigningAlgorithm,
  state: z.enum(['published', 'signing', 'retired']),
  createdAt: Timestamp,
  promotableAt: Timestamp.nullable().describe('When it may sign; null once it has signed.'),
  signingSince: Timestamp.nullable().describe('When it last began to sign; null if it never did.'),
  signedUntil: Timestamp.nullable().describe('When it stopped signing; null if it never did or still signs.'),
  removableAt: Timestamp.nullable().describe('When a retired key stops verifying.'),
})
export type SigningKey = z.input<typeof SigningKey>

export const KeyList = z.strictObject({ keys: z.array(SigningKey) })

export const KeyPromotion = z.strictObject({
  promoted: SigningKey,
  demoted: SigningKey.optional().describe('The previous signer; it keeps verifying.'),
})

export const KeyRotation = z.strictObject({
  promoted: SigningKey.optional().describe('Absent when no key was ready to sign.'),
  demoted: SigningKey.optional(),
  generated: SigningKey,
  rotatableAt: Timestamp.optional().describe('Without a ready key: the time from which one is ready.'),
})

export const KeyRevocation = z.strictObject({
  kid: Kid,
  replacement: SigningKey.nullable().describe('The next signing key; null when the key was not signing.'),
  replacementGenerated: z.boolean().describe('The replacement was newly generated and signs immediately.'),
})

export const ReadyKey = z.strictObject({
  projectId: id('project'),
  projectName: z.string(),
  kid: Kid,
  algorithm: SigningAlgorithm,
  promotableAt: Timestamp,
})
