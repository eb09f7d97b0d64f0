import { acceptedAlgorithms, allowedAlgorithms, offeredAlgorithms } from '@signet/clients'
import { proofAlgorithms } from '@signet/contracts'
import { defaultIdTokenAlgorithm } from '@signet/tenancy'
import type { AsymmetricSigningAlgorithm, Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * Configures the keys of the project and the algorithms that have a signing key; never `none`. Applications
 * may sign with every algorithm that they may register.
 */
export function signing({ keys, algorithms, settings }: OptionsContext): Configuration {
  // A project that has only keys of weaker algorithms still uses them.
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
