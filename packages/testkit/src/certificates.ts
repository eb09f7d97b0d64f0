import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto'

/** Encodes DER (X.690), as far as certificates need it. */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const attributes: Readonly<Record<string, string>> = { C: '550406', O: '55040a', CN: '550403' }
const alternatives: Readonly<Record<string, number>> = { email: 0x81, dns: 0x82, uri: 0x86, ip: 0x87 }

const bytesOf = (address: string): Buffer => Buffer.from(address.split('.').map(Number))

export interface CertificateOptions {
  /** Root first: `[['C', 'NL'], ['O', 'Example'], ['CN', 'client']]`. */
  readonly subject: readonly (readonly [type: string, value: string])[]
  readonly names?: readonly (readonly [type: string, value: string])[]
}

export function makeCertificate({ subject, names = [] }: CertificateOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
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
    ecdsaWithSha256,
    name,
    sequence(der(0x17, '200101000000Z'), der(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const certificate = new X509Certificate(sequence(body, ecdsaWithSha256, signature))
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
