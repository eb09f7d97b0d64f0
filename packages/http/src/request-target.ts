/** Why a request target is not served: its encoding is broken, or it is another spelling of an address. */
export type TargetProblem = 'malformed' | 'not-canonical'

interface TargetOptions {
  /** Parameters of the path may be percent-encoded where they need to be, as `encodeURIComponent` does it. */
  readonly encodedParameters?: boolean
  /** The path may end in a slash, as a folder of static files does. */
  readonly trailingSlash?: boolean
}

const plainPath = /^\/(?:[\w.~!$&'()*+,=:@-]+(?:\/[\w.~!$&'()*+,=:@-]+)*)?$/
const encodedPath =
  /^\/(?:(?:[\w.~!$&'()*+,=:@-]|%[\da-f]{2})+(?:\/(?:[\w.~!$&'()*+,=:@-]|%[\da-f]{2})+)*)?$/i

/** Unreserved characters, which need no encoding (RFC 3986 2.3), and what is in no parameter of ours: controls and backslashes. */
const needlesslyEncoded = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|5c|[01][\da-f]|7f)/i

/**
 * Every address of ours has one spelling. Whatever else a router or a proxy might take for it (a doubled or a trailing
 * slash, dot segments, encoded letters, a path parameter after `;`, an absolute URL) is refused before anything looks at
 * the path, so that a guard and the route behind it never read two different paths.
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
