import * as z from 'zod'
import { clientErrorCauses } from '../client-error-causes.ts'
import { Count, Timestamp } from '../values.ts'

/** One entry for each endpoint, reason and value. */
export const ClientError = z.strictObject({
  endpoint: z.string().describe('Endpoint that returned the error, such as token or authorization.'),
  error: z.string().describe('Error code of the response.'),
  cause: z.enum(clientErrorCauses).describe('Exact cause of the error code.'),
  reason: z.string().describe('Reason in the words of the server; the response does not contain it.'),
  advice: z.string().nullable().describe('Required change; null when the reason suffices.'),
  value: z
    .string()
    .nullable()
    .describe(
      'The rejected redirect address, scope, resource or parameter, without its query; null without one.',
    ),
  count: Count.describe('Number of these errors.'),
  firstAt: Timestamp.describe('Time of the first of these errors.'),
  lastAt: Timestamp.describe('Time of the latest of these errors.'),
})
export type ClientError = z.input<typeof ClientError>
