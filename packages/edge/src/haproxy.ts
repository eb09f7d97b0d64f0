import { connectionOptions } from '@signet/http/request-framing'
import { hopByHopHeaders, proxyHeaders } from './headers.ts'
import { limits } from './limits.ts'
import { documentPath, type EdgeRule, edgeRules, loopbackHosts, methods, type Upstream } from './routes.ts'
import { scimMediaType, scimPath, scimRefusal, tooLarge, tooManyRequests } from './scim-refusal.ts'
import { tls12Ciphers } from './tls.ts'

export type Servers =
  /** `address:port` of each replica; HAProxy checks their health. */
  | readonly string[]
  /** DNS name with one address for each replica; HAProxy checks at most `replicas`. */
  | { readonly name: string; readonly replicas: number }
  /** The platform checks the replicas, for example a Service of Kubernetes: addresses of the ready replicas, and of all that run. */
  | { readonly service: string; readonly live: string }

export interface HaproxyOptions {
  /** `address:port`. */
  readonly bind: string
  /** HAProxy reads both from its environment by default. */
  readonly instance?: { readonly baseUrl: string; readonly trustedProxies: readonly string[] }
  readonly tls?: { readonly certificate: string; readonly redirectFrom: string }
  /** Address for Prometheus. */
  readonly metrics?: string
  readonly servers: Readonly<Record<Upstream, Servers>>
  /** Returns 200 while each of `needs` has a server that runs. */
  readonly health?: { readonly bind: string; readonly needs: readonly Upstream[] }
  /** Concurrent requests; the limit of `npm start` by default. */
  readonly requestsPerClient?: number
  /** Additional `address:port` for requests between services. */
  readonly internal?: Partial<Readonly<Record<Upstream, string>>>
}

/** Decoded, with single slashes. */
const path = 'path,url_dec,regsub(//+,/,g)'

/** Requires HAProxy 2.6 or later, which reads `SIGNET_BASE_URL` and `SIGNET_EDGE_TRUSTED_PROXIES` from its environment. */
export function haproxyConfiguration(options: HaproxyOptions): string {
  const { servers, health, metrics, tls, internal = {} } = options
  return `${[
    '# Generated from packages/edge/src.',
    globalSection(options),
    defaults,
    ...(usesDns(options) ? [resolvers] : []),
    ...(tls ? [redirectFrontend(tls)] : []),
    frontend(options),
    ...Object.entries(servers).flatMap(([name, replicas]) => backends(name, replicas)),
    ...(health ? [healthFrontend(health)] : []),
    ...(metrics ? [metricsFrontend(metrics)] : []),
    ...(Object.entries(internal) as [Upstream, string][]).map(([name, address]) =>
      internalFrontend(name, address, servers[name]),
    ),
  ].join('\n\n')}\n`
}

const seconds = (milliseconds: number): string => `${milliseconds / 1000}s`

const noAddress = '255.255.255.255'

const globalSection = ({ instance }: HaproxyOptions): string => `global
    log stdout format raw local0 info
    hard-stop-after 30s
    # Two files per client connection; below the platform's limit, because memory is limited.
    fd-hard-limit ${limits.connections * 2}${
      instance
        ? ''
        : `
    # An address that no client has if there is no trusted proxy: HAProxy 3.2 warns about an empty argument.
    .if streq("x\${SIGNET_EDGE_TRUSTED_PROXIES-}","x")
    setenv SIGNET_EDGE_TRUSTED_PROXIES ${noAddress}
    .endif`
    }`

const defaults = `defaults
    mode http
    log global
    option dontlognull
    option redispatch
    # A reload lets clients send one more request on an idle connection, and closes the connection with its response.
    option idle-close-on-response
    retries 2
    # A request that no server received is sent to another one. After a connection that closed without an answer, only
    # requests that change nothing are sent again (disable-l7-retry below).
    retry-on conn-failure empty-response
    timeout connect 2s
    timeout client 75s
    timeout server ${seconds(limits.answerMs)}
    timeout check 2s
    timeout http-request ${seconds(limits.headersMs)}
    timeout http-keep-alive ${seconds(limits.keepAliveMs)}
    default-server maxconn ${limits.connectionsPerService}`

const resolvers = `resolvers dns
    parse-resolv-conf
    hold valid 2s`

/** HAProxy runs its rules in this order: framing, limits, headers, routes. */
const frontend = ({
  bind,
  instance,
  tls,
  servers,
  requestsPerClient = limits.requestsPerClient,
}: HaproxyOptions): string => `frontend signet
    bind ${bind}${tls ? ` ssl crt ${tls.certificate} alpn h2,http/1.1 ssl-min-ver TLSv1.2 ciphers ${tls12Ciphers}` : ''}
    unique-id-format %[uuid()]
    # Paths and headers are not logged: both can contain tokens. The services log the route with the id of the request.
    log-format '${logFormat}'
    # A request whose end or host two programs could read differently is rejected, and its connection closed.
    http-request deny deny_status 400 if { req.hdr(connection) -m reg -i '^(?!(?:${connectionOptions.join('|')})$)' }
    http-request deny deny_status 400 if !{ req.hdr_cnt(host) eq 1 }
    http-request deny deny_status 400 if { req.hdrs,hex -m reg '^(?:..)*?00' }
    http-request deny deny_status 405 if !{ method ${methods.join(' ')} }
    http-request deny deny_status 400 if { req.hdr_cnt(transfer-encoding) gt 0 } { req.hdr_cnt(content-length) gt 0 }
    http-request deny deny_status 400 if { req.hdr_cnt(transfer-encoding) gt 0 } !{ req.hdr(transfer-encoding) -m str -i chunked }
    acl is_scim ${path} -m reg ${quoted(scimPath)}
    ${scimDenial(413, tooLarge)} if is_scim { req.body_size gt ${limits.bodyBytes} }
    http-request deny deny_status 413 if { req.body_size gt ${limits.bodyBytes} }

    # The address of the client is that of the connection, or the one reported by a trusted proxy in front.
    acl trusted_proxy src -- ${instance ? [noAddress, ...instance.trustedProxies].join(' ') : `"\${SIGNET_EDGE_TRUSTED_PROXIES[*]}"`}
    http-request set-var(txn.client) src
    http-request set-var(txn.client) req.hdr_ip(x-forwarded-for,-1) if trusted_proxy { req.hdr_ip(x-forwarded-for,-1) -m found }
    stick-table type ipv6 size 100k expire 1m store conn_cur
    http-request track-sc0 var(txn.client)
    ${scimDenial(429, tooManyRequests)} if is_scim { sc0_conn_cur gt ${requestsPerClient} }
    http-request deny deny_status 429 if { sc0_conn_cur gt ${requestsPerClient} }
    # A body that is never completed takes no connection to a service.
    http-request wait-for-body time ${seconds(limits.requestMs)}

    http-request set-var(txn.forwarded) req.fhdr(x-forwarded-for) if trusted_proxy
    http-request del-header ${`^${proxyHeaders.source.replace(/^\^|\$$/g, '')}$`.replaceAll('?:', '')} -m reg
    http-request set-header X-Forwarded-For %[src]
    http-request set-header X-Forwarded-For "%[var(txn.forwarded)], %[src]" if { var(txn.forwarded) -m found }
    http-request set-header X-Forwarded-Proto %[str("${origin(instance)}"),field(1,:)]
    # The id of a trusted proxy is kept, so that its log and this one can be compared.
    http-request set-header X-Request-Id %[unique-id] unless trusted_proxy { req.hdr(x-request-id) -m found }
    ${hopByHopHeaders
      .filter((name) => name !== 'transfer-encoding')
      .map((name) => `http-request del-header ${name}`)
      .join('\n    ')}

    http-request set-var(txn.instance) str("${origin(instance)}"),field(3,/),host_only,lower
    http-request set-var(txn.host) req.hdr(host),host_only,lower
    acl at_instance var(txn.host),strcmp(txn.instance) eq 0
    acl at_instance var(txn.host) -m str ${loopbackHosts.join(' ')}
    acl is_read method GET HEAD
    acl is_document ${path} -m reg ${quoted(documentPath)}
    http-request disable-l7-retry if !is_read
    ${edgeRules.flatMap((rule, index) => linesOf(rule, index, servers)).join('\n    ')}`

const origin = (instance: HaproxyOptions['instance']): string => instance?.baseUrl ?? `\${SIGNET_BASE_URL}`

const logFormat = `{"time":"%t","client":"%[var(txn.client)]","method":"%HM","status":%ST,"milliseconds":%Ta,"service":"%b","server":"%s","end":"%tsc","id":"%ID"}`

const redirectFrontend = ({ redirectFrom }: NonNullable<HaproxyOptions['tls']>): string =>
  `frontend redirect\n    bind ${redirectFrom}\n    http-request redirect scheme https code 308`

const scimDenial = (status: number, detail: string): string =>
  `http-request deny deny_status ${status} content-type "${scimMediaType}" string '${scimRefusal(status, detail)}'${status === 429 ? ' hdr Retry-After 1' : ''}`

const healthFrontend = ({ bind, needs }: NonNullable<HaproxyOptions['health']>): string =>
  [
    'frontend health',
    `    bind ${bind}`,
    '    no log',
    '    monitor-uri /',
    ...needs.map((name) => `    monitor fail if { nbsrv(${name}-live) lt 1 }`),
  ].join('\n')

const metricsFrontend = (address: string): string =>
  [
    'frontend metrics',
    `    bind ${address}`,
    '    no log',
    '    http-request use-service prometheus-exporter if { path /metrics }',
    '    http-request deny deny_status 404',
  ].join('\n')

/** Requests between services are, like those of clients, repeated only when they read. */
const internalFrontend = (name: Upstream, address: string, servers: Servers): string =>
  [
    `frontend ${name}-internal`,
    `bind ${address}`,
    'no log',
    'http-request disable-l7-retry if !{ method GET HEAD }',
    ...withoutReadyServers(name, servers).map(({ to, conditions }) => `use_backend ${to} if ${conditions}`),
    `default_backend ${name}`,
  ].join('\n    ')

/** Backends that replace the one of the ready servers, in their order. */
const withoutReadyServers = (name: Upstream, servers: Servers) => [
  ...('service' in servers
    ? []
    : [{ to: `${name}-any`, conditions: `{ nbsrv(${name}) lt 1 } { nbsrv(${name}-live) lt 1 }` }]),
  { to: `${name}-live`, conditions: `{ nbsrv(${name}) lt 1 }` },
]

const quoted = ({ source }: RegExp): string => `'${source.replaceAll('\\/', '/')}'`

function linesOf(rule: EdgeRule, index: number, servers: HaproxyOptions['servers']): string[] {
  const acl = `path${index}`
  const when = [
    acl,
    ...(rule.host === 'instance' ? ['at_instance'] : []),
    ...(rule.isRead ? ['is_read'] : []),
  ].join(' ')
  return [`acl ${acl} ${path} -m reg ${quoted(rule.path)}`, ...actionsOf(rule, when, servers)]
}

function actionsOf({ route }: EdgeRule, when: string, servers: HaproxyOptions['servers']): string[] {
  if ('refused' in route) return [`http-request return status 404 if ${when}`]
  if ('redirect' in route) return [`http-request redirect location ${route.redirect} code 302 if ${when}`]
  const documents =
    route.to === 'auth' ? [`use_backend auth-live if ${when} is_document { nbsrv(auth-live) ge 1 }`] : []
  return [
    ...documents,
    ...withoutReadyServers(route.to, servers[route.to]).map(
      ({ to, conditions }) => `use_backend ${to} if ${when} ${conditions}`,
    ),
    `use_backend ${route.to} if ${when}`,
  ]
}

const usesDns = ({ servers }: HaproxyOptions): boolean =>
  Object.values(servers).some((one) => !('length' in one))

/** A stopping replica is not ready for SIGNET_DRAIN_SECONDS, which is longer than two checks. */
const checked = 'check inter 500ms fall 2 rise 1'

/**
 * Backends of the ready servers; of all that run, to which requests are sent while no server is ready; and of all, for the time in
 * which no server answers a health check soon enough. A state that makes every replica unready or slow therefore causes no outage of
 * its own.
 */
const backends = (name: string, servers: Servers): string[] =>
  'service' in servers
    ? [
        // The platform refuses connections to a service without a ready replica.
        `backend ${name}\n    server ${name} ${servers.service} ${checked} resolvers dns init-addr none`,
        `backend ${name}-live\n    server ${name} ${servers.live} resolvers dns init-addr none`,
      ]
    : [
        backend(name, servers, { path: '/ready' }),
        backend(`${name}-live`, servers, { path: '/health' }),
        backend(`${name}-any`, servers),
      ]

function backend(
  name: string,
  servers: Exclude<Servers, { service: string }>,
  check?: { readonly path: string },
): string {
  const options = check ? ` ${checked}` : ''
  const lines = [
    'balance roundrobin',
    ...(check ? [`option httpchk GET ${check.path}`, 'http-check expect status 200'] : []),
    ...('name' in servers
      ? [
          `server-template ${name}- ${servers.replicas} ${servers.name}${options} resolvers dns init-addr none`,
        ]
      : servers.map((address, index) => `server ${name}-${index + 1} ${address}${options}`)),
  ]
  return [`backend ${name}`, ...lines].join('\n    ')
}
