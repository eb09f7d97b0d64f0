import * as z from 'zod'
import { AnyJson } from '../values.ts'

/** Owners of declared claims in the order of precedence: the first one with a value states the claim. */
export const claimOwners = ['application', 'api', 'project'] as const
export type ClaimOwner = (typeof claimOwners)[number]

/** Reasons for which a declared claim is not in a token. */
export const omissionReasons = [
  'overridden',
  'scope_not_granted',
  'not_in_group',
  'rejected_by_user',
  'no_user',
  'no_sign_in',
  'no_value',
  'wrong_format',
  'too_many_groups',
  'too_large',
] as const
export type OmissionReason = (typeof omissionReasons)[number]

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
    .describe('Without times and identifiers of one issue, such as exp and jti.'),
  omitted: z
    .array(
      z.strictObject({
        claim: z.string(),
        origin: z.enum(claimOwners).describe('Owner that declares the claim.'),
        source: z.string().describe('Source of the declared claim.'),
        reason: z
          .enum(omissionReasons)
          .describe('no_sign_in: the value follows from the sign-in; rejected_by_user: by consent.'),
      }),
    )
    .describe('Declared claims that the output does not have.'),
})
export type PreviewedClaims = z.input<typeof Claims>

/** The claims that an application would receive about a user. Nothing is issued. */
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
