import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { endLeftover, launch, untilReady } from './server-process.ts'

export interface NatsServer {
  readonly url: string
  readonly port: number
  readonly exited: Promise<string>
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface NatsServerOptions {
  readonly binary: string
  /** Contains the JetStream store, the pid file and the log. Created when missing. */
  readonly folder: string
  readonly port: number
  /** Further configuration, such as authorization. */
  readonly configuration?: string
}

export async function startNatsServer({
  binary,
  folder,
  port,
  configuration,
}: NatsServerOptions): Promise<NatsServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'nats.conf')
  if (configuration !== undefined) writeFileSync(file, configuration, { mode: 0o600 })
  const configured = configuration === undefined ? [] : ['-c', file]
  const pidFile = join(folder, 'nats.pid')
  await endLeftover(pidFile, folder, 'SIGTERM')
  const server = launch({
    command: binary,
    args: [...configured, '-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder, '-P', pidFile],
    gently: 'SIGTERM',
    logFile: join(folder, 'nats.log'),
  })
  try {
    await untilReady('nats-server', server, () => greets(port))
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    exited: server.exited,
    stop: server.stop,
    kill: server.kill,
  }
}

/** The greeting is `INFO {…"jetstream":true…}`. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(500, () => socket.destroy())
    socket.once('data', (chunk) => {
      resolve(chunk.includes('"jetstream":true'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
}

/** Searches SIGNET_NATS_SERVER, PATH, or the folders of Debian and Homebrew. */
export function findNatsServer(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [
    ...(env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
    '/home/linuxbrew/.linuxbrew/bin',
  ]
  const candidates = [
    env.SIGNET_NATS_SERVER,
    ...folders.filter(Boolean).map((folder) => join(folder, 'nats-server')),
  ]
  return candidates.find((file) => file && isExecutable(file))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
