import type { AsymmetricSigningAlgorithm, Configuration } from 'oidc-provider'
import type { OptionsContext } from './context.ts'

/** Keys of the project's set, and exactly the algorithms that have a signing key; never `none` (T11). */
export function signing({ keys, algorithms }: OptionsContext): Configuration {
  const offered = algorithms as AsymmetricSigningAlgorithm[]
  return {
    jwks: { keys: [...keys] },
    enabledJWA: {
      idTokenSigningAlgValues: offered,
      userinfoSigningAlgValues: offered,
      introspectionSigningAlgValues: offered,
      authorizationSigningAlgValues: offered,
    },
    clientDefaults: { id_token_signed_response_alg: defaultIdTokenAlgorithm(offered) },
  }
}

/** OpenID Connect Core 15.1 makes RS256 the default every relying party understands. */
export const defaultIdTokenAlgorithm = <Name extends string>(offered: readonly Name[]): Name | undefined =>
  offered.find((name) => name === 'RS256') ?? offered[0]
