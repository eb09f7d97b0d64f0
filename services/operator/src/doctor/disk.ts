import { statfs } from 'node:fs/promises'
import { type Executor, openDatabase, sql } from '@signet/db'
import { type Finding, good, wrong } from './finding.ts'

const leastShare = 0.1
/** Log that an unused replication slot may retain. */
const mostRetainedBytes = 1024 ** 3

export async function examineDisk(about: string, folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const free = `${mebibytes(bavail * bsize)} free`
  return bavail / blocks < leastShare
    ? wrong(about, `${free} at ${folder}`, 'Free space: data, logs and temporary files need it.')
    : good(about, `${free} at ${folder}`)
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`

/**
 * Checks the disk of PostgreSQL when it is on this machine, and the log that replication slots retain. PostgreSQL shows its folder only
 * to a superuser and to members of pg_read_all_settings.
 */
export async function examineDatabaseDisk(url: string, executor: Executor): Promise<readonly Finding[]> {
  const [row] = await executor.rows<{ bytes: number; slot: string | null; retained: number | null }>(sql`
    SELECT pg_database_size(current_database())::float8 AS bytes, slot_name AS slot, retained
    FROM (SELECT 1) one LEFT JOIN (
      SELECT slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 AS retained
      FROM pg_replication_slots WHERE NOT active ORDER BY restart_lsn LIMIT 1) slots ON true`)
  const { bytes = 0, slot, retained } = row ?? {}
  const findings: Finding[] = []
  if (slot && (retained ?? 0) > mostRetainedBytes)
    findings.push(
      wrong(
        'disk of PostgreSQL',
        `the unused replication slot ${slot} retains ${mebibytes(retained ?? 0)} of log`,
        `Start its standby, or run: SELECT pg_drop_replication_slot('${slot}');`,
      ),
    )
  const folder = await dataFolderOf(url)
  if (folder === undefined)
    findings.push(
      good(
        'disk of PostgreSQL',
        `the database has ${mebibytes(bytes)}; its free space is not visible here and needs an alert of its own`,
      ),
    )
  else findings.push(await examineDisk('disk of PostgreSQL', folder))
  return findings
}

/** Undefined when PostgreSQL is on another machine or the role of DATABASE_URL may not read the folder. */
async function dataFolderOf(url: string): Promise<string | undefined> {
  const { hostname } = new URL(url)
  if (!['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname)) return undefined
  const database = openDatabase({ url, name: 'doctor', poolSize: 1 })
  try {
    const [row] = await database.rows<{ folder: string }>(
      sql`SELECT current_setting('data_directory', true) AS folder`,
    )
    if (!row?.folder) return undefined
    await statfs(row.folder)
    return row.folder
  } catch {
    // The role may not read the setting, or this machine has no such folder.
    return undefined
  } finally {
    await database.close()
  }
}
