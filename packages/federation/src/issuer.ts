import { kindOf } from './kinds.ts'

/** A provider as far as its place at its vendor goes. */
export interface Located {
  readonly catalogueId: string | null
  readonly issuer: string | null
  readonly tenant: string | null
}

/** The issuer a provider is discovered at, with its tenant in place; null while it is not known. */
export function issuerOfProvider({ catalogueId, issuer, tenant }: Located): string | null {
  const known = issuer ?? kindOf(catalogueId).issuer
  if (!known?.includes('{tenant}')) return known
  return tenant === null ? null : known.replace('{tenant}', encodeURIComponent(tenant))
}

/**
 * Whether an issuer that a token names is the provider's. The discovery document of an issuer is the same with a slash at its
 * end (OpenID Connect Discovery 1.0, section 4), so it may have been typed without the one that Auth0's have.
 */
export const isIssuerOf = (provider: Located, named: string): boolean => {
  const issuer = issuerOfProvider(provider)
  return issuer !== null && withoutSlash(issuer) === withoutSlash(named)
}

export const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '')
