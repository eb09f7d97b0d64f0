import { type Executor, type Sql, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { normaliseKey } from './normalise.ts'
import { lookUpForSignIn, type SignInAccount } from './sign-in.ts'

/** The settings `loginThrottle.*`. */
export interface ThrottlePolicy {
  readonly failureCap: number
  readonly windowSeconds: number
  /** The window doubles with every breach in a row, up to this. */
  readonly windowCeilingSeconds: number
}

/** A browser that an account signed in from before, and proved it. */
export interface KnownBrowser {
  readonly accountId: string
  /** Random, of this browser for this account. */
  readonly id: string
}

/** Counts attempts of everybody, or of one browser that its account is known to use (R22). */
const bucket = 'sign-in'
const knownBucket = 'known-browser'

/**
 * Counts wrong passwords in a row, whatever time passes between them. After so many only a new password opens the
 * door again (NIST SP 800-63B-4, 3.2.2); a month without an attempt forgets them.
 */
const runBucket = 'sign-in-run'
const longestRun = 100
const runDays = 30

/** Unknown names get a key too, so that a throttle says nothing about which accounts exist (T24). */
const keyOf = (projectId: string, counted: string): string => digest(`${projectId} ${normaliseKey(counted)}`)

const knownKey = (projectId: string, door: string, { accountId, id }: KnownBrowser): string =>
  digest(`${projectId} ${door} ${accountId} ${id}`)

/**
 * Counts one attempt for the bucket and key that `counter` selects, in one statement that every door and replica shares
 * (T23). Answers the count, and the seconds until its window ends.
 */
function reservation(counter: Sql, policy: ThrottlePolicy): Sql {
  const window = sql`make_interval(secs => LEAST(${policy.windowSeconds}::int * power(2, t.level), ${policy.windowCeilingSeconds}::int))`
  const over = sql`t.window_started_at + ${window} <= now()`
  return sql`
    INSERT INTO throttles AS t (bucket, key, count, expires_at)
    SELECT c.bucket, c.key, 1, now() + make_interval(secs => ${policy.windowCeilingSeconds}::int * 2) FROM (${counter}) c
    ON CONFLICT (bucket, key) DO UPDATE SET
      count = CASE WHEN ${over} THEN 1 ELSE LEAST(t.count + 1, ${policy.failureCap}::int + 1) END,
      level = CASE WHEN ${over} AND t.count > ${policy.failureCap}::int THEN LEAST(t.level + 1, 20) ELSE t.level END,
      window_started_at = CASE WHEN ${over} THEN now() ELSE t.window_started_at END,
      expires_at = EXCLUDED.expires_at
    RETURNING bucket, key, count, ceil(extract(epoch FROM window_started_at + ${window} - now()))::int AS wait`
}

interface Reserved {
  readonly bucket: string
  readonly key: string
  readonly count: number
  readonly wait: number
}

export interface Attempt {
  /** 0, or the seconds until the next attempt may be made. A failure leaves the reservation standing. */
  readonly wait: number
  /** What a success clears. */
  readonly release: Sql
}

const attemptOf = ({ bucket, key, count, wait }: Reserved, { failureCap }: ThrottlePolicy): Attempt => ({
  wait: count > failureCap ? Math.max(1, wait) : 0,
  release: forget(bucket === knownBucket ? [bucket] : [bucket, runBucket], [key]),
})

const forget = (buckets: readonly string[], keys: readonly string[]): Sql =>
  sql`DELETE FROM throttles WHERE bucket = ANY(${[...buckets]}) AND key = ANY(${[...keys]})`

export interface PasswordAttempt extends Attempt {
  readonly account: SignInAccount | null
  /** Too many wrong passwords in a row: none is looked at until a new one was set. */
  readonly closed: boolean
}

/**
 * Reserves one attempt before the password is looked at, and finds the account it is for, in one round trip. A browser
 * the account is known to use has an allowance of its own, so nobody else's guesses keep the owner out (T23).
 */
export async function reservePassword(
  executor: Executor,
  projectId: string,
  login: string,
  policy: ThrottlePolicy,
  known: readonly KnownBrowser[],
): Promise<PasswordAttempt> {
  const accounts = known.map(({ accountId }) => accountId)
  const keys = known.map((each) => knownKey(projectId, 'password', each))
  const counter = sql`
    SELECT CASE WHEN own.key IS NULL THEN ${bucket} ELSE ${knownBucket} END AS bucket, COALESCE(own.key, ${keyOf(projectId, login)}) AS key
    FROM (SELECT 1) one LEFT JOIN (
      SELECT k.key FROM account JOIN unnest(${accounts}::text[], ${keys}::text[]) AS k (id, key) ON k.id = account.id) own ON true`
  const [row] = await executor.rows<Reserved & { run: number | null; account: SignInAccount | null }>(sql`
    WITH account AS (${lookUpForSignIn(projectId, login)}),
    reserved AS (${reservation(counter, policy)}),
    run AS (
      INSERT INTO throttles AS r (bucket, key, count, expires_at)
      SELECT ${runBucket}, key, 1, now() + make_interval(days => ${runDays}::int) FROM reserved
      WHERE bucket = ${bucket} AND count <= ${policy.failureCap}::int
      ON CONFLICT (bucket, key) DO UPDATE SET count = LEAST(r.count + 1, ${longestRun}::int + 1), expires_at = EXCLUDED.expires_at
      RETURNING count)
    SELECT reserved.*, run.count AS run, to_jsonb(account) AS account
    FROM reserved LEFT JOIN run ON true LEFT JOIN account ON true`)
  if (!row) throw new Error('The attempt was not reserved.')
  return { ...attemptOf(row, policy), account: row.account, closed: (row.run ?? 0) > longestRun }
}

/** Reserves one attempt at the code of an account's authenticator, before it is looked at. */
export async function reserveCode(
  executor: Executor,
  projectId: string,
  accountId: string,
  policy: ThrottlePolicy,
  known: readonly KnownBrowser[],
): Promise<Attempt> {
  const door = 'authenticator'
  const own = known.find((each) => each.accountId === accountId)
  const [name, key] = own
    ? [knownBucket, knownKey(projectId, door, own)]
    : [bucket, keyOf(projectId, `${door} ${accountId}`)]
  const [row] = await executor.rows<Reserved>(
    reservation(sql`SELECT ${name}::text AS bucket, ${key}::text AS key`, policy),
  )
  if (!row) throw new Error('The attempt was not reserved.')
  return attemptOf(row, policy)
}

/** A new password starts anew: whoever guessed at the old one does not keep the owner out. */
export const forgetGuesses = (projectId: string, logins: readonly (string | null)[]): Sql =>
  forget(
    [bucket, runBucket],
    logins.filter((login) => login !== null).map((login) => keyOf(projectId, login)),
  )
