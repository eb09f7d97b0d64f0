import * as z from 'zod'
import { limits } from '../limits.ts'

/** The application's answer to a logout token for a session that does not exist. */
export const LogoutTest = z.strictObject({
  outcome: z
    .enum(['accepted', 'rejected', 'undelivered'])
    .describe('accepted: 200 or 204; undelivered: blocked, unreachable, too slow or redirected.'),
  status: z.int().min(100).max(999).nullable().describe('HTTP status; null without a response.'),
  milliseconds: z.int().min(0),
  answer: z
    .string()
    .max(limits.logoutTests.answerCharacters)
    .describe('The first characters of the body, without control characters.'),
})
