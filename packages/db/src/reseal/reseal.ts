import { createVault, type SecretKey, type Vault } from '@signet/secrets'
import { type Database, scopedTo, type Transactor } from '../database.ts'
import { ofInstance } from '../scope.ts'
import { type SealedName, sealedColumns, sealedPlace } from '../sealed.ts'
import { type Executor, join, raw, sql } from '../sql.ts'

/** Per transaction: a fraction of a second for a table of any size. */
const pagesTogether = 64

/** Rows locked by requests are skipped and visited again in the next round; a sign-in holds its locks for less than a round. */
const rounds = 3

export interface SealedCount {
  readonly column: string
  readonly keyId: string
  readonly count: number
}

interface ResealOptions {
  readonly database: Database
  readonly keys: readonly SecretKey[]
  print(line: string): void
}

const names = Object.keys(sealedColumns) as SealedName[]

/**
 * Encrypts every envelope of another key with the first key. Each transaction covers a few pages, so the command may be stopped and run
 * again at any time, while services with the same keys run.
 * @returns the envelopes that still need other keys
 */
export async function reseal({ database, keys, print }: ResealOptions): Promise<SealedCount[]> {
  const everywhere = scopedTo(database, ofInstance)
  const vault = createVault(keys)
  const [first] = keys
  if (!first) return []
  for (let round = 1; round <= rounds; round += 1)
    for (const name of names) {
      const done = await resealColumn(everywhere, vault, name, first.id)
      if (done > 0) print(`${titleOf(name)}: ${done} resealed with ${first.id}`)
    }
  const counts = await countSealed(database)
  for (const { column, keyId, count } of counts) print(`${column}: ${count} sealed with ${keyId}`)
  return counts.filter(({ keyId }) => keyId !== first.id)
}

const titleOf = (name: SealedName): string => `${sealedColumns[name].table}.${sealedColumns[name].column}`

/** Counts by column and key. Pending CIBA requests have their envelopes inside the row's payload, for minutes. */
export async function countSealed(database: Database): Promise<SealedCount[]> {
  const everywhere = scopedTo(database, ofInstance)
  const pings = {
    column: 'oidc_backchannel_requests.payload',
    table: 'oidc_backchannel_requests',
    value: `payload->'params'->>'ping'`,
  }
  const columns = names.map((name) => {
    const { table, column } = sealedColumns[name]
    return { column: titleOf(name), table: table as string, value: column as string }
  })
  const counts: SealedCount[] = []
  for (const { column, table, value } of [...columns, pings])
    counts.push(
      ...(await everywhere.rows<SealedCount>(sql`
        SELECT ${column}::text AS column, split_part(${raw(value)}, '.', 1) AS "keyId", count(*)::int AS count
        FROM ${raw(table)} WHERE ${raw(value)} IS NOT NULL GROUP BY 2 ORDER BY 2`)),
    )
  return counts
}

async function resealColumn(
  database: Transactor,
  vault: Vault,
  name: SealedName,
  keyId: string,
): Promise<number> {
  const pages = await pagesOf(database, sealedColumns[name].table)
  let done = 0
  for (let page = 0; page < pages; page += pagesTogether)
    done += await database.transaction((tx) => resealPages(tx, vault, name, keyId, page))
  return done
}

async function pagesOf(executor: Executor, table: string): Promise<number> {
  const [row] = await executor.rows<{ pages: number }>(sql`
    SELECT (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int AS pages`)
  return row?.pages ?? 0
}

async function resealPages(
  tx: Executor,
  vault: Vault,
  name: SealedName,
  keyId: string,
  page: number,
): Promise<number> {
  const { table, column, row } = sealedColumns[name]
  const key =
    typeof row === 'string' ? sql`ARRAY[]::text[]` : sql`ARRAY[${join(row.map((part) => raw(part)))}]`
  const found = await tx.rows<{ at: string; sealed: string; key: string[] }>(sql`
    SELECT ctid::text AS at, ${raw(column)} AS sealed, ${key} AS key FROM ${raw(table)}
    WHERE ctid >= ${`(${page},0)`}::tid AND ctid < ${`(${page + pagesTogether},0)`}::tid
      AND split_part(${raw(column)}, '.', 1) <> ${keyId} FOR NO KEY UPDATE SKIP LOCKED`)
  if (found.length === 0) return 0
  const fresh = found.map(({ sealed, key: parts }) => {
    const place = sealedPlace(name, ...(parts as never))
    return vault.seal(vault.open(sealed, place), place)
  })
  return tx.run(sql`
    UPDATE ${raw(table)} t SET ${raw(column)} = fresh.sealed
    FROM unnest(${found.map(({ at }) => at)}::text[], ${fresh}::text[]) AS fresh(at, sealed)
    WHERE t.ctid = fresh.at::tid`)
}
