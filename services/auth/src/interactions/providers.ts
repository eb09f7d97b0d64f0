import { foldButtons, isBrand, providerOfAddress, recognise } from '@signet/federation'
import type { ProviderButton } from '../pages/provider-buttons.ts'
import type { OfferedProvider, OptionsContext } from '../provider-options/context.ts'
import { addressOf, type InteractionContext } from './context.ts'

/** The providers that the sign-in page offers. */
const offeredProviders = ({ project, settings }: OptionsContext): readonly OfferedProvider[] =>
  settings['federation.enabled'] ? project.providers : []

/** The provider whose domain the address is in, unless several are. */
export const providerOfLogin = (context: OptionsContext, login: string): OfferedProvider | undefined =>
  providerOfAddress(offeredProviders(context), login)

/**
 * The one provider that a request leads to by itself: of its hint's domain, or the only way to sign in; null where the
 * person chooses.
 */
export function routeOf(context: OptionsContext, hint: unknown): string | null {
  const hinted = typeof hint === 'string' ? providerOfLogin(context, hint) : undefined
  if (hinted) return hinted.id
  const [only, another] = offeredProviders(context)
  return only && !another && !context.project.passwordLogin ? only.id : null
}

export function buttonsOf(visit: InteractionContext): {
  readonly shown: readonly ProviderButton[]
  readonly folded: readonly ProviderButton[]
} {
  const { shown, folded } = foldButtons(offeredProviders(visit.context))
  const button = (provider: OfferedProvider): ProviderButton => {
    const recognised = recognise(provider)
    return {
      name: provider.displayName,
      // A button that is only named like a brand does not look like it.
      brand: recognised !== null && isBrand(recognised) ? recognised : null,
      address: addressOf(visit, `provider/${provider.id}`),
    }
  }
  return { shown: shown.map(button), folded: folded.map(button) }
}
