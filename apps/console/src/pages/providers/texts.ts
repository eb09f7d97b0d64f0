import type { Answer } from '../../api/client.ts'

export type Provider = Answer<'federation_provider_get'>

export const kindOf = ({ recognised, protocol }: Pick<Provider, 'recognised' | 'protocol'>): string =>
  recognised?.displayName ?? (protocol === 'saml' ? 'SAML 2.0' : 'OpenID Connect')
