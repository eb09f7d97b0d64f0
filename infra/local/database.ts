import { join } from 'node:path'
import { type PostgresCluster, startCluster } from '@signet/local-servers'
import { withPostgres } from './postgres-client.ts'
import { Refusal } from './refusal.ts'
import { rememberedPort } from './remembered.ts'

const databaseName = 'signet'

export interface LocalDatabase {
  readonly url: string
  readonly cluster: PostgresCluster
}

export async function startDatabase(dataFolder: string): Promise<LocalDatabase> {
  const port = await rememberedPort(dataFolder, 'postgres')
  const folder = join(dataFolder, 'postgres')
  const cluster = await startCluster({ folder, port, durable: true }).catch((error: Error) => {
    throw new Refusal(`PostgreSQL did not start: ${error.message} (its log is ${folder}/postgres.log).`)
  })
  await createDatabase(cluster.url('postgres'))
  return { url: cluster.url(databaseName), cluster }
}

const createDatabase = (url: string): Promise<void> =>
  withPostgres(url, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  })
