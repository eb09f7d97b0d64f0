import { errors } from 'jose'

interface PublishedKey {
  readonly kid?: unknown
  /** Microsoft publishes the keys of all tenants and of personal accounts in one set. */
  readonly issuer?: unknown
}

/**
 * Rejects a token whose key belongs to another issuer: in a shared key set, one tenant's key must not sign for another tenant.
 * `{tenantid}` is replaced by the token's tenant.
 */
export function requireKeyOfIssuer(keys: readonly PublishedKey[]) {
  const issuers = new Map(
    keys.flatMap(({ kid, issuer }): [unknown, string][] =>
      typeof issuer === 'string' ? [[kid, issuer]] : [],
    ),
  )
  return ({ kid }: { readonly kid?: unknown }, payload: string): void => {
    const issuer = issuers.get(kid)
    if (issuer === undefined) return
    const claims = claimsOf(payload)
    if (claims.iss === issuer.replaceAll('{tenantid}', String(claims.tid))) return
    throw new errors.JWTClaimValidationFailed(
      'the key signs for another issuer',
      claims,
      'iss',
      'check_failed',
    )
  }
}

function claimsOf(payload: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  } catch {
    return {}
  }
}
