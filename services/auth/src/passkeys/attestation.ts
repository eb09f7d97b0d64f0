import { decodeAttestationObject, isoBase64URL, isoCBOR, toHash } from '@simplewebauthn/server/helpers'
import { isAttestedBy, type PackedStatement, readPacked } from './attestation-statement.ts'
import type { PermittedModels } from './permitted-models.ts'
import type { EnrolmentProblem } from './problem.ts'
import type { Attestation } from './responses.ts'

interface Proof {
  /** The attestation that the library verifies: never one with certificates. */
  readonly attestationObject: string
  /** Present when the project permits only certain authenticators. */
  readonly statement?: PackedStatement
  readonly authData: Uint8Array
  readonly clientData: Uint8Array<ArrayBuffer>
}

/**
 * Keeps certificates from the library, which would follow their addresses to lists of revoked ones: it verifies the authenticator data,
 * and `problemOfModel` the certificates.
 * @param isAnyPermitted no proof of the model was requested: certificates are rejected
 */
export function readProof({ response }: Attestation, isAnyPermitted: boolean): Proof | EnrolmentProblem {
  try {
    const { attestationObject, clientDataJSON } = response
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    const [format, statement, authData] = [
      decoded.get('fmt'),
      decoded.get('attStmt'),
      decoded.get('authData'),
    ]
    const clientData = isoBase64URL.toBuffer(clientDataJSON)
    const isPlain = format === 'none' || (format === 'packed' && statement.get('x5c') === undefined)
    if (isAnyPermitted) return isPlain ? { attestationObject, authData, clientData } : 'notAdded'
    if (isPlain) return 'unproven'
    if (format !== 'packed') return 'unsupportedProof'
    const packed = readPacked(statement)
    if (!packed) return 'notAdded'
    const plain = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(plain)),
      statement: packed,
      authData,
      clientData,
    }
  } catch {
    return 'notAdded'
  }
}

/** The caller has verified the data of the authenticator. */
export async function problemOfModel(
  permitted: PermittedModels,
  { statement, authData, clientData }: Proof,
  aaguid: string,
): Promise<EnrolmentProblem | undefined> {
  const model = permitted.get(aaguid)
  if (!model) return 'notPermitted'
  if (model.isCompromised) return 'compromised'
  const signed = Buffer.concat([authData, await toHash(clientData)])
  return statement && isAttestedBy(model, statement, { signed, aaguid }) ? undefined : 'notAdded'
}
