import type { Provider, StoredSettings } from '@signet/contracts'

/**
 * Whether the sign-in pages offer identity providers: the one place to change once they do. Everything that counts a
 * provider as a way to sign in asks here, so that nobody is told to rely on a button that no page shows.
 */
const pagesOfferProviders: boolean = false

/** Whether people of this instance can sign in through the enabled providers of their project. */
export const providersAreWaysIn = (settings: Pick<StoredSettings, 'federation.enabled'>): boolean =>
  pagesOfferProviders && settings['federation.enabled']

/** Said where a refusal or a preview rests on it; null once the pages offer providers. */
export const notOffered: string | null = pagesOfferProviders
  ? null
  : 'Sign-in pages do not offer identity providers yet, so nobody can sign in through one.'

interface Shown {
  readonly isOn: boolean
  readonly isEnabled: boolean
  readonly hasAddress: boolean
}

/** Why no sign-in page shows a provider; empty when one does. */
export const reasonsHidden = ({ isOn, isEnabled, hasAddress }: Shown): Provider['hiddenBecause'] => [
  ...(pagesOfferProviders ? [] : (['not_offered'] as const)),
  ...(isOn ? [] : (['federation_off'] as const)),
  ...(isEnabled ? [] : (['disabled'] as const)),
  ...(hasAddress ? [] : (['no_address'] as const)),
]
