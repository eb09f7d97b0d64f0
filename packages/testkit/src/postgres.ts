import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, type PostgresCluster, startCluster } from '@signet/local-servers'
import { Client } from 'pg'
import { inject } from 'vitest'
import { withGeneratedKeys } from './rsa-keys.ts'
import { makeServerFolder } from './server-folder.ts'
import { ensureStored } from './stored-database.ts'
import { ensureTemplate, type Seed, templateName } from './template.ts'

export interface EmptyDatabase {
  readonly url: string
  drop(): Promise<void>
}

export interface FreshDatabase extends EmptyDatabase, Seed {}

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser, database `postgres` of the run's only cluster. */
    postgresUrl: string
    /** `postgresUrl` through a pooler, in a run that tests with one. */
    pooledUrl: string | undefined
  }
}

/** A copy of a seeded template. Drop it in `afterAll`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const seed = await seedOfRun()
  return { ...(await copyDatabase(templateName)), ...seed }
}

/** Filled once for all test files of the run. */
export interface FilledDatabase<Values> extends FreshDatabase {
  readonly values: Values
}

/**
 * Copies a seeded database that `fill` filled for the first caller of the run.
 * @param name distinguishes the functions that fill databases; a lower-case word
 * @param fill closes its connections, and returns a value that JSON can represent
 */
export async function filledDatabase<Values>(
  name: string,
  fill: (seeded: Seed & { readonly url: string }) => Promise<Values>,
): Promise<FilledDatabase<Values>> {
  // Runs that share PostgreSQL test different mutants of the sources.
  if (process.env.SIGNET_TEST_RUN) {
    const fresh = await freshDatabase()
    return { ...fresh, values: await fill(fresh) }
  }
  const seed = await seedOfRun()
  const stored = `signet_${name}`
  const text = await ensureStored(clusterUrl(), {
    name: stored,
    origin: templateName,
    fill: async (url) => JSON.stringify(await withGeneratedKeys(() => fill({ url, ...seed }))),
  })
  return { ...(await copyDatabase(stored)), ...seed, values: JSON.parse(text) as Values }
}

export function emptyDatabase(): Promise<EmptyDatabase> {
  return createDatabase('TEMPLATE template0')
}

export async function startPostgres(options: { readonly maxConnections?: number } = {}): Promise<OwnCluster> {
  const folder = makeServerFolder('signet-postgres-')
  const place = { folder, port: await freePort(), durable: false, ...options }
  let cluster = await startCluster(place)
  return {
    ...cluster,
    async becomeStandby() {
      await cluster.stop()
      writeFileSync(join(folder, 'data', 'standby.signal'), '')
      cluster = await startCluster(place)
    },
    async close() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface OwnCluster extends PostgresCluster {
  /** The standby has no primary. */
  becomeStandby(): Promise<void>
  close(): Promise<void>
}

function clusterUrl(): string {
  const url = inject('postgresUrl')
  if (!url) throw new Error('No PostgreSQL for this run: use vitest --config infra/test/vitest.config.ts')
  return url
}

/** Takes half the time of a copy through the log, whose advantage is to avoid checkpoints. */
const copyDatabase = (name: string): Promise<EmptyDatabase> =>
  createDatabase(`TEMPLATE ${name} STRATEGY file_copy`)

async function createDatabase(clause: string): Promise<EmptyDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await run(`CREATE DATABASE ${name} ${clause}`)
  const url = new URL(inject('pooledUrl') ?? clusterUrl())
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

let seed: Promise<Seed> | undefined
let connected: Promise<Client> | undefined

/** Read once per worker. */
function seedOfRun(): Promise<Seed> {
  seed ??= ensureTemplate(clusterUrl(), inject('pooledUrl'))
  return seed
}

/** Keeps one connection per worker: three new ones for each file take half of the processor time of its database. */
async function run(statement: string): Promise<void> {
  connected ??= connect()
  const client = await connected
  await client.query(statement)
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: clusterUrl() })
  client.on('error', () => {
    connected = undefined
  })
  await client.connect()
  return client
}
