import * as z from 'zod'
import { BaseUrl, DatabaseUrl, NatsUrl, Origin, Pairs, PublicKeys } from './variables.ts'

/** Documentation of a variable for operators; an `isSecret` one can be a file, named by `…_FILE`. */
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

/** Environment variables of every service. */
export const commonEnv = {
  NODE_ENV: variable(
    z.enum(['development', 'test', 'production']).default('development'),
    '`production` refuses what is for development alone.',
  ),
  HOST: variable(
    z.string().default('127.0.0.1'),
    'Address the service listens on; `0.0.0.0` in a container.',
  ),
  PORT: variable(port().default(0), 'Port the service listens on; 0 takes any that is free.'),
  LOG_LEVEL: variable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'Lines from this level on are written to stdout; requests are `info`.',
  ),
  SIGNET_BASE_URL: variable(BaseUrl, 'The address people use, as an origin: https, or http on loopback.'),
  SIGNET_PROXY_HOPS: variable(
    z.coerce.number().int().min(0).max(8).default(0),
    'Reverse proxies whose `X-Forwarded-For` is trusted, counted from the right. With 0, the service uses the address of the connection.',
  ),
  SIGNET_DRAIN_SECONDS: variable(
    z.coerce.number().min(0).max(15).default(0),
    'How long a stopping service goes on answering while `/ready` says 503; 5 behind a load balancer.',
    { unit: 'seconds' },
  ),
  SIGNET_METRICS_HOST: variable(z.string().default('127.0.0.1'), 'Address `/metrics` is served on.'),
  SIGNET_METRICS_PORT: variable(
    port().optional(),
    'Port `/metrics` is served on, for Prometheus alone; without it, not at all.',
  ),
} as const

export const databaseEnv = {
  DATABASE_URL: variable(
    DatabaseUrl,
    'PostgreSQL, of a login role that is a member of `signet_service`, `signet_instance` and `signet_token`; commands need the owner of the tables.',
    secret,
  ),
  SIGNET_DATABASE_POOL: variable(
    z.coerce.number().int().min(2).max(200).default(10),
    'Connections of the main pool. auth opens 4 more, admin-api 3 more.',
    { unit: 'connections' },
  ),
} as const

/** Credentials for NATS and the certificate authority of the server; files are read at start. */
export const natsEnv = {
  NATS_URL: variable(NatsUrl, 'nats-server with JetStream; several separated by commas.'),
  SIGNET_NATS_REPLICAS: variable(
    z.coerce.number().int().min(1).max(5).optional(),
    'Copies of each stream in a NATS cluster: 3 of three servers. Without it, streams keep the number they have, and begin with 1.',
  ),
  NATS_USER: variable(z.string().optional(), 'User name, with NATS_PASSWORD.'),
  NATS_PASSWORD: variable(z.string().optional(), 'Password of NATS_USER.', secret),
  NATS_TOKEN: variable(z.string().optional(), 'Token, instead of a user.', secret),
  NATS_CREDS_FILE: variable(z.string().optional(), 'Credentials file of an operator-mode server.'),
  NATS_NKEY_SEED_FILE: variable(z.string().optional(), 'File of an nkey seed.'),
  NATS_TLS_CA_FILE: variable(z.string().optional(), 'Certificate authorities the server is known by.'),
  NATS_TLS_CERT_FILE: variable(z.string().optional(), 'Client certificate, with NATS_TLS_KEY_FILE.'),
  NATS_TLS_KEY_FILE: variable(z.string().optional(), 'Key of the client certificate.'),
} as const

export const secretsEnv = {
  SIGNET_SECRET_KEYS: variable(
    z.string().min(1),
    '`<id>:<32 random bytes, base64url>`, separated by commas: the first seals, all open. Keep it apart from database backups.',
    secret,
  ),
} as const

export const egressEnv = {
  SIGNET_EGRESS_ALLOW: variable(
    Pairs,
    'Development only, refused in production: exact `host:port` pairs on loopback that addresses of applications may point to.',
  ),
} as const

/**
 * Set by the operator of the machines, not by an administrator of the console, so that they are allowed in production.
 */
export const mailEnv = {
  SIGNET_MAIL_ALLOW: variable(
    Pairs,
    'Exact `host:port` pairs of mail servers on private addresses or unusual ports.',
  ),
} as const

/** Permits a machine while an instance is set up, so that the rest of the instance can be configured as code. */
export const machineEnv = {
  SIGNET_MACHINE_KEYS: variable(
    PublicKeys.optional(),
    'Public keys, as a JWK set, that a machine signs its client assertions with (decision 51).',
  ),
  SIGNET_MACHINE_ACTS_FOR: variable(
    z.string().min(1).optional(),
    'E-mail address of the administrator that machine acts for.',
  ),
} as const

/** Retention of the audit and the keys of its exports (`audit:export`, `audit:verify`, `audit:prune`). */
export const auditEnv = {
  SIGNET_AUDIT_RETENTION_MONTHS: variable(
    z.coerce.number().int().min(1).max(1_200).optional(),
    'How long audit entries stay in the database at least; `audit:prune` drops older months that were exported. Without it, all stay for ever.',
    { unit: 'months' },
  ),
  SIGNET_AUDIT_KEY: variable(
    z.string().min(1).optional(),
    'Ed25519 key, PEM, that `audit:export` signs with. Keep it apart from the exports.',
    secret,
  ),
  SIGNET_AUDIT_PUBLIC_KEY: variable(
    z.string().min(1).optional(),
    'Its public key, PEM, for `audit:verify` and `audit:prune`; without it, that of SIGNET_AUDIT_KEY.',
    secret,
  ),
} as const

/** The environment of each service, and of the commands. */
const edgeAddress = (service: string) =>
  variable(z.string().optional(), `Host and port where HAProxy reaches ${service}.`)

const edgeAddresses = {
  SIGNET_EDGE_AUTH: edgeAddress('auth'),
  SIGNET_EDGE_AUTH_DOCUMENTS: edgeAddress('the discovery documents and key sets of auth'),
  SIGNET_EDGE_ADMIN_API: edgeAddress('admin-api'),
  SIGNET_EDGE_SCIM: edgeAddress('scim'),
  SIGNET_EDGE_MCP_GATEWAY: edgeAddress('mcp-gateway'),
  SIGNET_EDGE_CONSOLE: edgeAddress('the console'),
}

export const environments = {
  auth: {
    ...commonEnv,
    ...databaseEnv,
    ...natsEnv,
    ...secretsEnv,
    ...egressEnv,
    ...mailEnv,
    SIGNET_ISSUER_CACHE: variable(
      z.coerce.number().int().min(1).max(10_000).default(1_200),
      'Projects whose provider stays in memory, some 270 KiB each.',
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
    SIGNET_AUTH_URL: variable(
      Origin.optional(),
      'Where auth is reached from here; for admin-api, when not at the public address.',
    ),
  },
  scim: { ...commonEnv, ...databaseEnv, ...natsEnv },
  'mcp-gateway': {
    ...commonEnv,
    SIGNET_ADMIN_API_URL: variable(Origin, 'Where admin-api is reached from here, as an origin.'),
  },
  /** Serves the files of the console. */
  console: { HOST: commonEnv.HOST, PORT: commonEnv.PORT },
  /** HAProxy in front of all services, which reads the variables itself (infra/edge/haproxy.ts). */
  edge: {
    SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL,
    SIGNET_EDGE_TRUSTED_PROXIES: variable(
      z.string().default(''),
      'Addresses and networks, separated by spaces, of the proxies in front of HAProxy: only their `X-Forwarded-For` is kept. With one such proxy the services need `SIGNET_PROXY_HOPS=2`.',
    ),
    SIGNET_EDGE_BIND: variable(z.string().optional(), 'Address and port that HAProxy listens on.'),
    SIGNET_EDGE_HEALTH: variable(
      z.string().optional(),
      'Address and port that answers 200 while HAProxy runs.',
    ),
    ...edgeAddresses,
  },
  commands: {
    DATABASE_URL: databaseEnv.DATABASE_URL,
    SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL,
    ...natsEnv,
    ...secretsEnv,
    ...machineEnv,
    ...auditEnv,
  },
} as const
