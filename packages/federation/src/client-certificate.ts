import { X509Certificate } from 'node:crypto'
import { certificateAuthentications, type Provider } from '@signet/contracts'

/** Certificate by which Signet authenticates at a provider in TLS (RFC 8705), with its chain and its private key; PEM. */
export interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}

export const usesCertificate = (method: Provider['clientAuthentication'] | undefined): boolean =>
  certificateAuthentications.some((one) => one === method)

/** @throws Error for one that cannot be read */
export const parseCertificates = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  )

/** Returns the end of the certificate that is valid shortest. */
export const firstEndOf = (certificates: readonly X509Certificate[]): Date =>
  new Date(Math.min(...certificates.map(({ validTo }) => Date.parse(validTo))))

/** Returns the day (UTC) on which a certificate or its chain ends. */
export const lastDayOfChain = (pem: string): string =>
  firstEndOf(parseCertificates(pem)).toISOString().slice(0, 10)
