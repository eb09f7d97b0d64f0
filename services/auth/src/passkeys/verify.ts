import type { NewPasskey, StoredPasskey } from '@signet/accounts'
import { isUsableKey } from '@signet/accounts/passkey-public-key'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import { problemOfModel, readProof } from './attestation.ts'
import { algorithms } from './options.ts'
import type { PermittedModels } from './permitted-models.ts'
import type { EnrolmentProblem } from './problem.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Assertion, Attestation } from './responses.ts'

export interface VerifiedCredential extends Omit<NewPasskey, 'name'> {
  readonly userVerified: boolean
}

/**
 * WebAuthn 3, 7.1; verifies the attestation when the project permits only certain authenticators.
 * @returns the reason when the response is not valid for this challenge, relying party and list
 */
export async function verifyAttestation(
  { rpId, origin, requiresVerification }: RelyingParty,
  challenge: string,
  response: Attestation,
  permitted: PermittedModels | 'any',
): Promise<VerifiedCredential | EnrolmentProblem> {
  const proof = readProof(response, permitted === 'any')
  if (typeof proof === 'string') return proof
  if (isEmbedded(response.response.clientDataJSON)) return 'notAdded'
  const { transports, ...created } = response.response
  const result = await verifyRegistrationResponse({
    response: { ...response, response: { ...created, attestationObject: proof.attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: requiresVerification,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => undefined)
  if (!result?.verified) return 'notAdded'
  const { credential, aaguid, credentialDeviceType, credentialBackedUp, userVerified } =
    result.registrationInfo
  if (credential.id !== response.id || !isUsableKey(credential.publicKey)) return 'notAdded'
  const problem = permitted === 'any' ? undefined : await problemOfModel(permitted, proof, aaguid)
  if (problem) return problem
  return {
    credentialId: credential.id,
    publicKey: isoBase64URL.fromBuffer(credential.publicKey),
    rpId,
    counter: credential.counter,
    aaguid,
    transports,
    synced: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    userVerified,
  }
}

/** The pages forbid that a page of another origin embeds them. */
function isEmbedded(clientDataJSON: string): boolean {
  try {
    return decodeClientDataJSON(clientDataJSON).crossOrigin === true
  } catch {
    return true
  }
}

export interface VerifiedAssertion {
  readonly userVerified: boolean
  readonly synced: boolean
  readonly counter: number
  readonly backedUp: boolean
}

/**
 * WebAuthn 3, 7.2, except for the counter, which `usePasskey` compares under the lock of the row.
 * @returns undefined when the assertion is not valid for this challenge, relying party and passkey
 */
export async function verifyAssertion(
  { rpId, origin, requiresVerification }: RelyingParty,
  challenge: string,
  response: Assertion,
  passkey: StoredPasskey,
): Promise<VerifiedAssertion | undefined> {
  const { userHandle, ...signed } = response.response
  if (passkey.rpId !== rpId || isEmbedded(signed.clientDataJSON)) return undefined
  if (userHandle !== undefined && userHandle !== passkey.handle) return undefined
  const result = await verifyAuthenticationResponse({
    response: { ...response, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: requiresVerification,
    credential: {
      id: passkey.credentialId,
      publicKey: isoBase64URL.toBuffer(passkey.publicKey),
      counter: 0,
    },
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = result.authenticationInfo
  // A credential keeps for its life whether it can be synced.
  const synced = credentialDeviceType === 'multiDevice'
  if (passkey.flagsKnown && synced !== passkey.synced) return undefined
  return { userVerified, synced, counter: newCounter, backedUp: credentialBackedUp }
}
