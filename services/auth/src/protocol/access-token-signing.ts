import type { ResourceServer } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

type Sign = NonNullable<NonNullable<ResourceServer['jwt']>['sign']>

/** Understood by most libraries of APIs first (decision 19). */
const inOrder = ['ES256', 'EdDSA', 'RS256']

/**
 * What a JWT access token is signed with: what its API names, else what the setting says, and where the project has no
 * key of that, the first that it has.
 */
export function accessTokenSigning(
  { algorithms, settings }: Pick<OptionsContext, 'algorithms' | 'settings'>,
  ofApi: string | null,
): Sign {
  const wanted = [ofApi, settings.accessTokenSigningAlg, ...inOrder]
  const alg = wanted.find((name) => name !== null && algorithms.includes(name)) ?? algorithms[0]
  return { alg } as Sign
}
