import { proofAlgorithms, signingAlgorithms } from '@signet/contracts'
import type { AsymmetricSigningAlgorithm, Configuration, SigningAlgorithm } from 'oidc-provider'
import type { OptionsContext } from './context.ts'

/** FAPI 2.0 5.4.1: the algorithms of everything that is signed, by either side. */
const fapiAlgorithms = new Set<string>(['PS256', 'ES256', 'EdDSA', 'Ed25519'])

const symmetric: readonly SigningAlgorithm[] = ['HS256', 'HS384', 'HS512']

/**
 * Keys of the project's set, and exactly the algorithms that have a signing key; never `none` (T11). What applications
 * sign with is every algorithm they may register.
 */
export function signing({ keys, algorithms, settings }: OptionsContext): Configuration {
  const isFapi = settings['fapi.enabled']
  const strong = <Name extends string>(names: readonly Name[]) =>
    isFapi ? names.filter((name) => fapiAlgorithms.has(name)) : [...names]
  const held = algorithms as AsymmetricSigningAlgorithm[]
  // A project whose keys are all of weaker kinds goes on with those: no key is better than none to verify with.
  const offered = strong(held).length ? strong(held) : held
  const ours = defaultIdTokenAlgorithm(offered)
  const theirs = strong([...symmetric, ...signingAlgorithms])
  return {
    jwks: { keys: [...keys] },
    enabledJWA: {
      idTokenSigningAlgValues: offered,
      userinfoSigningAlgValues: offered,
      introspectionSigningAlgValues: offered,
      authorizationSigningAlgValues: offered,
      clientAuthSigningAlgValues: theirs,
      requestObjectSigningAlgValues: theirs,
      dPoPSigningAlgValues: strong(proofAlgorithms),
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
