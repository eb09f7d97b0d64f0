/** The processes behind the edge. */
export type Upstream = 'auth' | 'admin-api' | 'scim' | 'mcp-gateway' | 'console'

export type Route =
  | { readonly to: Upstream }
  | { readonly redirect: string }
  /** For operators only, never from outside. */
  | { readonly refused: true }

/** Whose requests go where; the first rule that fits decides. Proxies of other makes are configured from it, too. */
export interface EdgeRule {
  /** The instance's own host, or every project's besides. */
  readonly host: 'instance' | 'any'
  /** Compared with the path, decoded and with single slashes; also a regular expression of PCRE. */
  readonly path: RegExp
  /** Only for reading, where it is said. */
  readonly isRead?: true
  readonly route: Route
}

/**
 * The console, its API and the agent endpoint stand at the instance's own host; SCIM stands beneath every project's
 * address; everything else is a project's and goes to auth.
 */
export const edgeRules: readonly EdgeRule[] = [
  { host: 'any', path: /^\/metrics(?:\/|$)/, route: { refused: true } },
  { host: 'instance', path: /^\/$/, isRead: true, route: { redirect: '/admin/' } },
  { host: 'instance', path: /^\/admin\/api(?:\/|$)/, route: { to: 'admin-api' } },
  { host: 'instance', path: /^\/admin(?:\/|$)/, route: { to: 'console' } },
  { host: 'instance', path: /^\/mcp(?:\/|$)/, route: { to: 'mcp-gateway' } },
  { host: 'instance', path: /^\/\.well-known\/oauth-protected-resource/, route: { to: 'mcp-gateway' } },
  { host: 'any', path: /^(?:\/[^/]+)?\/scim\/v2(?:\/|$)/, route: { to: 'scim' } },
  { host: 'any', path: /^/, route: { to: 'auth' } },
]

/** Methods that some service has; any other is answered 405. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Hosts that reach the instance whatever its public name is: health checks and scripts use them. */
export const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** What auth answers from memory, also while it is not ready: discovery and key sets. */
export const documentPath =
  /\/(?:\.well-known\/(?:openid-configuration|oauth-authorization-server)(?:\/[^/]+)?|jwks)$/

/**
 * Where a request goes.
 * @param host the Host header
 * @param target the request target as received: a path with a query, or an absolute URL
 * @param instanceHost host name of SIGNET_BASE_URL, without port
 */
export function route(method: string, host: string, target: string, instanceHost: string): Route {
  const path = decodedPath(target)
  const atInstance = isInstance(host, instanceHost)
  const isRead = method === 'GET' || method === 'HEAD'
  const rule = edgeRules.find(
    (one) => (one.host === 'any' || atInstance) && (isRead || !one.isRead) && one.path.test(path),
  )
  return rule?.route ?? { refused: true }
}

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

function isInstance(host: string, instanceHost: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return name === instanceHost || loopbackHosts.includes(name)
}

export const isDocument = (target: string): boolean => documentPath.test(decodedPath(target))
