import { type Executor, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { normaliseKey } from './normalise.ts'

/** The settings `loginThrottle.*`. */
export interface ThrottlePolicy {
  readonly failureCap: number
  readonly windowSeconds: number
  /** The window doubles with every breach in a row, up to this. */
  readonly windowCeilingSeconds: number
}

const bucket = 'sign-in'

/** Unknown names get a key too, so that a throttle says nothing about which accounts exist (T24). */
const keyOf = (projectId: string, login: string): string => digest(`${projectId} ${normaliseKey(login)}`)

/**
 * Reserves one attempt before the password is looked at, in one statement that every door and replica shares (T23):
 * answers 0, or the seconds until the next attempt may be made. A wrong password leaves the reservation standing.
 */
export async function reserveAttempt(
  executor: Executor,
  projectId: string,
  login: string,
  policy: ThrottlePolicy,
): Promise<number> {
  const window = sql`make_interval(secs => LEAST(${policy.windowSeconds}::int * power(2, t.level), ${policy.windowCeilingSeconds}::int))`
  const over = sql`t.window_started_at + ${window} <= now()`
  const [row] = await executor.rows<{ count: number; wait: number }>(sql`
    INSERT INTO throttles AS t (bucket, key, count, expires_at)
    VALUES (${bucket}, ${keyOf(projectId, login)}, 1, now() + make_interval(secs => ${policy.windowCeilingSeconds}::int * 2))
    ON CONFLICT (bucket, key) DO UPDATE SET
      count = CASE WHEN ${over} THEN 1 ELSE LEAST(t.count + 1, ${policy.failureCap}::int + 1) END,
      level = CASE WHEN ${over} AND t.count > ${policy.failureCap}::int THEN LEAST(t.level + 1, 20) ELSE t.level END,
      window_started_at = CASE WHEN ${over} THEN now() ELSE t.window_started_at END,
      expires_at = EXCLUDED.expires_at
    RETURNING count, ceil(extract(epoch FROM window_started_at + ${window} - now()))::int AS wait`)
  return row && row.count > policy.failureCap ? Math.max(1, row.wait) : 0
}

/** A success clears what was counted. */
export const releaseAttempts = (executor: Executor, projectId: string, login: string) =>
  executor.run(sql`DELETE FROM throttles WHERE bucket = ${bucket} AND key = ${keyOf(projectId, login)}`)
