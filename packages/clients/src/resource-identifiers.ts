/** RFC 3986 6.2.2 and 6.2.3: scheme and host in lower case, no default port. Path and query stay unchanged. */
export function canonicalIdentifier(identifier: string): string {
  const url = URL.parse(identifier)
  if (!url) return identifier
  const authority = /^[^:]+:\/\/[^/?#]*/.exec(identifier)?.[0]
  if (authority === undefined || url.host === '')
    return identifier.replace(/^[^:]+/, (scheme) => scheme.toLowerCase())
  return `${url.protocol}//${url.host}${identifier.slice(authority.length)}`
}

/** Removes one trailing slash, unless the declaration makes it significant. */
export const normalizeResource = (identifier: string, trailingSlashSignificant = false): string =>
  trailingSlashSignificant
    ? canonicalIdentifier(identifier)
    : canonicalIdentifier(identifier).replace(/\/$/, '')

/** Keys under which a requested API may be stored, for both treatments of the trailing slash. */
export const resourceKeys = (identifier: string): string[] => [
  ...new Set([identifier, canonicalIdentifier(identifier), normalizeResource(identifier)]),
]
