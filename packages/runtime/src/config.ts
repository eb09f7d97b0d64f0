import * as z from 'zod'

/** Thrown when the environment cannot be used; the message is one sentence naming the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True for `http://localhost`, its subdomains and the loopback addresses: the only places plain http is allowed. */
export const isLoopback = (url: URL): boolean =>
  loopbackHosts.has(url.hostname) || url.hostname.endsWith('.localhost')

const BaseUrl = z
  .url()
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === '/' && !url.search && !url.hash, 'must be an origin without a path')
  .refine(
    (url) => url.protocol === 'https:' || isLoopback(url),
    'must use https (plain http only on loopback)',
  )
  .transform((url) => url.origin)

/** What every service reads from its environment. */
export const commonEnv = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SIGNET_BASE_URL: BaseUrl,
  /**
   * Number of reverse proxies whose X-Forwarded-For entries are believed, counted from the right. None unless whoever
   * runs the proxy says so: without one, anybody could choose the address they are counted by.
   */
  SIGNET_PROXY_HOPS: z.coerce.number().int().min(0).max(8).default(0),
  /** How long a stopping process goes on serving while it says that it is not ready. */
  SIGNET_DRAIN_SECONDS: z.coerce.number().min(0).max(15).default(0),
  /** Where /metrics is served, for Prometheus alone; without a port it is not. */
  SIGNET_METRICS_HOST: z.string().default('127.0.0.1'),
  SIGNET_METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
} as const

export const databaseEnv = {
  DATABASE_URL: z.string().min(1),
  SIGNET_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
} as const
/** How this service proves itself to NATS, and by which authority it knows the server; the files are read at start. */
export const natsEnv = {
  NATS_URL: z.string().min(1),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  NATS_TOKEN: z.string().optional(),
  NATS_CREDS_FILE: z.string().optional(),
  NATS_NKEY_SEED_FILE: z.string().optional(),
  NATS_TLS_CA_FILE: z.string().optional(),
  NATS_TLS_CERT_FILE: z.string().optional(),
  NATS_TLS_KEY_FILE: z.string().optional(),
} as const
export const secretsEnv = { SIGNET_SECRET_KEYS: z.string().min(1) } as const
const Pairs = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean),
  )

/** Exact host:port pairs that guarded egress may reach although they are private; development only. */
export const egressEnv = { SIGNET_EGRESS_ALLOW: Pairs } as const
/**
 * Exact host:port pairs of mail relays on private addresses. It is whoever runs the machines who names them, not an
 * administrator of the console, so it stands in production too.
 */
export const mailEnv = { SIGNET_MAIL_ALLOW: Pairs } as const

const PublicKey = z
  .looseObject({ kty: z.enum(['EC', 'OKP', 'RSA']) })
  .refine((key) => !('d' in key), 'must be a public key')

/** A JSON Web Key Set of public keys, as text. */
const PublicKeys = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be a JSON Web Key Set' })
      return z.NEVER
    }
  })
  .pipe(z.object({ keys: z.array(PublicKey).min(1) }))

/** What permits a machine while an instance is set up, so that everything else of it can be written as code. */
export const machineEnv = {
  /** Public keys the machine signs its client assertions with. */
  SIGNET_MACHINE_KEYS: PublicKeys.optional(),
  /** E-mail address of the administrator it acts for. */
  SIGNET_MACHINE_ACTS_FOR: z.string().min(1).optional(),
} as const

/** Parses the environment once, at start; a missing or wrong variable is a `ConfigError` that names it. */
export function readEnv<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv = process.env,
): z.output<z.ZodObject<Shape>> {
  const parsed = z.object(shape).safeParse(env)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => sentence(issue, env)).join(' '))
  const values = parsed.data as { NODE_ENV?: string; SIGNET_EGRESS_ALLOW?: string[] }
  if (values.NODE_ENV === 'production' && values.SIGNET_EGRESS_ALLOW?.length)
    throw new ConfigError(
      'SIGNET_EGRESS_ALLOW is for development and is refused when NODE_ENV is production.',
    )
  return parsed.data
}

const sentence = (issue: z.core.$ZodIssue, env: NodeJS.ProcessEnv): string =>
  env[String(issue.path[0])] === undefined
    ? `The environment variable ${issue.path.join('.')} is missing.`
    : `The environment variable ${issue.path.join('.')} is not valid: ${issue.message}.`
