import { createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto'
import { der, oid, sequence } from '@signet/runtime/der'
import type { JWK } from 'jose'

const sha256WithRsa = sequence(oid('2a864886f70d01010b'), der(0x05))
const commonNameId = oid('550403')
/** A receiver trusts the key in the certificate, not its issuer. */
const years = 20

interface CertifiedKey {
  readonly commonName: string
  /** RSA. */
  readonly privateJwk: JWK
}

/** Serves software that accepts an RSA key only in a certificate (X.509). */
export function selfSignedCertificate(
  { commonName, privateJwk }: CertifiedKey,
  now = new Date(),
): X509Certificate {
  const key = createPrivateKey({ key: { ...privateJwk }, format: 'jwk' })
  const name = sequence(der(0x31, sequence(commonNameId, der(0x0c, commonName))))
  const end = new Date(now)
  end.setUTCFullYear(now.getUTCFullYear() + years)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), crypto.getRandomValues(Buffer.alloc(15))])),
    sha256WithRsa,
    name,
    sequence(timeOf(now), timeOf(end)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, key))
  return new X509Certificate(sequence(body, sha256WithRsa, signature))
}

/** RFC 5280 4.1.2.5: two digits of the year before 2050, and four from then on. */
function timeOf(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+|[-:T]/g, '')
  return date.getUTCFullYear() < 2050 ? der(0x17, digits.slice(2)) : der(0x18, digits)
}
