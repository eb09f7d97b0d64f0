import { type Database, sql } from '@signet/db'
import { schemaState } from '@signet/db/migrate'
import { assertWall, databaseChecks, secretKeysInUse } from '@signet/db/ready'
import { examine, type Finding, good, sentenceOf, unknown, wrong } from './finding.ts'

/** Supported major versions; each change is tested with the first and the last. */
const supported = { from: 15, to: 18 }

const sweptWithinSeconds = 3_600

interface Options {
  /** Has the role of the services. */
  readonly database: Database
  readonly keyIds: readonly string[]
}

export const examineDatabase = async ({ database, keyIds }: Options): Promise<readonly Finding[]> =>
  (
    await Promise.all([
      examine('PostgreSQL', () => server(database)),
      examine('schema', () => schema(database)),
      examine('row-level security', () => wall(database)),
      examine('clock', () => clock(database)),
      examine('secret keys', () => keys(database, keyIds)),
      examine('sweeping', () => sweeping(database)),
    ])
  ).flat()

/** Counts by the statistics of the databases: a role does not see the kinds of the connections of other roles. */
async function server(database: Database): Promise<Finding> {
  const [row] = await database.rows<{ number: number; connections: number; most: number }>(sql`
    SELECT current_setting('server_version_num')::int AS number,
      (SELECT sum(numbackends) FROM pg_stat_database)::int AS connections,
      current_setting('max_connections')::int AS most`)
  const version = Math.trunc((row?.number ?? 0) / 10_000)
  const { connections = 0, most = 0 } = row ?? {}
  if (version < supported.from || version > supported.to)
    return wrong(
      'PostgreSQL',
      `version ${version} is not tested`,
      `Use a version from ${supported.from} to ${supported.to}.`,
    )
  if (connections > most * 0.9)
    return wrong(
      'PostgreSQL',
      `${connections} of ${most} connections are in use`,
      'Lower SIGNET_DATABASE_POOL, run fewer replicas, or raise max_connections.',
    )
  if (!(await databaseChecks(database).database()))
    return wrong('PostgreSQL', 'it does not accept writes', 'Point DATABASE_URL at the primary.')
  return good('PostgreSQL', `version ${version}, ${connections} of ${most} connections`)
}

async function schema(database: Database): Promise<Finding> {
  const { state, names } = await schemaState(database)
  if (state === 'current') return good('schema', 'has the version of this release')
  if (state === 'newer')
    return good(
      'schema',
      `has the version of a newer release, with which this release works: ${names.join(', ')}`,
    )
  const remedies = {
    behind: 'Run db:migrate.',
    ahead: 'Start the release that migrated the database, or a newer one.',
    diverged: 'Start the release that migrated the database, or restore a backup.',
  }
  return wrong('schema', `is ${state}: ${names.join(', ')}`, remedies[state])
}

async function wall(database: Database): Promise<Finding> {
  try {
    await assertWall(database)
    return good(
      'row-level security',
      'applies to every table of a project, also for the role of DATABASE_URL',
    )
  } catch (error) {
    return wrong('row-level security', sentenceOf(error), 'Run db:migrate.')
  }
}

const clock = async (database: Database): Promise<Finding> =>
  (await databaseChecks(database).clock())
    ? good('clock', 'is within 5 s of the database')
    : wrong(
        'clock',
        'is more than 5 s from the database',
        'Synchronize the clocks of both machines (chrony, systemd-timesyncd).',
      )

async function keys(database: Database, ids: readonly string[]): Promise<Finding> {
  if (ids.length === 0) return unknown('secret keys', 'SIGNET_SECRET_KEYS is not set here')
  const used = await secretKeysInUse(database)
  const missing = used.filter((id) => !ids.includes(id))
  if (missing.length > 0)
    return wrong(
      'secret keys',
      `${missing.join(', ')} encrypted stored secrets and is missing`,
      'Add it to SIGNET_SECRET_KEYS of every service.',
    )
  const spare = ids.slice(1)
  return good(
    'secret keys',
    spare.length > 0
      ? `${ids[0]} encrypts; remove ${spare.join(', ')} when keys:reseal exits with 0`
      : `${ids[0]} encrypts and decrypts all secrets`,
  )
}

async function sweeping(database: Database): Promise<Finding> {
  const [row] = await database.rows<{ late: number }>(sql`
    SELECT coalesce(extract(epoch FROM now() - min(expires_at)), 0)::float8 AS late FROM idempotency_keys`)
  return (row?.late ?? 0) < sweptWithinSeconds
    ? good('sweeping', 'expired rows are deleted')
    : wrong(
        'sweeping',
        'rows that expired more than an hour ago are not deleted',
        'Check that auth runs, and read its log.',
      )
}
