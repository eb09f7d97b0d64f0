import { brandCatalogueIds, type Provider } from '@signet/contracts'
import type { Located } from './issuer.ts'
import { providerKinds } from './kinds.ts'
import { isBrand, recognise } from './recognise.ts'

type SignInWarning = Provider['signInWarnings'][number]

interface Shown extends Located {
  readonly id: string
  readonly displayName: string
  readonly enabled: boolean
}

/**
 * Warnings by provider id, computed from the whole ordered list and never stored. A second enabled connection to a brand is a
 * duplicate, but two organisations with the same kind of provider are not. A button named after another brand is misleading.
 */
export function buttonWarnings(providers: readonly Shown[]): Map<string, SignInWarning[]> {
  const seen = new Set<string>()
  return new Map(
    providers.map((provider) => {
      const recognised = recognise(provider)
      const brand = recognised !== null && isBrand(recognised) ? recognised : null
      const duplicate = brand !== null && provider.enabled && seen.has(brand)
      if (brand !== null && provider.enabled) seen.add(brand)
      const warnings: SignInWarning[] = [
        ...(duplicate ? (['duplicate_brand'] as const) : []),
        ...(isNamedLikeBrand(provider.displayName, brand, recognised) ? (['named_like_brand'] as const) : []),
      ]
      return [provider.id, warnings]
    }),
  )
}

/** A recognised kind may use its own name, even if it contains a brand's (Microsoft Entra ID). */
const isNamedLikeBrand = (displayName: string, brand: string | null, recognised: string | null): boolean =>
  brandCatalogueIds.some((each) => {
    if (each === brand || (recognised === 'entra' && each === 'microsoft')) return false
    return textsOf(displayName).includes(providerKinds[each].displayName.toLowerCase())
  })

/** Compatibility forms and full-width letters look alike on a button. */
const textsOf = (displayName: string): string[] =>
  displayName
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
