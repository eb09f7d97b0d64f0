import { X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const certificateHeader = 'client-cert'

/** `SUCCESS`, or any other text for a failure. */
const verificationHeader = 'client-cert-verify'

/** Characters. */
const maxLength = 16 * 1024

/**
 * Reads an RFC 9440 byte sequence (`:base64:`), or percent-encoded PEM (nginx's `$ssl_client_escaped_cert`).
 * @returns undefined for any other text and for a repeated header
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
