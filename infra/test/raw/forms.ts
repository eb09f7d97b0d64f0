import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, launch } from '@signet/local-servers'
import { someOf } from '@signet/testkit'
import { vi } from 'vitest'
import { forms } from '../../edge/forms.ts'
import { type Ports, startEdge } from '../../local/edge.ts'
import { root } from '../../local/repository.ts'
import { installedProxy, type RunningEdge, reach, startPrinted } from './printed.ts'

type Start = (ports: Ports, env?: Readonly<Record<string, string>>) => Promise<RunningEdge>

export const baseUrl = 'https://id.example.com'

const startOwn: Start = async (ports) => {
  const edge = await startEdge(0, '127.0.0.1')
  edge.open(ports, baseUrl)
  return edge
}

const haproxy = installedProxy('haproxy')

const addressesOf = (ports: Ports): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(ports).flatMap(([service, port]) => {
      const name = `SIGNET_EDGE_${service.toUpperCase().replaceAll('-', '_')}`
      return [name, `${name}_2`, `${name}_LIVE`].map((variable) => [variable, `127.0.0.1:${port}`])
    }),
  )

const startShipped =
  (file: string): Start =>
  async (ports, env = {}) => {
    if (!haproxy) throw new Error('HAProxy is not installed.')
    const [port, health] = [await freePort(), await freePort()]
    const [internalAuth, internalAdminApi] = [await freePort(), await freePort()]
    const folder = mkdtempSync(join(tmpdir(), 'signet-edge-'))
    const shipped = join(folder, 'haproxy.cfg')
    writeFileSync(shipped, readFileSync(join(root, file)))
    const server = launch({
      command: haproxy.command,
      args: ['-db', '-f', shipped],
      gently: 'SIGTERM',
      logFile: join(folder, 'haproxy.log'),
      env: {
        ...process.env,
        ...haproxy.env,
        SIGNET_BASE_URL: baseUrl,
        SIGNET_EDGE_BIND: `127.0.0.1:${port}`,
        SIGNET_EDGE_HEALTH: `127.0.0.1:${health}`,
        SIGNET_EDGE_METRICS: `127.0.0.1:${await freePort()}`,
        SIGNET_EDGE_INTERNAL_AUTH: `127.0.0.1:${internalAuth}`,
        SIGNET_EDGE_INTERNAL_ADMIN_API: `127.0.0.1:${internalAdminApi}`,
        ...addressesOf(ports),
        ...env,
      },
    })
    await vi.waitFor(() => reach(port), { timeout: 10_000, interval: 20 })
    return {
      port,
      pid: server.pid,
      async close() {
        await server.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }

/** The installed HAProxy rejects warnings. Each check returns its exit code and messages. */
export const haproxyChecks: readonly (readonly [file: string, check: (env: NodeJS.ProcessEnv) => unknown])[] =
  haproxy
    ? Object.keys(forms).map((file) => [
        file,
        (env) => {
          const args = ['-dW', '-c', '-q', '-f', join(root, file)]
          const addresses = addressesOf(allAt(1))
          const { status, stderr } = spawnSync(haproxy.command, args, {
            env: { ...process.env, ...haproxy.env, SIGNET_BASE_URL: baseUrl, ...addresses, ...env },
            encoding: 'utf8',
          })
          return { status, messages: status === 0 ? '' : stderr }
        },
      ])
    : []

/** Shipped configurations of HAProxy, of which `npm test` starts one; empty when HAProxy is not installed. */
export const haproxyForms: readonly (readonly [name: string, start: Start])[] = haproxy
  ? someOf(Object.keys(forms)).map((file) => [file, startShipped(file)] as const)
  : []

/** Differences of a proxy that does not need to be configured, or cannot be. */
export interface Deviations {
  readonly isUnlimited?: true
  /** The proxy forwards a body while it receives it, and breaks off the request of a wrong body. */
  readonly isStreaming?: true
  readonly either?: readonly string[]
}

type ShippedForm = readonly [name: string, start: Start, deviations: Deviations]

/** Proxies that are not installed are omitted. */
const printedForms: readonly ShippedForm[] = (
  [
    ['nginx', {}],
    [
      'caddy',
      {
        isUnlimited: true,
        isStreaming: true,
        // Go reads the first two as if the header were absent, and the host from an absolute target (RFC 9112 section 3.2.2).
        either: ['Content-Length is ""', 'a header without a name', 'an absolute target for another host'],
      },
    ],
  ] as const
).flatMap(([name, deviations]) =>
  installedProxy(name)
    ? [[`the printed ${name}`, (ports: Ports) => startPrinted(name, ports, { baseUrl }), deviations] as const]
    : [],
)

export const shippedForms: readonly ShippedForm[] = [
  ['npm start', startOwn, {}],
  ...haproxyForms.map(([name, start]) => [name, start, {}] as const),
  ...printedForms,
]

export const allAt = (port: number): Ports => ({
  auth: port,
  'admin-api': port,
  scim: port,
  'mcp-gateway': port,
  console: port,
})
