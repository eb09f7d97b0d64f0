import { foldButtons, isBrand, providerOfAddress, recognise } from '@signet/federation'
import type { OfferedProvider, OptionsContext } from '../core/issuer-context.ts'
import type { ProviderButton } from '../pages/shared/provider-buttons.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { addressOf, type InteractionContext } from './context.ts'

const offeredProviders = ({ project, settings }: OptionsContext): readonly OfferedProvider[] =>
  settings['federation.enabled'] ? project.providers : []

/** Returns the provider of the domain, unless several have it. */
export const providerOfLogin = (context: OptionsContext, login: string): OfferedProvider | undefined =>
  providerOfAddress(offeredProviders(context), login)

/** The provider has the domain in the hint, or is the only sign-in method; null when the user chooses. */
export function routeOf(context: OptionsContext, hint: unknown): string | null {
  const hinted = typeof hint === 'string' ? providerOfLogin(context, hint) : undefined
  if (hinted) return hinted.id
  const [only, another] = offeredProviders(context)
  return only && !another && !context.project.passwordLogin && !relyingParty(context) ? only.id : null
}

export function buttonsOf(visit: InteractionContext): {
  readonly shown: readonly ProviderButton[]
  readonly folded: readonly ProviderButton[]
} {
  const { shown, folded } = foldButtons(offeredProviders(visit.context))
  const button = (provider: OfferedProvider): ProviderButton => {
    const recognised = recognise(provider)
    return {
      id: provider.id,
      name: provider.displayName,
      // A provider whose name only resembles a brand gets no logo.
      brand: recognised !== null && isBrand(recognised) ? recognised : null,
      address: addressOf(visit, `provider/${provider.id}`),
    }
  }
  return { shown: shown.map(button), folded: folded.map(button) }
}
