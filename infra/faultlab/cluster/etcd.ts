import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, launch, type ServerProcess } from '@signet/local-servers'
import { programs } from './programs.ts'

export interface Etcd {
  /** `host:port`. */
  readonly hosts: readonly string[]
  stop(): Promise<void>
}

const members = 3
const startsWithinMs = 60_000

export async function startEtcd(folder: string): Promise<Etcd> {
  const places: { readonly client: number; readonly peer: number }[] = []
  for (let index = 0; index < members; index += 1)
    places.push({ client: await freePort(), peer: await freePort() })
  const initial = places.map(({ peer }, index) => `e${index}=http://127.0.0.1:${peer}`).join(',')
  const servers = places.map(({ client, peer }, index): ServerProcess => {
    const data = join(folder, `etcd-${index}`)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const own = {
      name: `e${index}`,
      'data-dir': data,
      'listen-client-urls': `http://127.0.0.1:${client}`,
      'advertise-client-urls': `http://127.0.0.1:${client}`,
      'listen-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-advertise-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-cluster': initial,
      // All members share one machine with everything else.
      'heartbeat-interval': '500',
      'election-timeout': '5000',
      'unsafe-no-fsync': 'true',
      'enable-v2': 'true',
    }
    return launch({
      command: programs.etcd,
      args: Object.entries(own).map(([name, value]) => `--${name}=${value}`),
      gently: 'SIGTERM',
      logFile: join(folder, `etcd-${index}.log`),
    })
  })
  for (const { client } of places) await untilDecided(client)
  return {
    hosts: places.map(({ client }) => `127.0.0.1:${client}`),
    stop: async () => void (await Promise.all(servers.map((server) => server.kill()))),
  }
}

/** Patroni ends immediately while the members do not agree on their version. */
async function untilDecided(port: number): Promise<void> {
  for (let waited = 0; waited < startsWithinMs; waited += 200) {
    const answer = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined)
    const { etcdcluster = '' } = answer?.ok ? ((await answer.json()) as { etcdcluster?: string }) : {}
    if (/^\d/.test(etcdcluster)) return
    await pause(200)
  }
  throw new Error('etcd did not start.')
}
