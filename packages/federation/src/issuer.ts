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
