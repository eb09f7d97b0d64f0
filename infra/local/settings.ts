import { resolve } from 'node:path'
import { Refusal } from './refusal.ts'
import { root } from './repository.ts'

export interface Settings {
  /** The system chooses one for 0. */
  readonly port: number
  readonly host: string
  readonly dataFolder: string
  /** Default: `http://localhost:<port>`. */
  readonly baseUrl: string | undefined
  readonly databaseUrl: string | undefined
  readonly natsUrl: string | undefined
  readonly secretKeys: string | undefined
  /** True when a proxy in front of the edge verifies certificates of clients. */
  readonly keepsClientCertificates: boolean
  /** True for `npm run dev`: the sources run and restart after a change. */
  readonly watches: boolean
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    port: readPort(env.PORT ?? '8080'),
    host: env.HOST ?? '127.0.0.1',
    dataFolder: resolve(root, env.SIGNET_DATA_DIR ?? '.local'),
    baseUrl: env.SIGNET_BASE_URL === undefined ? undefined : readBaseUrl(env.SIGNET_BASE_URL),
    databaseUrl: env.DATABASE_URL || undefined,
    natsUrl: env.NATS_URL || undefined,
    secretKeys: env.SIGNET_SECRET_KEYS || undefined,
    keepsClientCertificates: env.SIGNET_LOCAL_CLIENT_CERTIFICATES === 'true',
    watches: env.SIGNET_WATCH === 'true',
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Refusal(`PORT must be a number from 0 to 65535, not "${text}".`)
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  if (isOrigin) return url.origin
  throw new Refusal(
    `SIGNET_BASE_URL must be an origin such as https://id.example.com, without a path, not "${text}".`,
  )
}
