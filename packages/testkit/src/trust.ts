import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Has this process trust a certificate until the returned function is called. Files share a process, so whoever
 * trusts must take it back; and OpenSSL finds a root by its subject, so two trusted at once need different subjects.
 */
export function trustCertificate(pem: string): () => void {
  setDefaultCACertificates([...getCACertificates('default'), pem])
  return () => {
    const normalized = pem.trim()
    setDefaultCACertificates(getCACertificates('default').filter((known) => known.trim() !== normalized))
  }
}
