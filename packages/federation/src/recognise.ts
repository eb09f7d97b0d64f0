import { brandCatalogueIds, type CatalogueId, catalogueIds } from '@signet/contracts'
import { hasManyTenants, isSameIssuer, issuerOfProvider, type Located, parseIssuer } from './issuer.ts'
import { isCatalogueId, providerKinds } from './kinds.ts'

export const isBrand = (catalogueId: CatalogueId): boolean =>
  brandCatalogueIds.some((brand) => brand === catalogueId)

/**
 * Returns the catalogue's entry that a provider is, by the entry it was made from or by its issuer; null for a provider of
 * no recognised kind. An issuer of many tenants is recognised as the shared issuer of Microsoft: an administrator's trust in one
 * organization cannot extend to it.
 */
export function recognise(provider: Located): CatalogueId | null {
  if (hasManyTenants(provider)) return 'microsoft'
  if (provider.catalogueId !== null && isCatalogueId(provider.catalogueId)) return provider.catalogueId
  const issuer = issuerOfProvider(provider)
  if (issuer === null) return null
  return catalogueIds.find((each) => isSameIssuer(providerKinds[each].issuer, issuer)) ?? byHost(issuer)
}

/** Organisation-tenant kinds share a host. */
function byHost(issuer: string): CatalogueId | null {
  if (parseIssuer(issuer)?.isMicrosoft) return 'entra'
  const host = URL.parse(issuer)?.hostname ?? ''
  return host.endsWith('.okta.com') ? 'okta' : null
}
