import { brandCatalogueIds, type CatalogueId, catalogueIds } from '@signet/contracts'
import { issuerOfProvider, type Located, withoutSlash } from './issuer.ts'
import { isCatalogueId, providerKinds } from './kinds.ts'

export const isBrand = (catalogueId: CatalogueId): boolean =>
  brandCatalogueIds.some((brand) => brand === catalogueId)

/**
 * The catalogue's entry that a provider is, whether it was made from it or has the same issuer; null for a provider of
 * no recognised kind.
 */
export function recognise(provider: Located): CatalogueId | null {
  if (provider.catalogueId !== null && isCatalogueId(provider.catalogueId)) return provider.catalogueId
  const issuer = issuerOfProvider(provider)
  if (issuer === null) return null
  return catalogueIds.find((each) => providerKinds[each].issuer === withoutSlash(issuer)) ?? byHost(issuer)
}

/** Organisation-tenant kinds share a host. */
function byHost(issuer: string): CatalogueId | null {
  const host = URL.parse(issuer)?.hostname ?? ''
  if (host === 'login.microsoftonline.com') return 'entra'
  return host.endsWith('.okta.com') ? 'okta' : null
}
