import { acceptedAlgorithms, allowedAlgorithms, offeredAlgorithms } from '@signet/clients'
import { proofAlgorithms } from '@signet/contracts'
import { defaultIdTokenAlgorithm } from '@signet/tenancy'
import type { AsymmetricSigningAlgorithm, Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { signingKey } from './curve-keys.ts'

/** A project that has only keys of weaker algorithms still uses them. */
const offered = ({ algorithms, settings }: OptionsContext) =>
  offeredAlgorithms(settings, algorithms as AsymmetricSigningAlgorithm[])

/** Default for an application that registered no algorithm. */
export const idTokenAlgorithm = (context: OptionsContext) => defaultIdTokenAlgorithm(offered(context))

/** Never offers `none`. Applications may sign with every algorithm that they may register. */
export function signing(context: OptionsContext): Configuration {
  const { keys, settings } = context
  const possible = offered(context)
  const ours = idTokenAlgorithm(context)
  const theirs = acceptedAlgorithms(settings)
  return {
    jwks: { keys: keys.map(signingKey) },
    enabledJWA: {
      idTokenSigningAlgValues: possible,
      userinfoSigningAlgValues: possible,
      introspectionSigningAlgValues: possible,
      authorizationSigningAlgValues: possible,
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
