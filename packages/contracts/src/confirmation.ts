import * as z from 'zod'
import { effects } from './effects.ts'
import { AnyJson, Timestamp } from './values.ts'

/** Tool argument with which an agent repeats the call. */
export const confirmationField = 'confirmation'

/** Used over HTTP, where the confirmation is never a field of the operation. */
export const confirmationHeader = 'signet-confirmation'

/** Members of a preview are added. Nothing has changed. */
export const ConfirmationRequest = z.looseObject({
  confirmation: z.string().describe('Single-use; repeat the call with the same arguments and this value.'),
  expiresAt: Timestamp,
  consequence: z.string().describe('Consequence of the call.'),
  effects: z.array(z.enum(effects)).optional().describe('Effects on sign-in, rights and secrets.'),
  approval: z
    .object({
      status: z.enum(['pending', 'approved', 'refused']).describe('State of the approval.'),
      url: z.url().describe('Console page of the decision.'),
      note: z.string().optional().describe('Note of the refusal.'),
    })
    .optional()
    .describe('A person decides: then repeat the call with the confirmation.'),
  target: AnyJson.optional().describe('Present state of the target.'),
})
export type ConfirmationRequest = z.input<typeof ConfirmationRequest>

export function takeConfirmation(args: Readonly<Record<string, unknown>>): {
  readonly confirmation: string | undefined
  readonly input: Record<string, unknown>
} {
  const { [confirmationField]: confirmation, ...input } = args
  return { confirmation: typeof confirmation === 'string' ? confirmation : undefined, input }
}
