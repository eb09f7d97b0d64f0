import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { withPostgres } from '../../local/postgres-client.ts'
import type { Backing } from '../stack/backing.ts'
import { type Etcd, startEtcd } from './etcd.ts'
import { type DatabaseProxy, newDatabaseProxy } from './haproxy.ts'
import { type NatsCluster, startNatsCluster } from './nats.ts'
import { newNode, type PatroniNode } from './patroni.ts'

/** Patroni with etcd, an HAProxy for each half of the services, and three NATS. */
export interface ClusterBacking extends Backing {
  readonly nodes: readonly PatroniNode[]
  /** The first belongs to the replicas with number 1. */
  readonly proxies: readonly DatabaseProxy[]
  readonly nats: NatsCluster
  primary(): Promise<PatroniNode>
  /** Waits until a standby is in sync: without one, no node can replace a lost primary. */
  untilWhole(): Promise<void>
}

const nodeCount = 3
const startsWithinMs = 120_000

export async function startClusterBacking(folder: string): Promise<ClusterBacking> {
  // Patroni does not run as root.
  chmodSync(folder, 0o711)
  const password = randomBytes(18).toString('hex')
  const etcd: Etcd = await startEtcd(folder)
  const nodes: PatroniNode[] = []
  for (let number = 1; number <= nodeCount; number += 1)
    nodes.push(await newNode({ folder, number, password, etcd: etcd.hosts }))
  const primary = async (): Promise<PatroniNode> => {
    for (let waited = 0; waited < startsWithinMs; waited += 200) {
      for (const node of nodes) if (await node.isPrimary()) return node
      await pause(200)
    }
    throw new Error('There is no primary.')
  }
  for (const node of nodes) node.start()
  const nats = await startNatsCluster(folder)
  const proxies = [await newDatabaseProxy(folder, 1, nodes), await newDatabaseProxy(folder, 2, nodes)]
  for (const proxy of proxies) proxy.start()
  const urlOf = (port: number, database: string) =>
    `postgresql://signet:${password}@127.0.0.1:${port}/${database}`
  const [first, second] = proxies as [DatabaseProxy, DatabaseProxy]
  await primary()
  const untilWhole = () => untilStandby(nodes)
  await untilWhole()
  await createDatabase(urlOf(second.port, 'postgres'))
  return {
    nodes,
    proxies,
    nats,
    primary,
    untilWhole,
    databaseUrl: (number) => urlOf(number % 2 === 1 ? first.port : second.port, 'signet'),
    natsUrl: nats.url,
    env: { SIGNET_NATS_REPLICAS: '3' },
    adminUrl: () => urlOf(second.port, 'signet'),
    async close() {
      for (const proxy of proxies) await proxy.kill()
      await Promise.all(nodes.map((node) => node.stop()))
      await Promise.all([nats.stop(), etcd.stop()])
    },
  }
}

/** Changes are acknowledged only with a standby in sync. */
async function untilStandby(nodes: readonly PatroniNode[]): Promise<void> {
  for (let waited = 0; waited < startsWithinMs; waited += 500) {
    const answers = await Promise.all(
      nodes.map(({ apiPort }) => fetch(`http://127.0.0.1:${apiPort}/sync`).catch(() => undefined)),
    )
    if (answers.some((answer) => answer?.ok)) return
    await pause(500)
  }
  throw new Error('No standby is in sync.')
}

async function createDatabase(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      return void (await withPostgres(url, (client) => client.query('CREATE DATABASE signet')))
    } catch (error) {
      // The proxy may not have detected the primary yet.
      if (tries > 50) throw error
      await pause(200)
    }
}
