import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Provider } from '@signet/contracts'
import {
  type ClientCertificate,
  certificateKeyPlace,
  firstEndOf,
  parseCertificates,
  usesCertificate,
} from '@signet/federation'
import { refuseValue } from '@signet/runtime'
import { makeSigningKey, selfSignedCertificate } from '@signet/secrets'
import type { HandlerDeps } from '../../deps.ts'
import type { Columns } from './provider-columns.ts'

interface ProviderRef {
  readonly projectId: string
  readonly providerId: string
}

const maxCertificates = 5
/** Fewest bits of an RSA key. */
const minBits = 2_048

/** The self-signed certificate is for one provider. */
export async function newClientCertificate(providerId: string): Promise<ClientCertificate> {
  const { privateJwk } = await makeSigningKey('RS256')
  const key = createPrivateKey({ key: { ...privateJwk }, format: 'jwk' })
  return {
    certificate: selfSignedCertificate({ commonName: `Signet ${providerId}`, privateJwk }).toString(),
    key: toPem(key),
  }
}

/** The columns have the announced day of the end, and no former certificate. */
export function certificateColumns(
  { vault }: Pick<HandlerDeps, 'vault'>,
  at: ProviderRef,
  { certificate, key }: ClientCertificate,
): Partial<Columns> {
  return {
    clientCertificate: certificate,
    clientCertificateKeySealed: vault.seal(key, certificateKeyPlace(at)),
    formerCertificate: null,
    formerCertificateKeySealed: null,
    secretExpiresOn: firstEndOf(parseCertificates(certificate)),
  }
}

const toPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

const refuseCertificate = (message: string): never => refuseValue('clientCertificate', message)

/** The text has the chain and the private key; messages never contain it. */
export function parseClientCertificate(text: string): ClientCertificate {
  const key = readKey(text)
  const chain = readCertificates(text)
  const [own] = chain
  if (!own) return refuseCertificate('must contain a certificate in PEM')
  if (chain.length > maxCertificates)
    refuseCertificate(`must contain at most ${maxCertificates} certificates`)
  if (!own.checkPrivateKey(key)) refuseCertificate('must begin with the certificate of its private key')
  if (chain.some((one, index) => index > 0 && !chain[index - 1]?.checkIssued(one)))
    refuseCertificate('must list each certificate before that of its issuer')
  if (firstEndOf(chain) <= new Date()) refuseCertificate('has expired')
  return { certificate: chain.map(String).join(''), key: toPem(key) }
}

function readKey(text: string): KeyObject {
  const [pem = ''] =
    text.match(/-----BEGIN ([A-Z]+ )?PRIVATE KEY-----[^-]+-----END \1?PRIVATE KEY-----/) ?? []
  const key = readable(() => createPrivateKey(pem))
  const { modulusLength = 0 } = key?.asymmetricKeyDetails ?? {}
  const isAccepted =
    key?.asymmetricKeyType === 'ec' || (key?.asymmetricKeyType === 'rsa' && modulusLength >= minBits)
  return key && isAccepted
    ? key
    : refuseCertificate(
        `must contain a private key in PEM that is not encrypted: RSA of at least ${minBits} bits, or elliptic curve`,
      )
}

const readCertificates = (text: string): X509Certificate[] =>
  readable(() => parseCertificates(text)) ?? refuseCertificate('contains a certificate that cannot be read')

function readable<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}

interface Row {
  readonly clientAuthentication: Provider['clientAuthentication']
  readonly certificate: string | null
  readonly formerCertificate: string | null
  readonly pendingFields: readonly string[]
}

/** Describes the certificate that is presented, or will be after a successful trial sign-in. */
export function describeClientCertificate({
  clientAuthentication,
  certificate,
  formerCertificate,
  pendingFields,
}: Row): Provider['clientCertificate'] {
  const isUsed = usesCertificate(clientAuthentication) || pendingFields.includes('clientAuthentication')
  if (certificate === null || !isUsed) return null
  const chain = parseCertificates(certificate)
  const [own] = chain
  return {
    certificate,
    subject: toDistinguishedName(own?.subject ?? ''),
    sha256: thumbprintOf(certificate),
    selfSigned: own?.checkIssued(own) ?? false,
    expiresOn: firstEndOf(chain).toISOString().slice(0, 10),
    formerSha256: formerCertificate && thumbprintOf(formerCertificate),
  }
}

/** SHA-256 in hexadecimal digits without separators. */
const thumbprintOf = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()

/** Node.js lists the parts from the root, one per line with escaped values; RFC 4514 2.1 writes them in reverse order. */
const toDistinguishedName = (subject: string): string =>
  subject.split('\n').toReversed().join(',').replaceAll(' + ', '+')
