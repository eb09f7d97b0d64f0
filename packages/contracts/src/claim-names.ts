import { untaggedClaim } from './claim-formats.ts'

/**
 * Claims of the protocol (RFC 7519 section 4.1, OpenID Connect Core section 2, RFC 9068, RFC 8693), which only the server
 * states.
 */
const protocolClaims: ReadonlySet<string> = new Set([
  'sub',
  'email_verified',
  'iss',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'nonce',
  'auth_time',
  'acr',
  'amr',
  'azp',
  'at_hash',
  'c_hash',
  's_hash',
  'sid',
  'events',
  'cnf',
  'scope',
  'client_id',
  'gid',
  'act',
  'may_act',
  'authorization_details',
])

/** Stored in columns or rows of their own. */
const accountClaims: ReadonlySet<string> = new Set(['email', 'groups'])

/**
 * Members of an introspection (RFC 7662), of exchanged tokens and of aggregated claims (OpenID Connect Core 5.6.2), and flags
 * of verification.
 */
const answerMembers: ReadonlySet<string> = new Set([
  'active',
  'token_type',
  '_claim_names',
  '_claim_sources',
  'via',
  'phone_number_verified',
])

/** Rejects inherited names (`constructor`, `__proto__`), which a lookup would find in every object. */
export const isClaimName = (name: string): boolean => !(name in {})

export const isProtocolClaim = (name: string): boolean => protocolClaims.has(untaggedClaim(name))

export const isReservedOfAccounts = (name: string): boolean =>
  protocolClaims.has(name) || accountClaims.has(name)

export const isDeclarableClaim = (name: string): boolean =>
  isClaimName(name) && !isProtocolClaim(name) && !answerMembers.has(untaggedClaim(name))
