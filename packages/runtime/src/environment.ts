import * as z from 'zod'
import { BaseUrl, DatabaseUrl, NatsUrl, Origin, Pairs, PublicKeys } from './variables.ts'

/** Documents a variable for operators; an `isSecret` one can be a file, named by `…_FILE`. */
interface Description {
  readonly description: string
  readonly unit?: string
  readonly isSecret?: true
}

const variable = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  more: Omit<Description, 'description'> = {},
) => schema.meta({ description, ...more })

const secret = { isSecret: true } as const
const port = () => z.coerce.number().int().min(0).max(65535)

export const commonEnv = {
  NODE_ENV: variable(
    z.enum(['development', 'test', 'production']).default('development'),
    '`production` rejects settings that are for development only.',
  ),
  HOST: variable(
    z.string().default('127.0.0.1'),
    'Address on which the service listens; `0.0.0.0` in a container.',
  ),
  PORT: variable(port().default(0), 'Port on which the service listens; 0 selects a free one.'),
  LOG_LEVEL: variable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'Lowest level of the lines written to stdout; requests are `info`.',
  ),
  SIGNET_BASE_URL: variable(
    BaseUrl,
    'Address of the instance for users, as an origin: https, or http on loopback.',
  ),
  SIGNET_PROXY_HOPS: variable(
    z.coerce.number().int().min(0).max(8).default(0),
    'Number of reverse proxies whose `X-Forwarded-For` is trusted, counted from the right. With 0, the service uses the address of the connection.',
  ),
  SIGNET_DRAIN_SECONDS: variable(
    z.coerce.number().min(0).max(15).default(0),
    'Time for which a stopping service still answers requests while `/ready` returns 503; 5 behind a load balancer.',
    { unit: 'seconds' },
  ),
  SIGNET_METRICS_HOST: variable(z.string().default('127.0.0.1'), 'Address on which `/metrics` is served.'),
  SIGNET_METRICS_PORT: variable(
    port().optional(),
    'Port on which `/metrics` is served, for Prometheus only; without it, there are no metrics.',
  ),
} as const

export const databaseEnv = {
  DATABASE_URL: variable(
    DatabaseUrl,
    'Address of PostgreSQL, with a login role that is a member of `signet_service`, `signet_instance` and `signet_token`; commands need the owner of the tables. `?pooler=transaction` is for PgBouncer in transaction mode.',
    secret,
  ),
  SIGNET_DATABASE_POOL: variable(
    z.coerce.number().int().min(2).max(200).default(10),
    'Connections of the main pool. auth opens 5 more, admin-api 4 more, scim three more.',
    { unit: 'connections' },
  ),
} as const

/** Files are read at start. */
export const natsEnv = {
  NATS_URL: variable(
    NatsUrl,
    'Address of nats-server with JetStream; several addresses separated by commas.',
  ),
  SIGNET_NATS_REPLICAS: variable(
    z.coerce.number().int().min(1).max(5).optional(),
    'Copies of each stream in a NATS cluster: 3 with three servers. Without it, existing streams keep their number of copies, and new streams have 1.',
  ),
  NATS_USER: variable(z.string().optional(), 'User name, with NATS_PASSWORD.'),
  NATS_PASSWORD: variable(z.string().optional(), 'Password of NATS_USER.', secret),
  NATS_TOKEN: variable(z.string().optional(), 'Token, in place of a user.', secret),
  NATS_CREDS_FILE: variable(z.string().optional(), 'Credentials file of an operator-mode server.'),
  NATS_NKEY_SEED_FILE: variable(z.string().optional(), 'File of an nkey seed.'),
  NATS_TLS_CA_FILE: variable(
    z.string().optional(),
    'File of the certificate authorities that verify the server.',
  ),
  NATS_TLS_CERT_FILE: variable(
    z.string().optional(),
    'File of the client certificate, with NATS_TLS_KEY_FILE.',
  ),
  NATS_TLS_KEY_FILE: variable(z.string().optional(), 'File of the key of the client certificate.'),
} as const

export const secretsEnv = {
  SIGNET_SECRET_KEYS: variable(
    z.string().min(1),
    '`<id>:<32 random bytes, base64url>`, separated by commas: the first one encrypts, all decrypt. Keep it apart from database backups.',
    secret,
  ),
} as const

export const egressEnv = {
  SIGNET_EGRESS_ALLOW: variable(
    Pairs,
    'Development only, refused in production: exact `host:port` pairs on loopback to which addresses of applications and migration hooks may point.',
  ),
} as const

/** The operator of the machines sets it, not an administrator of the console, so that it is allowed in production. */
export const mailEnv = {
  SIGNET_MAIL_ALLOW: variable(
    Pairs,
    'Exact `host:port` pairs of mail servers on private addresses or unusual ports.',
  ),
} as const

/** No part of Signet requests the metadata from the network. */
export const metadataEnv = {
  SIGNET_FIDO_METADATA_FILE: variable(
    z.string().min(1).optional(),
    'File of the FIDO Metadata Service, version 3, for lists of permitted authenticators: the published JWT or its payload. It is read again after it was replaced.',
  ),
  SIGNET_FIDO_METADATA_ROOT_FILE: variable(
    z.string().min(1).optional(),
    'File of the root certificates, PEM, that verify the JWT; those of GlobalSign, which the FIDO Alliance uses, by default.',
  ),
} as const

/** Separates the role that changes the schema from that of the services. */
export const serviceLoginEnv = {
  SIGNET_SERVICE_DATABASE_URL: variable(
    DatabaseUrl.optional(),
    'DATABASE_URL of the services, for `db:setup` and `db:migrate`: they create its user, as a member of `signet_service`, `signet_instance` and `signet_token`, which owns no table, and with `?pooler=transaction` the logins for PgBouncer.',
    secret,
  ),
} as const

/** Permits a machine while an instance is set up, so that the rest of the instance can be configured as code. */
export const machineEnv = {
  SIGNET_MACHINE_KEYS: variable(
    PublicKeys.optional(),
    'Public keys, as a JWK set, that verify the client assertions of a machine (decision 39).',
  ),
  SIGNET_MACHINE_ACTS_FOR: variable(
    z.string().min(1).optional(),
    'E-mail address of the administrator on whose behalf this machine acts.',
  ),
} as const

/** Used by `audit:export`, `audit:verify` and `audit:prune`. */
export const auditEnv = {
  SIGNET_AUDIT_RETENTION_MONTHS: variable(
    z.coerce.number().int().min(1).max(1_200).optional(),
    'Minimum time for which audit entries are kept in the database; `audit:prune` drops older months that were exported. Without it, all months are kept.',
    { unit: 'months' },
  ),
  SIGNET_AUDIT_KEY: variable(
    z.string().min(1).optional(),
    'Ed25519 key, PEM, with which `audit:export` signs. Keep it apart from the exports.',
    secret,
  ),
  SIGNET_AUDIT_PUBLIC_KEY: variable(
    z.string().min(1).optional(),
    'Public key of SIGNET_AUDIT_KEY, PEM, for `audit:verify` and `audit:prune`; without it, they derive it from SIGNET_AUDIT_KEY.',
    secret,
  ),
} as const

const edgeAddress = (service: string) =>
  variable(z.string().optional(), `Host and port at which HAProxy reaches ${service}.`)

const liveAddress = (service: string) =>
  variable(
    z.string().optional(),
    `Host and port of all running replicas of ${service}, to which requests are sent while no replica is ready. Needed where the platform removes unready replicas from an address.`,
  )

const secondAddress = (service: string) =>
  variable(z.string().optional(), `Host and port of the second process of ${service}, with systemd.`)

const edgeAddresses = {
  SIGNET_EDGE_AUTH: edgeAddress('auth'),
  SIGNET_EDGE_AUTH_2: secondAddress('auth'),
  SIGNET_EDGE_AUTH_LIVE: liveAddress('auth'),
  SIGNET_EDGE_ADMIN_API: edgeAddress('admin-api'),
  SIGNET_EDGE_ADMIN_API_2: secondAddress('admin-api'),
  SIGNET_EDGE_ADMIN_API_LIVE: liveAddress('admin-api'),
  SIGNET_EDGE_SCIM: edgeAddress('scim'),
  SIGNET_EDGE_SCIM_2: secondAddress('scim'),
  SIGNET_EDGE_SCIM_LIVE: liveAddress('scim'),
  SIGNET_EDGE_MCP_GATEWAY: edgeAddress('mcp-gateway'),
  SIGNET_EDGE_MCP_GATEWAY_2: secondAddress('mcp-gateway'),
  SIGNET_EDGE_MCP_GATEWAY_LIVE: liveAddress('mcp-gateway'),
  SIGNET_EDGE_CONSOLE: edgeAddress('the console'),
  SIGNET_EDGE_CONSOLE_2: secondAddress('the console'),
  SIGNET_EDGE_CONSOLE_LIVE: liveAddress('the console'),
  SIGNET_EDGE_INTERNAL_AUTH: variable(
    z.string().optional(),
    'Address and port on which HAProxy listens for requests of services to auth, with systemd.',
  ),
  SIGNET_EDGE_INTERNAL_ADMIN_API: variable(
    z.string().optional(),
    'Address and port on which HAProxy listens for requests of services to admin-api, with systemd.',
  ),
}

export const environments = {
  auth: {
    ...commonEnv,
    ...databaseEnv,
    ...natsEnv,
    ...secretsEnv,
    ...egressEnv,
    ...mailEnv,
    ...metadataEnv,
    SIGNET_SECURITY_LOG: variable(
      z.enum(['addresses', 'networks', 'off']).default('networks'),
      'Lines of sign-ins in the log: `addresses` has the address of the client, for fail2ban, `networks` its /24 or /64, `off` writes none.',
    ),
    SIGNET_ISSUER_CACHE: variable(
      z.coerce.number().int().min(1).max(10_000).default(1_200),
      'Maximum number of projects whose provider is kept in memory, about 270 KiB each.',
      { unit: 'projects' },
    ),
  },
  'admin-api': {
    ...commonEnv,
    ...databaseEnv,
    ...natsEnv,
    ...secretsEnv,
    ...egressEnv,
    ...mailEnv,
    ...metadataEnv,
    SIGNET_AUTH_URL: variable(
      Origin.optional(),
      'Origin at which admin-api reaches auth, when it is not the public address.',
    ),
  },
  scim: { ...commonEnv, ...databaseEnv, ...natsEnv },
  'mcp-gateway': {
    ...commonEnv,
    SIGNET_ADMIN_API_URL: variable(Origin, 'Origin at which mcp-gateway reaches admin-api.'),
  },
  console: {
    HOST: commonEnv.HOST,
    PORT: commonEnv.PORT,
    LOG_LEVEL: commonEnv.LOG_LEVEL,
    SIGNET_DRAIN_SECONDS: commonEnv.SIGNET_DRAIN_SECONDS,
    SIGNET_METRICS_HOST: commonEnv.SIGNET_METRICS_HOST,
    SIGNET_METRICS_PORT: commonEnv.SIGNET_METRICS_PORT,
  },
  /** HAProxy reads the variables itself (packages/edge). */
  edge: {
    SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL,
    SIGNET_EDGE_TRUSTED_PROXIES: variable(
      z.string().default(''),
      'Addresses and networks, separated by spaces, of the proxies in front of HAProxy: only their `X-Forwarded-For` is kept. With one such proxy the services need `SIGNET_PROXY_HOPS=2`.',
    ),
    SIGNET_EDGE_BIND: variable(z.string().optional(), 'Address and port on which HAProxy listens.'),
    SIGNET_EDGE_HEALTH: variable(
      z.string().optional(),
      'Address and port that return 200 while HAProxy runs.',
    ),
    SIGNET_EDGE_METRICS: variable(
      z.string().optional(),
      'Address and port on which HAProxy serves its metrics for Prometheus.',
    ),
    ...edgeAddresses,
  },
  commands: {
    DATABASE_URL: databaseEnv.DATABASE_URL,
    SIGNET_SERVICE_URLS: variable(
      z.string().optional(),
      'Origins of the services, separated by commas, whose `/ready` `doctor` requests.',
    ),
    SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL,
    ...natsEnv,
    ...secretsEnv,
    ...machineEnv,
    ...serviceLoginEnv,
    ...auditEnv,
  },
} as const
