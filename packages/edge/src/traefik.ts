import { type EdgeForm, instanceHostsOf, patternOf, proxyHeaderNames, schemeOf, upstreams } from './form.ts'
import { limits } from './limits.ts'
import { type EdgeRule, edgeRules, methods } from './routes.ts'

/**
 * Prints two YAML documents for Traefik 3: its static configuration, and that of the file provider. Traefik matches the path as the
 * client sent it; the services reject other spellings of a path.
 */
export const traefikConfiguration = (
  form: EdgeForm,
): string => `# Printed by edge:print from packages/edge. Save the two documents as traefik.yaml and signet.yaml.
${staticPart(form)}
---
# signet.yaml
http:
  routers:
${edgeRules.map((rule, index) => router(form, rule, index)).join('')}    methods:
      rule: "${methods.map((method) => `!Method(\`${method}\`)`).join(' && ')}"
      priority: 1000
      entryPoints: [signet]
      service: refused
${secured(form)}  middlewares:
    signet:
      chain: { middlewares: [clients, body, headers] }
    clients:
      inFlightReq:
        amount: ${limits.requestsPerClient}
        sourceCriterion: { ipStrategy: { depth: ${form.trustedProxies.length > 0 ? 1 : 0} } }
    body:
      buffering: { maxRequestBodyBytes: ${limits.bodyBytes} }
    headers:
      headers:
        customRequestHeaders:
          X-Forwarded-Proto: ${schemeOf(form)}
${[...proxyHeaderNames, 'X-Request-Id', 'Te', 'Http2-Settings'].map((name) => `          ${name}: ""\n`).join('')}${form.tls ? '        stsSeconds: 31536000\n' : ''}    to-console:
      redirectRegex: { regex: ".*", replacement: "${form.baseUrl}/admin/" }
  serversTransports:
    signet:
      forwardingTimeouts:
        dialTimeout: 2s
        responseHeaderTimeout: ${seconds(limits.answerMs)}
        idleConnTimeout: ${seconds(limits.upstreamIdleMs)}
  services:
    # No server: Traefik answers 503 or 404 itself.
    refused:
      loadBalancer: { servers: [] }
${upstreams.map((name) => service(form, name)).join('')}${form.tls ? `tls:\n  certificates:\n    - { certFile: ${form.tls.certificate}, keyFile: ${form.tls.key} }\n` : ''}`

const seconds = (milliseconds: number): string => `${milliseconds / 1000}s`

const staticPart = ({ bind, tls, trustedProxies }: EdgeForm): string => `# traefik.yaml
providers:
  file: { filename: /etc/traefik/signet.yaml }
# Paths and headers are not logged: both can contain tokens.
accessLog:
  format: json
  fields:
    names: { RequestPath: drop, RequestLine: drop }
    headers: { defaultMode: drop }
metrics:
  prometheus: { entryPoint: metrics }
ping: { entryPoint: metrics }
entryPoints:
  metrics: { address: "127.0.0.1:8405" }
  signet:
    address: "${bind}"
    forwardedHeaders: { trustedIPs: [${trustedProxies.map((network) => `"${network}"`).join(', ')}] }
    transport:
      lifeCycle: { requestAcceptGraceTimeout: 5s, graceTimeOut: 30s }
      respondingTimeouts: { readTimeout: ${seconds(limits.requestMs)}, idleTimeout: ${seconds(limits.keepAliveMs)} }
${
  tls
    ? `  redirect:
    address: "${tls.redirectFrom}"
    http: { redirections: { entryPoint: { to: signet, scheme: https } } }
`
    : ''
}`

const secured = ({ tls }: EdgeForm): string => (tls ? '      tls: {}\n' : '')

/** A higher priority decides first; the rules are in the order of decision. */
function router(form: EdgeForm, { host, path, isRead, route }: EdgeRule, index: number): string {
  const hosts = instanceHostsOf(form)
    .filter((name) => !name.startsWith('['))

    .map((name) => `Host(\`${name}\`)`)
    .join(' || ')
  const conditions = [
    ...(host === 'instance' ? [`(${hosts})`] : []),
    ...(isRead ? ['(Method(`GET`) || Method(`HEAD`))'] : []),
    `PathRegexp(\`${patternOf(path)}\`)`,
  ]
  const middlewares = 'redirect' in route ? ['signet', 'to-console'] : ['signet']
  return `    rule${index}:
      rule: "${conditions.join(' && ').replaceAll('\\', '\\\\')}"
      priority: ${900 - index}
      entryPoints: [signet]
      middlewares: [${middlewares.join(', ')}]
      service: ${'to' in route ? route.to : 'refused'}
${secured(form)}`
}

/** Requests are sent to running servers while none is ready. */
const service = ({ servers }: EdgeForm, name: (typeof upstreams)[number]): string => `    ${name}:
      failover: { service: ${name}-ready, fallback: ${name}-live }
${[
  ['ready', '/ready'],
  ['live', '/health'],
]
  .map(
    ([state, probe]) => `    ${name}-${state}:
      loadBalancer:
        serversTransport: signet
        healthCheck: { path: ${probe}, interval: 1s, timeout: 2s }
        servers:
${servers[name].map((address) => `          - url: "http://${address}"\n`).join('')}`,
  )
  .join('')}`
