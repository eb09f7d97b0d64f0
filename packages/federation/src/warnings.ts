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
 * What would confuse people who look at the buttons of a project, by provider id; computed from the whole list in its
 * order and never stored. A second enabled connection to the same brand is a duplicate; two organisations that use the
 * same kind of provider are not. A button named after a brand that it does not lead to misleads.
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

/** A recognised kind may bear its own name, although a brand's is part of it (Microsoft Entra ID). */
const isNamedLikeBrand = (displayName: string, brand: string | null, recognised: string | null): boolean =>
  brandCatalogueIds.some((each) => {
    if (each === brand || (recognised === 'entra' && each === 'microsoft')) return false
    return textsOf(displayName).includes(providerKinds[each].displayName.toLowerCase())
  })

/** Compatibility forms and full-width letters look the same on a button. */
const textsOf = (displayName: string): string[] =>
  displayName
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
