import { documentPath, type EdgeRule, edgeRules, loopbackHosts, type Upstream } from '../local/edge-routes.ts'

export interface HaproxyOptions {
  /** `address:port` it listens on, for everybody. */
  readonly bind: string
  readonly baseUrl: string
  /** `host:port` of each replica. */
  readonly servers: Readonly<Record<Upstream, readonly string[]>>
  /** `address:port` besides, for the services themselves. */
  readonly internal?: Partial<Readonly<Record<Upstream, string>>>
}

/** A request's path as the rules want it, decoded and with single slashes. */
const path = 'path,url_dec,regsub(//+,/,g)'

/** Only a proxy of ours may say these. */
const untrusted = '(x-forwarded-.*|forwarded|x-real-ip|x-client-.*|(x-)?ssl-.*|client-cert.*)'

/**
 * The configuration of HAProxy in front of everything, made from the rules of the edge. A stopping replica says that it is
 * not ready for SIGNET_DRAIN_SECONDS, which have to be longer than two checks.
 */
export function haproxyConfiguration({ bind, baseUrl, servers, internal = {} }: HaproxyOptions): string {
  const { hostname, protocol } = new URL(baseUrl)
  const hosts = [hostname, ...loopbackHosts].join(' ')
  return `${[
    defaults,
    `frontend signet
    bind ${bind}
    acl at_instance req.hdr(host),regsub(:[0-9]+$,),lower -m str ${hosts}
    acl is_read method GET HEAD
    acl is_document ${path} -m reg ${quoted(documentPath)}
    http-request del-header ${untrusted} -m reg
    http-request set-header X-Forwarded-For %[src]
    http-request set-header X-Forwarded-Proto ${protocol.slice(0, -1)}
    ${edgeRules.flatMap(linesOf).join('\n    ')}`,
    ...Object.entries(servers).map(([name, replicas]) => backend(name, '/ready', replicas)),
    backend('documents', '/health', servers.auth),
    ...Object.entries(internal).map(
      ([name, address]) => `frontend ${name}-internal\n    bind ${address}\n    default_backend ${name}`,
    ),
  ].join('\n\n')}\n`
}

const defaults = `defaults
    mode http
    option redispatch
    retries 2
    # What reached nobody, or was not read before the connection closed, is sent to another replica.
    retry-on conn-failure empty-response
    timeout connect 2s
    timeout client 75s
    timeout server 60s
    timeout check 2s
    default-server check inter 500ms fall 2 rise 1 maxconn 512`

const quoted = ({ source }: RegExp): string => `'${source.replaceAll('\\/', '/')}'`

function linesOf(rule: EdgeRule, index: number): string[] {
  const acl = `path${index}`
  const when = [
    acl,
    ...(rule.host === 'instance' ? ['at_instance'] : []),
    ...(rule.isRead ? ['is_read'] : []),
  ].join(' ')
  return [`acl ${acl} ${path} -m reg ${quoted(rule.path)}`, ...actionsOf(rule, when)]
}

function actionsOf({ route }: EdgeRule, when: string): string[] {
  if ('refused' in route) return [`http-request return status 404 if ${when}`]
  if ('redirect' in route) return [`http-request redirect location ${route.redirect} code 302 if ${when}`]
  const documents = route.to === 'auth' ? [`use_backend documents if ${when} is_document`] : []
  return [...documents, `use_backend ${route.to} if ${when}`]
}

const backend = (name: string, check: string, replicas: readonly string[]): string =>
  `backend ${name}
    balance roundrobin
    option httpchk GET ${check}
    http-check expect status 200
    ${replicas.map((address, index) => `server ${name}-${index + 1} ${address}`).join('\n    ')}`
