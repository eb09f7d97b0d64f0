import type { Provider, StoredSettings } from '@signet/contracts'

/**
 * Whether people of this instance can sign in through the enabled providers of their project. Everything that counts a
 * provider as a way to sign in asks here.
 */
export const providersAreWaysIn = (settings: Pick<StoredSettings, 'federation.enabled'>): boolean =>
  settings['federation.enabled']

interface Offered {
  readonly isOn: boolean
  readonly isEnabled: boolean
  readonly hasAddress: boolean
}

/** Why no sign-in page shows a provider; empty when one does. */
export const reasonsHidden = ({ isOn, isEnabled, hasAddress }: Offered): Provider['hiddenBecause'] => [
  ...(isOn ? [] : (['federation_off'] as const)),
  ...(isEnabled ? [] : (['disabled'] as const)),
  ...(hasAddress ? [] : (['no_address'] as const)),
]
