import { limits, type SigningKey } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { privateKeyPlace } from '@signet/db/key-set'
import { refuse } from '@signet/runtime'
import type { SigningKeyPair, Vault } from '@signet/secrets'

export interface KeyRecord {
  readonly kid: string
  readonly algorithm: SigningKey['algorithm']
  readonly state: SigningKey['state'] | 'revoked'
  readonly createdAt: Date
  readonly promotableAt: Date
  readonly signingSince: Date | null
  readonly signedUntil: Date | null
  readonly removableAt: Date | null
  /** True after the publication window, when every cache of the key set has the key. */
  readonly ready: boolean
}

const columns = sql`kid, algorithm, state, created_at AS "createdAt", promotable_at AS "promotableAt",
  signing_since AS "signingSince", signed_until AS "signedUntil", removable_at AS "removableAt",
  promotable_at <= now() AS ready`

/** Not revoked, and not retired beyond the validity of their tokens. */
const visible = sql`state <> 'revoked' AND (removable_at IS NULL OR removable_at > now())`

const readWhere = (executor: Executor, keySetId: string, where: Sql): Promise<KeyRecord[]> =>
  executor.rows<KeyRecord>(
    sql`SELECT ${columns} FROM signing_keys WHERE key_set_id = ${keySetId} AND ${where} ORDER BY created_at, kid`,
  )

export const readKeys = (executor: Executor, keySetId: string): Promise<KeyRecord[]> =>
  readWhere(executor, keySetId, visible)

/** Finds also a revoked key; refuses hidden and unknown ones with not_found. */
export const findKey = async (executor: Executor, keySetId: string, kid: string): Promise<KeyRecord> =>
  (await readWhere(executor, keySetId, sql`kid = ${kid} AND (state = 'revoked' OR ${visible})`))[0] ??
  refuse('not_found')

/** Serializes the changes of a set: one signer for each algorithm, at most twelve keys. */
export async function lockKeySet(tx: Executor, keySetId: string): Promise<void> {
  const rows = await tx.rows<object>(sql`SELECT 1 FROM key_sets WHERE id = ${keySetId} FOR UPDATE`)
  if (rows.length === 0) refuse('not_found')
}

/** Limits a set, and a day; revoked keys count. The caller holds the lock of the set. */
export async function refuseKeyLimit(executor: Executor, keySetId: string): Promise<void> {
  const [row] = await executor.rows<{ held: number; made: number }>(sql`
    SELECT count(*) FILTER (WHERE ${visible})::int AS held,
      count(*) FILTER (WHERE created_at > now() - interval '1 day')::int AS made
    FROM signing_keys WHERE key_set_id = ${keySetId}`)
  if (row && (row.held >= limits.keysHeld || row.made >= limits.keysMadePerDay))
    refuse('key_limit', { reason: 'key_limit' })
}

/** A key may sign after the publication window, or immediately when no other key can sign. */
export async function insertKey(
  tx: Executor,
  vault: Vault,
  keySetId: string,
  { kid, algorithm, publicJwk, privateJwk }: SigningKeyPair,
  signsAtOnce = false,
): Promise<KeyRecord> {
  const sealed = vault.seal(JSON.stringify(privateJwk), privateKeyPlace(keySetId, kid))
  await tx.run(sql`
    INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, private_sealed, promotable_at, signing_since)
    VALUES (${keySetId}, ${kid}, ${algorithm}, ${signsAtOnce ? 'signing' : 'published'}, ${JSON.stringify(publicJwk)}::jsonb, ${sealed},
      now() + make_interval(secs => ${signsAtOnce ? 0 : limits.keyPublicationSeconds}::int), ${signsAtOnce ? sql`now()` : sql`NULL`})`)
  return findKey(tx, keySetId, kid)
}

/**
 * The former signer keeps verifying.
 * @returns null without a signer
 */
export async function demoteSigner(
  tx: Executor,
  keySetId: string,
  algorithm: string,
): Promise<KeyRecord | null> {
  const [row] = await tx.rows<{ kid: string }>(sql`
    UPDATE signing_keys SET state = 'published', signed_until = now()
    WHERE key_set_id = ${keySetId} AND algorithm = ${algorithm} AND state = 'signing' RETURNING kid`)
  return row ? findKey(tx, keySetId, row.kid) : null
}

export async function startSigning(tx: Executor, keySetId: string, kid: string): Promise<KeyRecord> {
  await tx.run(sql`
    UPDATE signing_keys SET state = 'signing', signing_since = now(), signed_until = NULL
    WHERE key_set_id = ${keySetId} AND kid = ${kid}`)
  return findKey(tx, keySetId, kid)
}

/** The key stays in the set until the longest-lived token that it could have signed has expired. */
export async function retireKey(tx: Executor, keySetId: string, kid: string): Promise<KeyRecord> {
  const [row] = await tx.rows<KeyRecord>(sql`
    UPDATE signing_keys SET state = 'retired',
      removable_at = COALESCE(removable_at, signed_until + make_interval(secs => ${limits.accessTokenSeconds.max}::int), now())
    WHERE key_set_id = ${keySetId} AND kid = ${kid} RETURNING ${columns}`)
  return row ?? refuse('not_found')
}

export const revokeKey = (tx: Executor, keySetId: string, kid: string): Promise<number> =>
  tx.run(sql`
    UPDATE signing_keys SET state = 'revoked', revoked_at = now(), private_sealed = NULL, signed_until = COALESCE(signed_until, now())
    WHERE key_set_id = ${keySetId} AND kid = ${kid}`)

export const toKey = (row: KeyRecord): SigningKey => ({
  kid: row.kid,
  algorithm: row.algorithm,
  state: row.state === 'revoked' ? 'retired' : row.state,
  createdAt: row.createdAt.toISOString(),
  promotableAt: row.signingSince ? null : row.promotableAt.toISOString(),
  signingSince: row.signingSince?.toISOString() ?? null,
  signedUntil: row.signedUntil?.toISOString() ?? null,
  removableAt: row.removableAt?.toISOString() ?? null,
})
