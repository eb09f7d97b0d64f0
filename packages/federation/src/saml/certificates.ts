import { X509Certificate } from 'node:crypto'

const minBits = 2_048

/**
 * Accepts PEM, and base64 as in metadata; returns PEM with lines of 64 characters. Null for other text, or whose key is no RSA key of
 * at least 2,048 bits.
 */
export function toCertificate(text: string): string | null {
  const base64 = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    const isAccepted = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= minBits
    return isAccepted ? certificate.toString().trim() : null
  } catch {
    return null
  }
}

export const endOf = (pem: string): Date => new Date(new X509Certificate(pem).validTo)

/** End of the certificate that is valid longest; null without a certificate. */
export const lastEndOf = (certificates: readonly string[]): Date | null =>
  certificates.map(endOf).reduce<Date | null>((last, end) => (last && last > end ? last : end), null)

/** Day in UTC; null without a certificate. */
export const lastDayOf = (certificates: readonly string[]): string | null =>
  lastEndOf(certificates)?.toISOString().slice(0, 10) ?? null
