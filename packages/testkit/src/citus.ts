import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, type PostgresCluster, startCluster } from '@signet/local-servers'
import { Client } from 'pg'
import { makeServerFolder } from './server-folder.ts'

const host = '127.0.0.1'
const database = 'signet'

export interface CitusNode {
  readonly port: number
  readonly url: string
}

export interface CitusCluster {
  readonly coordinator: CitusNode
  readonly workers: readonly CitusNode[]
  stop(): Promise<void>
}

const settings = {
  shared_preload_libraries: 'citus',
  // Citus permits triggers of distributed tables only with this setting.
  'citus.enable_unsafe_triggers': 'on',
  // Packages of Citus send statistics of their use to the publisher by default.
  'citus.enable_statistics_collection': 'off',
  'citus.node_conninfo': 'sslmode=disable',
  // A shard is moved by logical replication, and a change of several nodes is committed in two phases.
  wal_level: 'logical',
  max_prepared_transactions: '200',
  max_worker_processes: '32',
}

/** The PostgreSQL of SIGNET_POSTGRES_BIN must have the extension. */
export async function startCitus(workers = 2): Promise<CitusCluster> {
  const folders: string[] = []
  const clusters: PostgresCluster[] = []
  const stop = async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (let started = 0; started <= workers; started += 1) {
      const folder = makeServerFolder('signet-citus-')
      folders.push(folder)
      const cluster = await startCluster({ folder, port: await freePort(), durable: false, settings })
      clusters.push(cluster)
      await prepareNode(cluster, folder)
    }
    const [coordinator, ...others] = clusters.map(({ port, url }) => ({ port, url: url(database) }))
    if (!coordinator) throw new Error('The coordinator is missing.')
    await addNodes(coordinator, others)
    return { coordinator, workers: others, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Nodes connect to each other with the role of the session, which has no password. */
async function prepareNode(cluster: PostgresCluster, folder: string): Promise<void> {
  writeFileSync(join(folder, 'data', 'pg_hba.conf'), `host all all ${host}/32 trust\n`)
  await query(cluster.url('postgres'), [
    'SELECT pg_reload_conf()',
    `CREATE DATABASE ${database} TEMPLATE template0`,
  ])
  await query(cluster.url(database), ['CREATE EXTENSION citus'])
}

const addNodes = (coordinator: CitusNode, workers: readonly CitusNode[]): Promise<void> =>
  query(coordinator.url, [
    `SELECT citus_set_coordinator_host('${host}', ${coordinator.port})`,
    ...workers.map(({ port }) => `SELECT citus_add_node('${host}', ${port})`),
  ])

async function query(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
