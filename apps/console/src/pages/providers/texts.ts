import type { Answer } from '../../api/client.ts'

export type Provider = Answer<'federation_provider_get'>

export const kindOf = ({ recognised }: Pick<Provider, 'recognised'>): string =>
  recognised?.displayName ?? 'OpenID Connect'
