import type { Passkey } from '@signet/accounts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { RelyingParty } from './relying-party.ts'

/** Ed25519, ES256 and RS256 (COSE), in the order of preference. */
export const algorithms: readonly number[] = [-8, -7, -257]

/** Milliseconds for the dialog of the browser. */
const timeout = 300_000

const descriptor = ({ credentialId: id, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id,
  type: 'public-key' as const,
  transports: [...transports],
})

const verification = ({ requiresVerification }: RelyingParty) =>
  requiresVerification ? ('required' as const) : ('preferred' as const)

interface Enrolment {
  readonly challenge: string
  readonly handle: string
  readonly projectName: string
  readonly accountName: string
  readonly existing: readonly Passkey[]
  /** The authenticator must prove its model. */
  readonly needsProof: boolean
}

/** The name contains the project, since projects of one host share a list in browsers. */
export const creationOptions = (
  rp: RelyingParty,
  { challenge, handle, projectName, accountName, existing, needsProof }: Enrolment,
): PublicKeyCredentialCreationOptionsJSON => ({
  rp: { id: rp.rpId, name: projectName },
  user: { id: handle, name: `${accountName} (${projectName})`, displayName: accountName },
  challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
  timeout,
  attestation: needsProof ? 'direct' : 'none',
  excludeCredentials: existing.map(descriptor),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: verification(rp),
  },
})

/** Lets the user choose among all passkeys of the host when no list is given. */
export const requestOptions = (
  rp: RelyingParty,
  challenge: string,
  allowed: readonly Passkey[] = [],
): PublicKeyCredentialRequestOptionsJSON => ({
  rpId: rp.rpId,
  challenge,
  timeout,
  userVerification: verification(rp),
  ...(allowed.length ? { allowCredentials: allowed.map(descriptor) } : {}),
})
