import * as z from 'zod'
import { secret } from '../secret.ts'
import { FreeObject, id, Timestamp } from '../values.ts'

/** How long a secret that an agent made waits for its administrator. Seconds. */
export const secretRevealSeconds = 900

/** What an agent is answered in place of a secret. */
export const secretRevealField = 'secretReveal'

/** A secret that a call of an agent made; the administrator it acts for reads it once. */
export const SecretReveal = z.strictObject({
  id: id('secretReveal'),
  clientId: z.string(),
  clientName: z.string().describe('Name of the permitted agent; its client id once it was withdrawn.'),
  tool: z.string(),
  title: z.string(),
  input: FreeObject.describe('The arguments of the call, without secrets.'),
  fields: z.array(z.string()).describe('Names of the secrets.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type SecretReveal = z.input<typeof SecretReveal>

export const RevealedSecrets = z.strictObject({
  revealed: secret(z.record(z.string(), z.string())).describe(
    'Each secret by its name; they cannot be read again.',
  ),
})
