import type { Answer } from '../../api/client.ts'

export type Provider = Answer<'federation_provider_get'>

/** Why people do not see a provider on the sign-in page. */
export const hiddenTexts: Readonly<Record<Provider['hiddenBecause'][number], string>> = {
  federation_off: 'Identity providers are switched off on this instance.',
  disabled: 'It is disabled.',
  no_address: 'The project has no address that the provider could lead back to.',
}

/** What would confuse people who look at the buttons. */
export const warningTexts: Readonly<Record<Provider['signInWarnings'][number], string>> = {
  duplicate_brand: 'Another button of the project leads to the same brand: give this one a name of its own.',
  named_like_brand: 'Its name is like a brand that it does not lead to.',
}

/** Why the last sign-in came to nothing. */
export const failureTexts: Readonly<Record<NonNullable<Provider['lastFailure']>['reason'], string>> = {
  unavailable: 'The provider could not be used.',
  not_allowed: 'The account is deactivated or locked.',
  domain_not_allowed: 'The address is in none of the allowed domains.',
  not_invited: 'The person has no account, and this provider makes none.',
  address_in_use: 'Another account has the address, and nothing proves that it is the same person.',
  sign_ups_paused: 'New accounts are paused by the plan.',
}

export const kindOf = ({ recognised }: Pick<Provider, 'recognised'>): string =>
  recognised?.displayName ?? 'OpenID Connect'
