/**
 * The one spelling of an API's identifier (RFC 3986 6.2.2 and 6.2.3): scheme and host in lower case, no default port. Its
 * path and query are the API's own, and stay as they are written.
 */
export function canonicalIdentifier(identifier: string): string {
  const url = URL.parse(identifier)
  if (!url) return identifier
  const authority = /^[^:]+:\/\/[^/?#]*/.exec(identifier)?.[0]
  if (authority === undefined || url.host === '')
    return identifier.replace(/^[^:]+/, (scheme) => scheme.toLowerCase())
  return `${url.protocol}//${url.host}${identifier.slice(authority.length)}`
}

/** What an identifier is found by: one trailing slash is not significant unless the declaration says so. */
export const normalizeResource = (identifier: string, trailingSlashSignificant = false): string =>
  trailingSlashSignificant
    ? canonicalIdentifier(identifier)
    : canonicalIdentifier(identifier).replace(/\/$/, '')

/** The keys under which an API may be found that a request names so, by whatever its declaration says of the slash. */
export const resourceKeys = (identifier: string): string[] => [
  ...new Set([identifier, canonicalIdentifier(identifier), normalizeResource(identifier)]),
]
