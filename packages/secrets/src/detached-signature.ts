import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/**
 * Ed25519 in separate files: 64 bytes, compatible with `openssl pkeyutl -rawin`, so that a recipient can verify them without Signet.
 */
export interface FileSigner {
  sign(bytes: Buffer): Buffer
  readonly verifier: FileVerifier
}

export interface FileVerifier {
  verify(bytes: Buffer, signature: Buffer): boolean
}

/**
 * @param pem PKCS #8, as written by `openssl genpkey -algorithm ed25519`
 * @throws TypeError
 */
export function fileSigner(pem: string): FileSigner {
  const key = ed25519(() => createPrivateKey(pem))
  return { sign: (bytes) => sign(null, bytes, key), verifier: verifierOf(createPublicKey(key)) }
}

/**
 * @param pem SubjectPublicKeyInfo, as written by `openssl pkey -pubout`
 * @throws TypeError
 */
export const fileVerifier = (pem: string): FileVerifier => verifierOf(ed25519(() => createPublicKey(pem)))

const verifierOf = (key: KeyObject): FileVerifier => ({
  verify: (bytes, signature) => verify(null, bytes, key, signature),
})

function ed25519(read: () => KeyObject): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // OpenSSL's own message names no remedy, so the error below replaces it.
  }
  throw new TypeError(
    'The key is not an Ed25519 key in PEM: generate one with openssl genpkey -algorithm ed25519.',
  )
}
