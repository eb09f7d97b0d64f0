/** Invalid encoding, or another spelling of an address. */
export type TargetProblem = 'malformed' | 'not-canonical'

interface TargetOptions {
  /** Path parameters may be percent-encoded where necessary, as by `encodeURIComponent`. */
  readonly encodedParameters?: boolean
  /** Permits a slash at the end, like a folder of static files. */
  readonly trailingSlash?: boolean
}

const plainPath = /^\/(?:[\w.~!$&'()*+,=:@-]+(?:\/[\w.~!$&'()*+,=:@-]+)*)?$/
const encodedPath =
  /^\/(?:(?:[\w.~!$&'()*+,=:@-]|%[\da-f]{2})+(?:\/(?:[\w.~!$&'()*+,=:@-]|%[\da-f]{2})+)*)?$/i

/**
 * Unreserved characters, which need no encoding (RFC 3986 2.3), and characters that no parameter contains: controls and backslashes.
 */
const needlesslyEncoded = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|5c|[01][\da-f]|7f)/i

/**
 * Rejects every spelling of an address but the canonical one (a doubled or trailing slash, dot segments, encoded letters, a path
 * parameter after `;`, an absolute URL), so that a guard and the route behind it never read two different paths.
 */
export function problemOfTarget(
  target: string,
  { encodedParameters = false, trailingSlash = false }: TargetOptions = {},
): TargetProblem | undefined {
  const query = target.indexOf('?')
  const whole = query < 0 ? target : target.slice(0, query)
  const path = trailingSlash && whole.length > 2 && whole.endsWith('/') ? whole.slice(0, -1) : whole
  if (/%(?![\da-f]{2})/i.test(path)) return 'malformed'
  if (!(encodedParameters ? encodedPath : plainPath).test(path)) return 'not-canonical'
  if (/\/\.{1,2}(?:\/|$)/.test(path)) return 'not-canonical'
  if (!path.includes('%')) return undefined
  if (needlesslyEncoded.test(path)) return 'not-canonical'
  return isUtf8(path) ? undefined : 'malformed'
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
