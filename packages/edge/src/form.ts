import { loopbackHosts, type Upstream } from './routes.ts'

export interface EdgeForm {
  readonly baseUrl: string
  readonly bind: string
  /** The proxy speaks plain HTTP without it, behind another proxy with TLS. */
  readonly tls?: {
    /** Includes the chain. */
    readonly certificate: string
    readonly key: string
    /** Address and port of plain HTTP, from which clients are redirected. */
    readonly redirectFrom: string
  }
  /** The `X-Forwarded-For` of these proxies in front is kept. */
  readonly trustedProxies: readonly string[]
  /** `host:port` of each replica. */
  readonly servers: Readonly<Record<Upstream, readonly string[]>>
}

/** Order of the printed configurations. */
export const upstreams: readonly Upstream[] = ['auth', 'admin-api', 'scim', 'mcp-gateway', 'console']

export const instanceHostsOf = ({ baseUrl }: EdgeForm): string[] => [
  ...new Set([new URL(baseUrl).hostname, ...loopbackHosts]),
]

export const schemeOf = ({ baseUrl }: EdgeForm): string => new URL(baseUrl).protocol.slice(0, -1)

/** Serves proxies that cannot remove headers by a pattern. Services read only `X-Forwarded-For`. */
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

/** Removes the escapes of slashes, which only JavaScript needs. */
export const patternOf = ({ source }: RegExp): string => source.replaceAll('\\/', '/')
