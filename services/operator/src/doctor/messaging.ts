import { connect } from 'node:net'
import { type Executor, sql } from '@signet/db'
import { connectNats, outboxAge, outboxSize } from '@signet/events'
import { hostTarget } from '@signet/http'
import { createLogger } from '@signet/runtime'
import { examine, type Finding, good, sentenceOf, unknown, warning, wrong } from './finding.ts'

const connectMs = 5_000
/** Longer than any back-off. */
const oldestSeconds = 900
/** The first version with consumer lists. */
const oldestServer = [2, 9]

type Environment = Parameters<typeof connectNats>[0]['credentials'] & {
  readonly NATS_URL?: string | undefined
}

export async function examineNats(env: Environment): Promise<readonly Finding[]> {
  const { NATS_URL: url } = env
  if (!url) return [unknown('NATS', 'NATS_URL is not set here')]
  const logger = createLogger('doctor', 'silent')
  const nats = connectNats({ url, credentials: env, name: 'operator', declaresStreams: false, logger })
  try {
    const connection = await nats.connected(AbortSignal.timeout(connectMs))
    const version = connection.info?.version ?? ''
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const isOld =
      major < (oldestServer[0] ?? 0) || (major === oldestServer[0] && minor < (oldestServer[1] ?? 0))
    if (isOld) return [wrong('NATS', `version ${version} is too old`, 'Use nats-server 2.9 or later.')]
    return [good('NATS', `version ${version}`), await jetStream(nats)]
  } catch (error) {
    return [
      wrong(
        'NATS',
        `cannot be used: ${sentenceOf(error)}`,
        'Check NATS_URL, its credentials and its certificates.',
      ),
    ]
  } finally {
    await nats.close()
  }
}

async function jetStream(nats: ReturnType<typeof connectNats>): Promise<Finding> {
  try {
    const manager = await nats.connection?.jetstreamManager()
    const info = await manager?.getAccountInfo()
    const { storage = 0, limits } = info ?? {}
    const most = limits?.max_storage ?? -1
    if (most > 0 && storage > most * 0.9)
      return wrong(
        'JetStream',
        `${storage} of ${most} bytes are used`,
        'Give the account or the disk more space.',
      )
    return good('JetStream', `${info?.streams ?? 0} streams, ${Math.round(storage / 1024 / 1024)} MiB`)
  } catch (error) {
    return wrong(
      'JetStream',
      sentenceOf(error),
      'Start nats-server with JetStream (-js), and enable JetStream for the account of this user.',
    )
  }
}

export async function examineOutbox(executor: Executor): Promise<Finding> {
  const [events, seconds] = [await outboxSize(executor), await outboxAge(executor)]
  return seconds < oldestSeconds
    ? good('outbox', `${events} events, the oldest of ${Math.round(seconds)} s`)
    : wrong(
        'outbox',
        `${events} events, the oldest of ${Math.round(seconds)} s`,
        'Check the connection to NATS, and search the logs of admin-api and auth for failed events.',
      )
}

/** The mail server must send a greeting. No message is sent. */
export async function examineMail(executor: Executor, allow: readonly string[]): Promise<readonly Finding[]> {
  const [settings] = await executor.rows<{ host: string; port: number; secure: boolean }>(
    sql`SELECT host, port, secure FROM smtp_settings`,
  )
  if (!settings)
    return [
      warning(
        'mail',
        'no server is configured',
        'Configure one in the console: invitations and resets need it.',
      ),
    ]
  return examine('mail', async () => {
    const { host, port, secure } = settings
    const target = await hostTarget(host, port, { allow, ports: [25, 465, 587, 2525] })
    const [first] = target?.addresses ?? []
    if (!first)
      return wrong('mail', `${host}:${port} is not allowed`, `Add ${host}:${port} to SIGNET_MAIL_ALLOW.`)
    const greeting = await greetingOf(first.address, port, secure)
    return greeting === null
      ? wrong('mail', `${host}:${port} does not respond`, 'Check host, port and firewall.')
      : good('mail', `${host}:${port} responds`)
  })
}

/** A server with implicit TLS only needs to accept the connection. */
const greetingOf = (address: string, port: number, secure: boolean): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: connectMs })
    const end = (answer: string | null) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => secure && end(''))
    socket.once('data', (bytes) => end(bytes.toString()))
    for (const event of ['timeout', 'error', 'close']) socket.once(event, () => end(null))
  })
