import * as z from 'zod'
import { claimOwners, omissionReasons } from '../claim-sources.ts'
import { AnyJson } from '../values.ts'

const Claims = z.strictObject({
  claims: z
    .array(
      z.strictObject({
        claim: z.string(),
        value: AnyJson,
        origin: z
          .enum(['protocol', 'account', ...claimOwners])
          .describe(
            'account: released by a scope; otherwise the protocol, or the owner that declares the claim.',
          ),
        source: z.string().describe('The scope that releases the claim, or the source of a declared claim.'),
      }),
    )
    .describe(
      'Without claims that differ in each token, such as exp and jti. acr and amr are those of the latest session of the user.',
    ),
  omitted: z
    .array(
      z.strictObject({
        claim: z.string(),
        origin: z.enum(claimOwners).describe('Owner that declares the claim.'),
        source: z.string().describe('Source of the declared claim.'),
        reason: z
          .enum(omissionReasons)
          .describe(
            'no_sign_in: the value follows from a sign-in, and the user has no session; rejected_by_user: by consent.',
          ),
      }),
    )
    .describe('Declared claims that the output does not have.'),
})
export type PreviewedClaims = z.input<typeof Claims>

export const TokenPreview = z.strictObject({
  scope: z.string().describe('The requested scopes that the application could get.'),
  issuable: z
    .boolean()
    .describe(
      'false: the account may not sign in, or the application has no grant of users, so that no token is issued.',
    ),
  idToken: Claims.nullable().describe('null: the scope openid is missing.'),
  userInfo: Claims.nullable().describe('null: UserInfo does not accept the access token.'),
  accessToken: Claims.describe('Claims of a JWT, or of the introspection of an opaque token.'),
})
export type TokenPreview = z.input<typeof TokenPreview>
