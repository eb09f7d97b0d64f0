import { type KeyObject, verify, X509Certificate } from 'node:crypto'
import type { AuthenticatorModel } from '@signet/accounts/authenticator-models'
import { endsInAnchor, extensionsOf } from '@signet/accounts/certificate-chain'
import { getCertificateInfo } from '@simplewebauthn/server/helpers'

/** id-fido-gen-ce-aaguid (WebAuthn 3, 8.2.1). */
const modelExtension = '1.3.6.1.4.1.45724.1.1.4'

/** Statement `packed` with certificates (WebAuthn 3, 8.2). */
export interface PackedStatement {
  /** COSE algorithm. */
  readonly algorithm: number
  readonly signature: Uint8Array
  /** DER; the certificate of the authenticator first. */
  readonly certificates: readonly Uint8Array[]
}

interface Members {
  get(name: 'alg' | 'sig' | 'x5c'): unknown
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

/** @returns undefined for self attestation and any other content */
export function readPacked(statement: Members): PackedStatement | undefined {
  const [algorithm, signature, certificates] = [
    statement.get('alg'),
    statement.get('sig'),
    statement.get('x5c'),
  ]
  if (typeof algorithm !== 'number' || !isBytes(signature) || !Array.isArray(certificates)) return undefined
  if (certificates.length === 0 || !certificates.every(isBytes)) return undefined
  return { algorithm, signature, certificates }
}

const algorithms: Readonly<Record<number, { digest: string | null; isKey: (key: KeyObject) => boolean }>> = {
  [-7]: {
    digest: 'sha256',
    isKey: ({ asymmetricKeyDetails }) => asymmetricKeyDetails?.namedCurve === 'prime256v1',
  },
  [-8]: { digest: null, isKey: ({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519' },
  [-257]: {
    digest: 'sha256',
    isKey: ({ asymmetricKeyType, asymmetricKeyDetails }) =>
      asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048,
  },
}

interface AttestedData {
  /** The authenticator data followed by the digest of the client data. */
  readonly signed: Uint8Array
  readonly aaguid: string
}

/**
 * WebAuthn 3, 8.2: the certificate of the key names the model, and its chain ends in a certificate that the metadata lists for the
 * model. Requests nothing from the network.
 */
export function isAttestedBy(
  { anchors }: AuthenticatorModel,
  { algorithm, signature, certificates }: PackedStatement,
  { signed, aaguid }: AttestedData,
): boolean {
  try {
    const chain = certificates.map((one) => new X509Certificate(one))
    const [attesting] = chain
    const used = algorithms[algorithm]
    return (
      attesting !== undefined &&
      used?.isKey(attesting.publicKey) === true &&
      isOfAuthenticator(attesting, aaguid) &&
      verify(used.digest, signed, attesting.publicKey, signature) &&
      endsInAnchor(
        chain,
        anchors.map((one) => new X509Certificate(Buffer.from(one, 'base64'))),
      )
    )
  } catch {
    return false
  }
}

/** Form of a certificate: WebAuthn 3, 8.2.1. */
function isOfAuthenticator(certificate: X509Certificate, aaguid: string): boolean {
  const { version, subject } = getCertificateInfo(new Uint8Array(certificate.raw))
  const model = extensionsOf(certificate).get(modelExtension)
  // An OCTET STRING with the 16 bytes of the AAGUID.
  const expected = `0410${aaguid.replaceAll('-', '')}`
  return (
    version === 2 &&
    !certificate.ca &&
    subject.C?.length === 2 &&
    Boolean(subject.O && subject.CN) &&
    subject.OU === 'Authenticator Attestation' &&
    model?.isCritical === false &&
    model.value.toString('hex') === expected
  )
}
