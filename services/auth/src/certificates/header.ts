import { X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** RFC 9440: the certificate a client presented to the proxy. */
const certificateHeader = 'client-cert'

/** What the proxy found when it followed the certificate to an authority it trusts: `SUCCESS`, or anything else. */
const verificationHeader = 'client-cert-verify'

/** No certificate of a client is longer. Characters. */
const maxLength = 16 * 1024

/**
 * Reads the header in either form proxies write: an RFC 9440 byte sequence (`:base64:`), or a PEM text in
 * percent-encoding (nginx's `$ssl_client_escaped_cert`). Anything else, and a header given twice, is no certificate.
 */
export function certificateOf(headers: IncomingHttpHeaders): X509Certificate | undefined {
  const value = headers[certificateHeader]
  if (typeof value !== 'string' || value.length > maxLength) return undefined
  try {
    const encoded = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(value)?.[1]
    if (encoded) return new X509Certificate(Buffer.from(encoded, 'base64'))
    return value.startsWith('-----BEGIN') ? new X509Certificate(decodeURIComponent(value)) : undefined
  } catch {
    return undefined
  }
}

export const isVerified = (headers: IncomingHttpHeaders): boolean => headers[verificationHeader] === 'SUCCESS'
