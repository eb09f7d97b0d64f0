import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { der, oid, sequence } from '@signet/runtime/der'

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const sha256WithRsa = sequence(oid('2a864886f70d01010b'), der(0x05))
const attributes: Readonly<Record<string, string>> = { C: '550406', O: '55040a', CN: '550403' }
const alternatives: Readonly<Record<string, number>> = { email: 0x81, dns: 0x82, uri: 0x86, ip: 0x87 }

const bytesOf = (address: string): Buffer => Buffer.from(address.split('.').map(Number))

export interface CertificateOptions {
  /** Root first: `[['C', 'NL'], ['O', 'Example'], ['CN', 'client']]`. */
  readonly subject: readonly (readonly [type: string, value: string])[]
  readonly names?: readonly (readonly [type: string, value: string])[]
  /** Bits of an RSA key; default: a key on P-256. */
  readonly rsaBits?: number
  /** End as digits of the year, month and day. */
  readonly until?: string
}

export function makeCertificate({ subject, names = [], rsaBits, until = '491231' }: CertificateOptions) {
  const algorithm = rsaBits ? sha256WithRsa : ecdsaWithSha256
  const { privateKey, publicKey } = rsaBits
    ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(
    ...subject.map(([type, value]) => der(0x31, sequence(oid(attributes[type] ?? ''), der(0x0c, value)))),
  )
  const general = sequence(
    ...names.map(([type, value]) => der(alternatives[type] ?? 0, type === 'ip' ? bytesOf(value) : value)),
  )
  const extensions = [
    sequence(oid('551d13'), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
    ...(names.length ? [sequence(oid('551d11'), der(0x04, general))] : []),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(der(0x17, '200101000000Z'), der(0x17, `${until}235959Z`)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const certificate = new X509Certificate(sequence(body, algorithm, signature))
  return {
    certificate,
    pem: certificate.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    /** Public key with its certificate, as registered. */
    jwk: {
      ...publicKey.export({ format: 'jwk' }),
      kid: 'certificate',
      x5c: [certificate.raw.toString('base64')],
    },
    /** RFC 9440. */
    header: `:${certificate.raw.toString('base64')}:`,
  }
}
