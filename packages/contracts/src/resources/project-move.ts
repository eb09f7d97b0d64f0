import * as z from 'zod'
import { limits } from '../limits.ts'
import { FreeObject, id, Timestamp } from '../values.ts'
import { ImportResult } from './imported-user.ts'

/** Published by the issuer's address at the other instance. */
export const MovedKeys = z
  .strictObject({ keys: z.array(FreeObject).min(1).max(20) })
  .describe('Public signing keys (RFC 7517) of the issuer.')

/** Stored by both instances. */
export const ProjectMove = z.strictObject({
  own: z
    .strictObject({
      issuer: z
        .string()
        .nullable()
        .describe('Issuer of the project at this instance; null without an address.'),
      keys: z.array(FreeObject).describe('Its public keys, for the other instance.'),
      sharesKeys: z
        .boolean()
        .describe('Whether it is served at the root address, whose key set has no keys of another issuer.'),
    })
    .describe('Values for the move of the project at the other instance.'),
  issuer: z
    .string()
    .nullable()
    .describe('Issuer of the project at the other instance; null: the project does not move.'),
  kids: z.array(z.string()).describe('Ids of the keys of the other issuer that the key set publishes.'),
  keysUntil: Timestamp.nullable().describe('When the keys of the other issuer are removed from the key set.'),
  recipient: z
    .string()
    .nullable()
    .describe('Recipient of age for an archive that only this project can open.'),
  finishedAt: Timestamp.nullable().describe(
    'Since then discovery names the other issuer, and the address serves only its keys.',
  ),
})

export const MoveIssuer = z
  .url({ protocol: /^https?$/, message: 'must be an address with https' })
  .max(limits.uriCharacters)
  .describe('Issuer of the project at the other instance.')

export const MovedApplication = z.strictObject({
  clientId: id('client'),
  result: z.enum(['created', 'skipped']).describe('skipped: it exists in the project.'),
})

export const MoveResult = z.strictObject({
  part: z.int().min(1).describe('Number of the part in its archive.'),
  last: z.boolean().describe('Whether it is the last part. An archive without one is incomplete.'),
  applications: z.array(MovedApplication),
  users: z.array(ImportResult),
})
