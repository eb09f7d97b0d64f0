import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Call the returned function, because test files share a process. OpenSSL finds a root by its subject, so that two trusted certificates
 * need different subjects.
 */
export function trustCertificate(pem: string): () => void {
  setDefaultCACertificates([...getCACertificates('default'), pem])
  return () => {
    const normalized = pem.trim()
    setDefaultCACertificates(getCACertificates('default').filter((known) => known.trim() !== normalized))
  }
}
