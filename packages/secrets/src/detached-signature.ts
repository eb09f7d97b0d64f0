import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/**
 * Ed25519 signatures of files, each beside its file: 64 bytes, as `openssl pkeyutl -rawin` makes and verifies them, so that
 * whoever is handed the files needs nothing of ours.
 */
export interface FileSigner {
  sign(bytes: Buffer): Buffer
  readonly verifier: FileVerifier
}

export interface FileVerifier {
  verify(bytes: Buffer, signature: Buffer): boolean
}

/** @param pem PKCS #8, as `openssl genpkey -algorithm ed25519` writes it. @throws TypeError */
export function fileSigner(pem: string): FileSigner {
  const key = ed25519(() => createPrivateKey(pem))
  return { sign: (bytes) => sign(null, bytes, key), verifier: verifierOf(createPublicKey(key)) }
}

/** @param pem SubjectPublicKeyInfo, as `openssl pkey -pubout` writes it. @throws TypeError */
export const fileVerifier = (pem: string): FileVerifier => verifierOf(ed25519(() => createPublicKey(pem)))

const verifierOf = (key: KeyObject): FileVerifier => ({
  verify: (bytes, signature) => verify(null, bytes, key, signature),
})

function ed25519(read: () => KeyObject): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The sentence below is for this, too: what OpenSSL says names no remedy.
  }
  throw new TypeError('The key is no Ed25519 key in PEM: make one with openssl genpkey -algorithm ed25519.')
}
