export { assertWall } from './wall/check.ts'
export { WallMissing } from './wall/missing.ts'

import { type Database, scopedTo } from './database.ts'
import { Unavailable } from './errors.ts'
import { isUsable, schemaState } from './migrate/state.ts'
import { ofInstance } from './scope.ts'
import { sealedColumns } from './sealed.ts'
import { raw, sql } from './sql.ts'

/** Difference between the clocks of this process and the database. */
const clockToleranceMs = 5_000

export async function secretKeysInUse(database: Database): Promise<string[]> {
  const everywhere = scopedTo(database, ofInstance)
  const used = new Set<string>()
  for (const { table, column } of Object.values(sealedColumns).filter((one) => 'isVital' in one)) {
    const rows = await everywhere.rows<{ id: string }>(sql`
      SELECT DISTINCT split_part(${raw(column)}, '.', 1) AS id FROM ${raw(table)} WHERE ${raw(column)} IS NOT NULL`)
    for (const { id } of rows) used.add(id)
  }
  return [...used].sort()
}

export const missingSecretKeys = async (database: Database, ids: readonly string[]): Promise<string[]> =>
  (await secretKeysInUse(database)).filter((id) => !ids.includes(id))

/** Stored secrets cannot be decrypted. The message names the key ids, which are not secret. */
export class SecretKeysMissing extends Error {
  override name = 'SecretKeysMissing'
  constructor(ids: readonly string[]) {
    super(
      `Stored secrets were sealed with ${ids.length === 1 ? 'the key' : 'the keys'} ${ids.join(', ')}, which SIGNET_SECRET_KEYS does not contain: add them.`,
    )
  }
}

/**
 * A service without the needed keys must not start.
 * @throws SecretKeysMissing
 */
export async function assertSecretKeys(database: Database, ids: readonly string[]): Promise<void> {
  const missing = await missingSecretKeys(database, ids)
  if (missing.length > 0) throw new SecretKeysMissing(missing)
}

/** The check reads every stored key id. */
const secretKeysEveryMs = 60_000

/**
 * The database accepts writes, this release runs on its schema, every secret can be decrypted, and the clocks agree. A check throws
 * when the database does not answer, and returns false only when the answer shows a wrong state.
 * @param ids of the keys in `SIGNET_SECRET_KEYS`; none for a service that decrypts nothing
 */
export const databaseChecks = (database: Database, ids?: readonly string[]) => ({
  database: () => acceptsWrites(database),
  schema: async () => isUsable(await schemaState(database)),
  clock: async () => (await clockDifferenceMs(database)) <= clockToleranceMs,
  ...(ids
    ? {
        'secret keys': {
          check: async () => (await missingSecretKeys(database, ids)).length === 0,
          everyMs: secretKeysEveryMs,
        },
      }
    : {}),
})

async function acceptsWrites(database: Database): Promise<boolean> {
  try {
    const [row] = await database.rows<{ writable: boolean }>(sql`
      SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable`)
    return row?.writable === true
  } catch (error) {
    // Connections to a standby are rejected before the first statement.
    if (error instanceof Unavailable && error.reason === 'read-only') return false
    throw error
  }
}

/** The least difference that explains the answer, however long the answer took. */
async function clockDifferenceMs(database: Database): Promise<number> {
  const begun = Date.now()
  const [row] = await database.rows<{ at: number }>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at`,
  )
  const ended = Date.now()
  const at = row?.at ?? Number.POSITIVE_INFINITY
  return Math.max(0, begun - at, at - ended)
}
