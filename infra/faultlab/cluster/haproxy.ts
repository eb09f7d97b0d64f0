import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { haproxyConfiguration } from '@signet/edge'
import { freePort, launch, type ServerProcess } from '@signet/local-servers'
import type { StartFront } from '../stack/front.ts'
import type { ServiceName } from '../stack/replica.ts'
import type { PatroniNode } from './patroni.ts'
import { programs } from './programs.ts'

function startHaproxy(
  folder: string,
  name: string,
  configuration: string,
  env: Readonly<Record<string, string>> = {},
): ServerProcess {
  const file = join(folder, `${name}.cfg`)
  writeFileSync(file, configuration)
  const logFile = join(folder, `${name}.log`)
  return launch({
    command: programs.haproxy,
    args: ['-db', '-f', file],
    gently: 'SIGUSR1',
    logFile,
    env: { ...process.env, ...env },
  })
}

export const startHaproxyFront: StartFront = async ({ folder, baseUrl, ports, replicas }) => {
  const of = (service: ServiceName) =>
    replicas.filter((replica) => replica.service === service).map(({ port }) => `127.0.0.1:${port}`)
  const configuration = haproxyConfiguration({
    bind: `127.0.0.1:${ports.edge}`,
    // All clients of the laboratory have the same address.
    requestsPerClient: 10_000,
    servers: {
      auth: of('auth'),
      'admin-api': of('admin-api'),
      scim: of('scim'),
      'mcp-gateway': of('mcp-gateway'),
      console: of('admin-api'),
    },
    internal: {
      auth: `127.0.0.1:${ports.auth}`,
      'admin-api': `127.0.0.1:${ports['admin-api']}`,
    },
  })
  const server = startHaproxy(folder, 'edge', configuration, {
    SIGNET_BASE_URL: baseUrl,
  })
  return { close: () => server.kill() }
}

export interface DatabaseProxy {
  readonly port: number
  start(): void
  kill(): Promise<void>
}

export async function newDatabaseProxy(
  folder: string,
  number: number,
  nodes: readonly PatroniNode[],
): Promise<DatabaseProxy> {
  const port = await freePort()
  const servers = nodes.map((node) => `server ${node.name} 127.0.0.1:${node.port} check port ${node.apiPort}`)
  const configuration = `defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout check 2s
listen primary
    bind 127.0.0.1:${port}
    option httpchk GET /primary
    http-check expect status 200
    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
    ${servers.join('\n    ')}
`
  let server: ServerProcess | undefined
  return {
    port,
    start() {
      server = startHaproxy(folder, `database-${number}`, configuration)
    },
    kill: async () => server?.kill(),
  }
}
