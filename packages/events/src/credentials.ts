import { readFileSync } from 'node:fs'
import { ConfigError } from '@signet/runtime'
import { type ConnectionOptions, credsAuthenticator, nkeyAuthenticator } from 'nats'

export interface NatsCredentials {
  readonly NATS_USER?: string | undefined
  readonly NATS_PASSWORD?: string | undefined
  readonly NATS_TOKEN?: string | undefined
  readonly NATS_CREDS_FILE?: string | undefined
  readonly NATS_NKEY_SEED_FILE?: string | undefined
  readonly NATS_TLS_CA_FILE?: string | undefined
  readonly NATS_TLS_CERT_FILE?: string | undefined
  readonly NATS_TLS_KEY_FILE?: string | undefined
}

/**
 * The address may contain user and password, as in `nats://user:password@host:4222`.
 * @throws ConfigError naming the variable of an unreadable file, or two conflicting variables
 */
export function natsOptions(url: string, env: NatsCredentials = {}): ConnectionOptions {
  const urls = url.split(',').map((url) => url.trim())
  return { servers: urls.map(withoutUser), ...tlsOptions(env), ...authentication(env, urls[0] ?? '') }
}

function authentication(env: NatsCredentials, url: string): Partial<ConnectionOptions> {
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: '', password: '' }
  const ways: (readonly [string, () => Partial<ConnectionOptions>])[] = [
    ['NATS_CREDS_FILE', () => ({ authenticator: credsAuthenticator(read(env, 'NATS_CREDS_FILE')) })],
    [
      'NATS_NKEY_SEED_FILE',
      () => ({ authenticator: nkeyAuthenticator(trimmed(read(env, 'NATS_NKEY_SEED_FILE'))) }),
    ],
    ['NATS_TOKEN', () => ({ token: env.NATS_TOKEN ?? '' })],
    ['NATS_USER', () => ({ user: env.NATS_USER ?? '', pass: env.NATS_PASSWORD ?? '' })],
  ]
  const given = ways.filter(([name]) => env[name as keyof NatsCredentials])
  const [first, second] = given
  if (first && second)
    throw new ConfigError(`${first[0]} and ${second[0]} are both set: set only one of them.`)
  if (first) return first[1]()
  return username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}
}

function tlsOptions(env: NatsCredentials): Partial<ConnectionOptions> {
  const files = {
    ca: env.NATS_TLS_CA_FILE && text(env, 'NATS_TLS_CA_FILE'),
    cert: env.NATS_TLS_CERT_FILE && text(env, 'NATS_TLS_CERT_FILE'),
    key: env.NATS_TLS_KEY_FILE && text(env, 'NATS_TLS_KEY_FILE'),
  }
  const given = Object.entries(files).filter(([, value]) => value)
  return given.length > 0 ? { tls: Object.fromEntries(given) } : {}
}

function withoutUser(url: string): string {
  if (!URL.canParse(url)) return url
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

type FileVariable = Extract<keyof NatsCredentials, `${string}_FILE`>

function read(env: NatsCredentials, name: FileVariable): Buffer {
  try {
    return readFileSync(env[name] ?? '')
  } catch {
    throw new ConfigError(`The file of ${name} cannot be read.`)
  }
}

const text = (env: NatsCredentials, name: FileVariable): string => read(env, name).toString()

const trimmed = (bytes: Buffer): Uint8Array => new TextEncoder().encode(bytes.toString().trim())
