import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNatsServer, freePort, type NatsServer, startNatsServer } from '@signet/local-servers'
import { connect } from 'nats'

export interface NatsNode {
  readonly name: string
  start(): Promise<void>
  kill(): Promise<void>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

export interface NatsCluster {
  readonly url: string
  readonly nodes: readonly NatsNode[]
  /** `copies`: replicas of the stream. */
  leader(stream: string): Promise<{ readonly node: NatsNode | undefined; readonly copies: number }>
  stop(): Promise<void>
}

const size = 3

export async function startNatsCluster(folder: string): Promise<NatsCluster> {
  const binary = findNatsServer()
  if (!binary) throw new Error('nats-server is not installed.')
  const places: { readonly client: number; readonly route: number }[] = []
  for (let index = 0; index < size; index += 1)
    places.push({ client: await freePort(), route: await freePort() })
  const routes = places.map(({ route }) => `nats-route://127.0.0.1:${route}`).join(', ')
  const servers = new Map<string, NatsServer>()
  const nodes = places.map(({ client, route }, index): NatsNode => {
    const name = `n${index}`
    const configuration = `server_name: ${name}\ncluster { name: lab, listen: "127.0.0.1:${route}", routes: [${routes}] }\n`
    const start = async () => {
      const place = { binary, folder: join(folder, `nats-${index}`), port: client, configuration }
      servers.set(name, await startNatsServer(place))
    }
    return {
      name,
      start,
      kill: async () => servers.get(name)?.kill(),
      signal(signal) {
        process.kill(Number(readFileSync(join(folder, `nats-${index}`, 'nats.pid'), 'utf8')), signal)
      },
    }
  })
  await Promise.all(nodes.map((node) => node.start()))
  const url = places.map(({ client }) => `nats://127.0.0.1:${client}`).join(',')
  return {
    url,
    nodes,
    async leader(stream) {
      const connection = await connect({ servers: url.split(',') })
      try {
        const { cluster, config } = await (await connection.jetstreamManager()).streams.info(stream)
        return { node: nodes.find(({ name }) => name === cluster?.leader), copies: config.num_replicas }
      } finally {
        await connection.close()
      }
    },
    stop: async () => void (await Promise.all([...servers.values()].map((server) => server.kill()))),
  }
}
