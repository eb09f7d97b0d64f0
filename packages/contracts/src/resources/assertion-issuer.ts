import * as z from 'zod'
import { limits } from '../limits.ts'
import { FreeObject } from '../values.ts'

const Uri = z.string().min(1).max(limits.uriCharacters)

export const PublicKeySet = z
  .strictObject({ keys: z.array(FreeObject).max(50) })
  .describe('Public keys (RFC 7517).')

const assertionSubjects = ['account', 'email', 'userName', 'externalId', 'provider'] as const
const AssertionSubject = z
  .enum(assertionSubjects)
  .describe('Meaning of its sub; email: a verified address; provider: the subject at providerId.')
const AssertionSeconds = z.int().min(limits.assertionSeconds.min).max(limits.assertionSeconds.max)

/** An application exchanges its JWTs for tokens of their subject (RFC 7523 2.1). */
export const AssertionIssuer = z
  .strictObject({
    issuer: Uri,
    jwksUri: Uri.optional(),
    jwks: PublicKeySet.optional(),
    subject: AssertionSubject,
    providerId: z.string().min(1).max(limits.providerIdCharacters).optional(),
    maxSeconds: AssertionSeconds.optional().describe('Maximum age; default 300.'),
    identityAssertions: z
      .boolean()
      .optional()
      .describe(
        'Accepts identity assertions (ID-JAG) instead of other JWTs: for this application, with email as their claim email.',
      ),
  })
  .describe('Without jwks and jwksUri, its keys are read from its metadata.')
export type AssertionIssuer = z.input<typeof AssertionIssuer>
