import { type Executor, sql } from '@signet/db'
import { digest } from '@signet/secrets'

/** Uses in a window, counted across replicas. */
export interface Allowance {
  readonly bucket: string
  /** Stored as a digest. */
  readonly key: string
  readonly max: number
  readonly seconds: number
}

/**
 * Counts one use of each allowance in the caller's transaction. The row lock serializes concurrent uses.
 * @returns 0, or the seconds until the fullest allowance has room; the caller then rolls back, so that nothing is counted
 */
export async function takeAllowances(tx: Executor, allowances: readonly Allowance[]): Promise<number> {
  let wait = 0
  for (const allowance of allowances) wait = Math.max(wait, await take(tx, allowance))
  return wait
}

async function take(tx: Executor, { bucket, key, max, seconds }: Allowance): Promise<number> {
  const window = sql`make_interval(secs => ${seconds}::int)`
  const over = sql`t.window_started_at + ${window} <= clock_timestamp()`
  const [taken] = await tx.rows<object>(sql`
    INSERT INTO throttles AS t (bucket, key, count, window_started_at, expires_at)
    VALUES (${bucket}, ${digest(key)}, 1, clock_timestamp(), clock_timestamp() + ${window})
    ON CONFLICT (bucket, key) DO UPDATE SET
      count = CASE WHEN ${over} THEN 1 ELSE t.count + 1 END,
      window_started_at = CASE WHEN ${over} THEN EXCLUDED.window_started_at ELSE t.window_started_at END,
      expires_at = CASE WHEN ${over} THEN EXCLUDED.expires_at ELSE t.expires_at END
    WHERE ${over} OR t.count < ${max}::int
    RETURNING 1`)
  if (taken) return 0
  const [row] = await tx.rows<{ wait: number }>(sql`
    SELECT ceil(extract(epoch FROM window_started_at + ${window} - clock_timestamp()))::int AS wait
    FROM throttles WHERE bucket = ${bucket} AND key = ${digest(key)}`)
  return Math.max(1, row?.wait ?? 1)
}

/** Call for an action that certainly did not happen. */
export async function returnAllowances(tx: Executor, allowances: readonly Allowance[]): Promise<void> {
  for (const { bucket, key } of allowances) {
    const row = sql`bucket = ${bucket} AND key = ${digest(key)}`
    const gone = await tx.run(sql`DELETE FROM throttles WHERE ${row} AND count <= 1`)
    if (gone === 0) await tx.run(sql`UPDATE throttles SET count = count - 1 WHERE ${row}`)
  }
}

/** One message of a kind a minute and ten a day, against mail flooding. */
export const messageAllowances = (projectId: string, accountId: string, purpose: string): Allowance[] => {
  const key = `${projectId} ${accountId}`
  return [
    { bucket: `mail ${purpose} a minute`, key, max: 1, seconds: 60 },
    { bucket: `mail ${purpose} a day`, key, max: 10, seconds: 86_400 },
  ]
}
