import * as z from 'zod'
import { FreeObject, id } from '../values.ts'

/** The console adds its state, nonce and challenge (RFC 7636). */
export const SignInTest = z.strictObject({
  clientId: id('client'),
  authorizationEndpoint: z.string(),
  redirectUri: z.string(),
  scope: z.string(),
})

/** Never the token itself. */
const Decoded = z.strictObject({ header: FreeObject, claims: FreeObject })

export const SignInTestResult = z.strictObject({
  status: z.enum(['succeeded', 'failed']),
  idToken: Decoded.optional(),
  accessToken: z
    .strictObject({
      scope: z.string(),
      expiresIn: z.int().describe('Seconds.'),
      decoded: Decoded.optional().describe('Absent for an opaque token.'),
    })
    .optional(),
  userInfo: FreeObject.optional(),
  problem: z.string().optional().describe('Error of the server.'),
})
