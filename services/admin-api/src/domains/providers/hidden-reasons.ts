import type { Provider } from '@signet/contracts'

interface ProviderVisibility {
  readonly isOn: boolean
  readonly isEnabled: boolean
  readonly hasAddress: boolean
}

/** Empty when a sign-in page shows the provider. */
export const reasonsHidden = ({
  isOn,
  isEnabled,
  hasAddress,
}: ProviderVisibility): Provider['hiddenBecause'] => [
  ...(isOn ? [] : (['federation_off'] as const)),
  ...(isEnabled ? [] : (['disabled'] as const)),
  ...(hasAddress ? [] : (['no_address'] as const)),
]
