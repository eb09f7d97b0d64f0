import * as z from 'zod'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { SigningAlgorithm } from '../signing-algorithms.ts'
import { Name, Timestamp } from '../values.ts'
import { ApiClaims } from './declared-claim.ts'

export const ResourceIdentifier = z.string().min(1).max(limits.uriCharacters)
export const TokenFormat = z.enum(['jwt', 'opaque'])
export const TokenProfile = z
  .enum(['rfc9068', 'plain'])
  .describe('plain: its JWTs have the typ JWT instead of at+jwt.')
export const UserInfoAccess = z.boolean().describe('Whether UserInfo accepts its access tokens.')
export const McpServer = z.boolean().describe('Its clients may register themselves.')
export const ScopeName = z.string().min(1).max(200)
const { min, max } = limits.accessTokenSeconds
export const AccessTokenSeconds = z.int().min(min).max(max).describe('Seconds; default for a jwt: 900.')

export const AccessTokenSigningAlg = SigningAlgorithm.describe(
  'Signing algorithm of its JWTs; default: the setting.',
)

const description = z
  .string()
  .min(1)
  .max(limits.scopeDescriptionCharacters)
  .describe("Completes 'The app will be able to'.")
export const ScopeKind = z.enum(['see', 'act'])
/** A scope without a description is shown by its technical name. */
export const ScopeDescriptions = z.record(
  ScopeName,
  z.strictObject({ description, kind: ScopeKind.default('act') }),
)

/** Signet never connects to it, so that it need not be reachable. */
export const ProtectedResource = z.strictObject({
  identifier: ResourceIdentifier.describe('The audience of issued tokens.'),
  name: Name,
  scopes: z.array(ScopeName),
  scopeDescriptions: z.record(ScopeName, z.strictObject({ description, kind: ScopeKind })),
  tokenFormat: TokenFormat.describe(
    'jwt: verified against published keys, or by introspection; opaque: verified by introspection.',
  ),
  accessTokenTTL: AccessTokenSeconds,
  accessTokenSigningAlg: AccessTokenSigningAlg.nullable(),
  tokenProfile: TokenProfile,
  userInfoAccess: UserInfoAccess,
  mcpServer: McpServer,
  declaredClaims: ApiClaims,
  trailingSlashSignificant: z.boolean(),
  namespace: z.enum(['project', 'root']).describe('root: shared with the other projects served at the root.'),
  createdAt: Timestamp,
  ...labelAnswer,
})
export type ProtectedResource = z.input<typeof ProtectedResource>

/** The API's published trust in this issuer; a diagnostic that blocks nothing. */
export const VouchingCheck = z.strictObject({
  status: z.enum(['vouched', 'not_vouched', 'unreachable']),
  step: z
    .enum(['challenge', 'path_well_known', 'root_well_known'])
    .nullable()
    .describe(
      'Source of the metadata: the 401 challenge, the path-inserted or the root well-known location.',
    ),
  reason: z.string(),
  expectedIssuer: z.string().nullable(),
})
