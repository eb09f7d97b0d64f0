export type Upstream = 'auth' | 'admin-api' | 'scim' | 'mcp-gateway' | 'console'

export type Route =
  | { readonly to: Upstream }
  | { readonly redirect: string }
  /** Only for operators, never from outside. */
  | { readonly refused: true }

/** The first matching rule decides. The configurations of other proxies are generated from these rules. */
export interface EdgeRule {
  readonly host: 'instance' | 'any'
  /** Matches the decoded path with single slashes; also a valid regular expression of PCRE. */
  readonly path: RegExp
  /** Limits the rule to GET and HEAD. */
  readonly isRead?: true
  readonly route: Route
}

/**
 * The rule names the folders of the documents, so that a project with the address `docs`, which new projects cannot take, keeps its
 * endpoints.
 */
const documentsPath =
  /^\/(?:llms\.txt$|docs(?:\/?$|\/(?:tutorial|stacks|how-to|reference|explanation|_astro|pagefind)(?:\/|$)|\/(?:index\.md|signet\.svg)$))/

/**
 * The console, its API and the agent endpoint are at the instance's own host; SCIM is below every project's address; every other path
 * belongs to a project and is routed to auth.
 */
export const edgeRules: readonly EdgeRule[] = [
  { host: 'any', path: /^\/(?:metrics|health|ready)(?:\/|$)/, route: { refused: true } },
  { host: 'instance', path: /^\/$/, isRead: true, route: { redirect: '/admin/' } },
  { host: 'instance', path: /^\/admin\/api(?:\/|$)/, route: { to: 'admin-api' } },
  { host: 'instance', path: /^\/admin(?:\/|$)/, route: { to: 'console' } },
  { host: 'instance', path: documentsPath, isRead: true, route: { to: 'console' } },
  { host: 'instance', path: /^\/mcp(?:\/|$)/, route: { to: 'mcp-gateway' } },
  { host: 'instance', path: /^\/\.well-known\/oauth-protected-resource/, route: { to: 'mcp-gateway' } },
  { host: 'any', path: /^(?:\/[^/]+)?\/scim\/v2(?:\/|$)/, route: { to: 'scim' } },
  { host: 'any', path: /^/, route: { to: 'auth' } },
]

/** Any other method gets 405. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Reach the instance for health checks and scripts. */
export const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Discovery and key sets, which auth returns from memory, also while it is not ready. */
export const documentPath =
  /\/(?:\.well-known\/(?:openid-configuration|oauth-authorization-server)(?:\/[^/]+)?|jwks)$/

/**
 * @param target path with a query, or an absolute URL
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

/** Removes repeated slashes too, so that `/%6detrics` does not bypass a rule. */
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
