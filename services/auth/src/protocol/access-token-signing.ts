import type { ResourceServer } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

type Jwt = NonNullable<ResourceServer['jwt']>
type Sign = NonNullable<Jwt['sign']>

/** Libraries of some APIs reject `at+jwt` (RFC 9068 2.1), such as Spring's default decoder. */
export const plainHeader = { typ: 'JWT' } as const

/** Undefined for the header of RFC 9068. */
export const headerFor = (jwt: Jwt | undefined): typeof plainHeader | undefined =>
  (jwt as { readonly header?: typeof plainHeader } | undefined)?.header

/** Ordered by support in the libraries of APIs. */
const inOrder = ['ES256', 'EdDSA', 'RS256']

/** Prefers the algorithm of the API, then that of the setting, then the first in order for which the project has a key. */
export function accessTokenSigning(
  { algorithms, settings }: Pick<OptionsContext, 'algorithms' | 'settings'>,
  ofApi: string | null,
): Sign {
  const wanted = [ofApi, settings.accessTokenSigningAlg, ...inOrder]
  const alg = wanted.find((name) => name !== null && algorithms.includes(name)) ?? algorithms[0]
  return { alg } as Sign
}
