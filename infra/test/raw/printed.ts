import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PrintOptions, printConfiguration } from '@signet/edge'
import { freePort, launch } from '@signet/local-servers'
import { vi } from 'vitest'
import type { Ports } from '../../local/edge.ts'
import { type ProxyName, proxyBinary } from '../../local/proxy-binary.ts'
import { readSettings } from '../../local/settings.ts'

/** Each proxy runs in the foreground. */
const argumentsOf: Readonly<Record<ProxyName, (file: string, folder: string) => string[]>> = {
  haproxy: (file) => ['-db', '-f', file],
  nginx: (file, folder) => [
    ...['-p', folder, '-c', file, '-e', 'stderr'],
    ...['-g', `daemon off; pid ${folder}/nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}`],
  ],
  caddy: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
}

/** The installation of nginx's package creates these folders; the unpacked program has none. */
const temporaryFolders = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')

export const installedProxy = (name: ProxyName) =>
  proxyBinary(name, readSettings(process.env).dataFolder, console.log)

export interface RunningEdge {
  readonly port: number
  /** Process of a shipped form. */
  readonly pid?: number
  /** Log of a printed form. */
  log?(): string
  close(): Promise<unknown>
}

type Form = Omit<PrintOptions, 'addresses' | 'bind'>

/**
 * Prints the configuration as an operator does.
 * @param replicas addresses of each service in place of one at `ports`
 */
export async function startPrinted(
  name: ProxyName,
  ports: Ports,
  form: Form,
  replicas?: string,
): Promise<RunningEdge> {
  const binary = installedProxy(name)
  if (!binary) throw new Error(`${name} is not installed.`)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), `signet-${name}-`))
  const file = join(folder, 'configuration')
  const logFile = join(folder, 'proxy.log')
  const addresses = Object.fromEntries(
    Object.entries(ports).map(([service, one]) => [service, replicas ?? `127.0.0.1:${one}`]),
  )
  const printed = printConfiguration(name, { ...form, bind: `127.0.0.1:${port}`, addresses })
  writeFileSync(file, printed.replace('\nhttp {\n', `\nhttp {\n${temporaryFolders(folder)}\n`))
  const server = launch({
    command: binary.command,
    args: argumentsOf[name](file, folder),
    gently: 'SIGTERM',
    logFile,
    env: { ...process.env, ...binary.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  await vi.waitFor(() => reach(port), { timeout: 10_000, interval: 20 })
  return {
    port,
    log: () => readFileSync(logFile, 'utf8'),
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const reach = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
