import { errors } from 'jose'

/** What of a key set says for whom a key signs. */
interface PublishedKey {
  readonly kid?: unknown
  /** Microsoft says so: one address publishes the keys of every tenant, and of personal accounts. */
  readonly issuer?: unknown
}

/**
 * Refuses a token that is signed with the key of another issuer than it names: where one set is of many tenants, a key of
 * one of them must not vouch for another. `{tenantid}` stands for the tenant the token names.
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
