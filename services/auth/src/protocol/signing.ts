import { acceptedAlgorithms, allowedAlgorithms, offeredAlgorithms } from '@signet/clients'
import { proofAlgorithms } from '@signet/contracts'
import type { AsymmetricSigningAlgorithm, Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * Keys of the project's set, and exactly the algorithms that have a signing key; never `none` (T11). What applications
 * sign with is every algorithm they may register.
 */
export function signing({ keys, algorithms, settings }: OptionsContext): Configuration {
  // A project whose keys are all of weaker kinds goes on with those.
  const offered = offeredAlgorithms(settings, algorithms as AsymmetricSigningAlgorithm[])
  const ours = defaultIdTokenAlgorithm(offered)
  const theirs = acceptedAlgorithms(settings)
  return {
    jwks: { keys: [...keys] },
    enabledJWA: {
      idTokenSigningAlgValues: offered,
      userinfoSigningAlgValues: offered,
      introspectionSigningAlgValues: offered,
      authorizationSigningAlgValues: offered,
      clientAuthSigningAlgValues: theirs,
      requestObjectSigningAlgValues: theirs,
      dPoPSigningAlgValues: allowedAlgorithms(settings, proofAlgorithms),
    },
    clientDefaults: {
      id_token_signed_response_alg: ours,
      authorization_signed_response_alg: ours,
      introspection_signed_response_alg: ours,
    },
  }
}

/** OpenID Connect Core 15.1 makes RS256 the default every relying party understands. */
export const defaultIdTokenAlgorithm = <Name extends string>(offered: readonly Name[]): Name | undefined =>
  offered.find((name) => name === 'RS256') ?? offered[0]
