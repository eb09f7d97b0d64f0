import { haproxyConfiguration, type Servers } from '@signet/edge'

/** The environment may replace the default; syntax of HAProxy. */
const variable = (name: string, byDefault: string): string => `"\${SIGNET_EDGE_${name}-${byDefault}}"`

/** Network of compose, with at most 8 replicas. */
const composed = (name: string): Servers => ({
  name: variable(variableOf[name] ?? '', `${name}:8080`),
  replicas: 8,
})

const variableOf: Readonly<Record<string, string>> = {
  auth: 'AUTH',
  'admin-api': 'ADMIN_API',
  scim: 'SCIM',
  'mcp-gateway': 'MCP_GATEWAY',
  console: 'CONSOLE',
}

/** Two processes, so that one answers while the other one is restarted. */
const onThisMachine = (name: string, port: number): Servers => [
  variable(variableOf[name] ?? '', `127.0.0.1:${port}`),
  variable(`${variableOf[name]}_2`, `127.0.0.1:${port + 10}`),
]

/** The address is in the values of the chart, and begins with the name of the release. */
const inCluster = (name: string): Servers => ({
  service: `"\${SIGNET_EDGE_${variableOf[name]}}"`,
  live: `"\${SIGNET_EDGE_${variableOf[name]}_LIVE}"`,
})

const bind = variable('BIND', '0.0.0.0:8080')

export const forms = {
  'infra/compose/haproxy.cfg': haproxyConfiguration({
    bind,
    health: {
      bind: variable('HEALTH', '127.0.0.1:8081'),
      needs: ['auth', 'admin-api', 'scim', 'mcp-gateway', 'console'],
    },
    metrics: variable('METRICS', '127.0.0.1:8405'),
    servers: {
      auth: composed('auth'),
      'admin-api': composed('admin-api'),
      scim: composed('scim'),
      'mcp-gateway': composed('mcp-gateway'),
      console: composed('console'),
    },
  }),
  'infra/systemd/haproxy.cfg': haproxyConfiguration({
    bind: variable('BIND', '127.0.0.1:8080'),
    metrics: variable('METRICS', '127.0.0.1:8405'),
    servers: {
      auth: onThisMachine('auth', 8081),
      'admin-api': onThisMachine('admin-api', 8082),
      scim: onThisMachine('scim', 8083),
      'mcp-gateway': onThisMachine('mcp-gateway', 8084),
      console: onThisMachine('console', 8085),
    },
    internal: {
      auth: variable('INTERNAL_AUTH', '127.0.0.1:8071'),
      'admin-api': variable('INTERNAL_ADMIN_API', '127.0.0.1:8072'),
    },
  }),
  'infra/charts/edge/haproxy.cfg': haproxyConfiguration({
    bind,
    health: { bind: variable('HEALTH', '0.0.0.0:8081'), needs: [] },
    metrics: variable('METRICS', '0.0.0.0:8405'),
    servers: {
      auth: inCluster('auth'),
      'admin-api': inCluster('admin-api'),
      scim: inCluster('scim'),
      'mcp-gateway': inCluster('mcp-gateway'),
      console: inCluster('console'),
    },
  }),
} as const
