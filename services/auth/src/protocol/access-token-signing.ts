import type { ResourceServer } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

type Sign = NonNullable<NonNullable<ResourceServer['jwt']>['sign']>

/** Ordered by support in the libraries of APIs. */
const inOrder = ['ES256', 'EdDSA', 'RS256']

/**
 * Returns the algorithm that signs a JWT access token: that of its API, else that of the setting, else the
 * first in order for which the project has a key.
 */
export function accessTokenSigning(
  { algorithms, settings }: Pick<OptionsContext, 'algorithms' | 'settings'>,
  ofApi: string | null,
): Sign {
  const wanted = [ofApi, settings.accessTokenSigningAlg, ...inOrder]
  const alg = wanted.find((name) => name !== null && algorithms.includes(name)) ?? algorithms[0]
  return { alg } as Sign
}
