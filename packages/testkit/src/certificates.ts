import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { der, oid, sequence } from '@signet/runtime/der'

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const sha256WithRsa = sequence(oid('2a864886f70d01010b'), der(0x05))
const attributes: Readonly<Record<string, string>> = {
  C: '550406',
  O: '55040a',
  OU: '55040b',
  CN: '550403',
}
const alternatives: Readonly<Record<string, number>> = { email: 0x81, dns: 0x82, uri: 0x86, ip: 0x87 }

const bytesOf = (address: string): Buffer => Buffer.from(address.split('.').map(Number))

export interface CertificateOptions {
  /** Root first: `[['C', 'NL'], ['O', 'Example'], ['CN', 'client']]`. */
  readonly subject: readonly (readonly [type: string, value: string])[]
  readonly names?: readonly (readonly [type: string, value: string])[]
  /** Absent: the certificate signs itself. */
  readonly issuer?: Pick<MadeCertificate, 'privateKey' | 'subject'>
  /** Default: true; null states nothing. */
  readonly isAuthority?: boolean | null
  readonly pathLength?: number
  /** Default: a key on P-256. */
  readonly rsaBits?: number
  /** Year, month and day, two digits each. */
  readonly validTo?: string
  readonly extensions?: readonly ExtraExtension[]
}

interface ExtraExtension {
  /** DER, hexadecimal. */
  readonly id: string
  readonly isCritical?: boolean
  readonly value: Buffer
}

interface MadeCertificate {
  readonly privateKey: KeyObject
  readonly subject: CertificateOptions['subject']
}

const nameFrom = (subject: CertificateOptions['subject']) =>
  sequence(
    ...subject.map(([type, value]) => der(0x31, sequence(oid(attributes[type] ?? ''), der(0x0c, value)))),
  )

const yes = der(0x01, Buffer.from([0xff]))

const extension = ({ id, isCritical, value }: ExtraExtension) =>
  sequence(oid(id), ...(isCritical ? [yes] : []), der(0x04, value))

const constraints = ({ isAuthority = true, pathLength }: CertificateOptions) =>
  sequence(
    ...(isAuthority ? [yes] : []),
    ...(pathLength === undefined ? [] : [der(0x02, Buffer.from([pathLength]))]),
  )

export function makeCertificate(options: CertificateOptions) {
  const { subject, names = [], issuer, validTo = '491231', rsaBits } = options
  const { privateKey, publicKey } = rsaBits
    ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer = issuer?.privateKey ?? privateKey
  const algorithm = signer.asymmetricKeyType === 'rsa' ? sha256WithRsa : ecdsaWithSha256
  const name = nameFrom(subject)
  const general = sequence(
    ...names.map(([type, value]) => der(alternatives[type] ?? 0, type === 'ip' ? bytesOf(value) : value)),
  )
  const extensions = [
    ...(options.isAuthority === null ? [] : [extension({ id: '551d13', value: constraints(options) })]),
    ...(options.extensions ?? []).map(extension),
    ...(names.length ? [sequence(oid('551d11'), der(0x04, general))] : []),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    issuer ? nameFrom(issuer.subject) : name,
    sequence(der(0x17, '200101000000Z'), der(0x17, `${validTo}235959Z`)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, signer))
  const certificate = new X509Certificate(sequence(body, algorithm, signature))
  return {
    certificate,
    subject,
    privateKey,
    pem: certificate.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    jwk: {
      ...publicKey.export({ format: 'jwk' }),
      kid: 'certificate',
      x5c: [certificate.raw.toString('base64')],
    },
    /** Form of RFC 9440. */
    header: `:${certificate.raw.toString('base64')}:`,
  }
}
