import { X509Certificate } from 'node:crypto'
import { certificateAuthentications, type Provider } from '@signet/contracts'

/** Authenticates Signet at a provider in TLS (RFC 8705). PEM, with the chain. */
export interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}

export const usesCertificate = (method: Provider['clientAuthentication'] | undefined): boolean =>
  certificateAuthentications.some((one) => one === method)

/** @throws Error for an unreadable certificate */
export const parseCertificates = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  )

/** End of the certificate that is valid shortest. */
export const firstEndOf = (certificates: readonly X509Certificate[]): Date =>
  new Date(Math.min(...certificates.map(({ validTo }) => Date.parse(validTo))))

/** Day in UTC. */
export const lastDayOfChain = (pem: string): string =>
  firstEndOf(parseCertificates(pem)).toISOString().slice(0, 10)
