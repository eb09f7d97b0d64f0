import { brandCatalogueIds, type CatalogueId, catalogueIds } from '@signet/contracts'
import { hasManyTenants, isSameIssuer, issuerOfProvider, type Located, parseIssuer } from './issuer.ts'
import { isCatalogueId, providerKinds } from './kinds.ts'

export const isBrand = (catalogueId: CatalogueId): boolean =>
  brandCatalogueIds.some((brand) => brand === catalogueId)

/**
 * Reads the stored entry or the issuer; null for another provider. An issuer with many tenants is recognised as the shared issuer of
 * Microsoft, because an administrator's trust in one organization cannot extend to all of them. A provider with SAML is never
 * recognised, because the administrator enters its entity ID and its keys.
 */
export function recognise(provider: Located): CatalogueId | null {
  if (provider.protocol === 'saml') return null
  if (hasManyTenants(provider)) return 'microsoft'
  if (provider.catalogueId !== null && isCatalogueId(provider.catalogueId)) return provider.catalogueId
  const issuer = issuerOfProvider(provider)
  if (issuer === null) return null
  return catalogueIds.find((each) => isSameIssuer(providerKinds[each].issuer, issuer)) ?? byHost(issuer)
}

/** Kinds with a tenant per organisation. */
function byHost(issuer: string): CatalogueId | null {
  if (parseIssuer(issuer)?.isMicrosoft) return 'entra'
  const host = URL.parse(issuer)?.hostname ?? ''
  return host.endsWith('.okta.com') ? 'okta' : null
}
