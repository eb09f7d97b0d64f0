/** The processes behind the edge. */
export type Upstream = 'auth' | 'admin-api' | 'scim' | 'mcp-gateway' | 'console'

export type Route =
  | { readonly to: Upstream }
  | { readonly redirect: string }
  /** For operators only, never from outside. */
  | { readonly refused: true }

const scimPath = /^(?:\/[^/]+)?\/scim\/v2(?:\/|$)/
const protectedResource = '/.well-known/oauth-protected-resource'

/**
 * Where a request goes. The console, its API and the agent endpoint stand at the instance's own host; SCIM
 * stands beneath every project's address; everything else is a project's and goes to auth.
 *
 * @param host the Host header
 * @param target the request target as received: a path with a query, or an absolute URL
 * @param instanceHost host name of SIGNET_BASE_URL, without port
 */
export function route(method: string, host: string, target: string, instanceHost: string): Route {
  const path = decodedPath(target)
  if (within(path, '/metrics')) return { refused: true }
  if (isInstance(host, instanceHost)) {
    if (path === '/' && (method === 'GET' || method === 'HEAD')) return { redirect: '/admin/' }
    if (within(path, '/admin/api')) return { to: 'admin-api' }
    if (within(path, '/admin')) return { to: 'console' }
    if (within(path, '/mcp') || path.startsWith(protectedResource)) return { to: 'mcp-gateway' }
  }
  return { to: scimPath.test(path) ? 'scim' : 'auth' }
}

const within = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/** Compared decoded and with single slashes, so that `/%6detrics` is no way round a rule. */
function decodedPath(target: string): string {
  const absolute = !target.startsWith('/') && URL.canParse(target) ? new URL(target).pathname : target
  const path = absolute.replace(/[?#].*$/s, '').replaceAll(/\/{2,}/g, '/')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A loopback address reaches the instance whatever its public name is: health checks and scripts use it. */
function isInstance(host: string, instanceHost: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return name === instanceHost || ['localhost', '127.0.0.1', '[::1]'].includes(name)
}

/** What auth answers from memory, also while it is not ready: discovery and key sets. */
export const isDocument = (target: string): boolean =>
  /\/(?:\.well-known\/(?:openid-configuration|oauth-authorization-server)(?:\/[^/]+)?|jwks)$/.test(
    decodedPath(target),
  )
