import { loopbackHosts, type Upstream } from './routes.ts'

export interface EdgeForm {
  readonly baseUrl: string
  /** Address and port for clients. */
  readonly bind: string
  /** Files of the certificate; the proxy speaks plain HTTP without them, behind another proxy with TLS. */
  readonly tls?: {
    /** File with the certificate and its chain. */
    readonly certificate: string
    readonly key: string
    /** Address and port of plain HTTP, from which clients are redirected. */
    readonly redirectFrom: string
  }
  /** Networks of the proxies in front, whose `X-Forwarded-For` is kept. */
  readonly trustedProxies: readonly string[]
  /** `host:port` of each replica. */
  readonly servers: Readonly<Record<Upstream, readonly string[]>>
}

/** Services behind the edge, in the order of the printed configurations. */
export const upstreams: readonly Upstream[] = ['auth', 'admin-api', 'scim', 'mcp-gateway', 'console']

export const instanceHostsOf = ({ baseUrl }: EdgeForm): string[] => [
  ...new Set([new URL(baseUrl).hostname, ...loopbackHosts]),
]

export const schemeOf = ({ baseUrl }: EdgeForm): string => new URL(baseUrl).protocol.slice(0, -1)

/**
 * Headers that only the proxy writes, by name, for proxies that cannot remove headers by a pattern. Services read only
 * `X-Forwarded-For`.
 */
export const proxyHeaderNames = [
  'Forwarded',
  'X-Real-IP',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Server',
  'X-Forwarded-Prefix',
  'X-Forwarded-User',
  'X-Forwarded-Client-Cert',
  'X-Client-IP',
  'X-Client-Cert',
  'X-Client-Verify',
  'X-SSL-Client-Cert',
  'X-SSL-Client-Verify',
  'SSL-Client-Cert',
  'SSL-Client-Verify',
  'Client-Cert',
  'Client-Cert-Chain',
  'Client-Cert-Verify',
] as const

/** Returns the source of an expression without the slashes that JavaScript escapes. */
export const patternOf = ({ source }: RegExp): string => source.replaceAll('\\/', '/')
