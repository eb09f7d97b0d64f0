import { type Executor, type Sql, sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { normalizeKey } from './normalize.ts'
import { lookUpForSignIn, type SignInAccount, type SignInState } from './sign-in.ts'

/** Settings `loginThrottle.*`. */
export interface ThrottlePolicy {
  readonly failureCap: number
  readonly windowSeconds: number
  /** The window doubles with every successive breach up to this length. */
  readonly windowCeilingSeconds: number
}

/** A cookie of the browser proves an earlier sign-in of an account. */
export interface KnownBrowser {
  readonly accountId: string
  readonly id: string
  /** Time of the password of the earlier sign-in: the browser is no longer known after a change of password. */
  readonly passwordSetAt: string | null
}

export interface Visitor {
  /** Accounts that signed in from this browser before. */
  readonly known: readonly KnownBrowser[]
  readonly network: string
}

/** Buckets of all unknown browsers together, and of one known browser. */
const bucket = 'sign-in'
const knownBucket = 'known-browser'

/**
 * Counts successive wrong passwords, over any time. After the maximum only a new password reopens the account (NIST SP 800-63B-4,
 * 3.2.2); the count is deleted after a month without an attempt.
 */
const runBucket = 'sign-in-run'
const longestRun = 100
const runDays = 30

/**
 * Counts failures of one network, which slows down one password tried at many accounts. Known browsers are neither counted nor blocked.
 * The limit is higher than for one account, because many users share a network.
 */
const networkBucket = 'sign-in-network'
const networkShare = 10
/** Limits the growth of a network's window, so that one user cannot block all others of the network for long. */
const networkWindows = 12

const networkPolicy = ({
  failureCap,
  windowSeconds,
  windowCeilingSeconds,
}: ThrottlePolicy): ThrottlePolicy => ({
  failureCap: failureCap * networkShare,
  windowSeconds,
  windowCeilingSeconds: Math.min(windowCeilingSeconds, windowSeconds * networkWindows),
})

/** Unknown names have a key too, so that a throttle does not reveal which accounts exist. */
const keyOf = (projectId: string, counted: string): string => digest(`${projectId} ${normalizeKey(counted)}`)

const accountKeyOf = (projectId: string, accountId: string): string => `${projectId} ${accountId}`

const networkKey = (projectId: string, network: string): string => digest(`${projectId} ${network}`)

const knownKey = (projectId: string, channel: string, { accountId, id }: KnownBrowser): string =>
  digest(`${projectId} ${channel} ${accountId} ${id}`)

/**
 * Counts one attempt for the bucket and key that `counter` selects, in one statement shared by every page and replica. Returns the
 * count and the seconds until the end of the window. The doubled window remains until a success; for a network, which has no success of
 * its own, until a window without a breach.
 */
function reservation(counter: Sql, policy: ThrottlePolicy): Sql {
  const window = sql`make_interval(secs => LEAST(${policy.windowSeconds}::int * power(2, t.level), ${policy.windowCeilingSeconds}::int))`
  const over = sql`t.window_started_at + ${window} <= now()`
  return sql`
    INSERT INTO throttles AS t (bucket, key, count, expires_at)
    SELECT c.bucket, c.key, 1, now() + make_interval(secs => ${policy.windowCeilingSeconds}::int * 2) FROM (${counter}) c
    ON CONFLICT (bucket, key) DO UPDATE SET
      count = CASE WHEN ${over} THEN 1 ELSE LEAST(t.count + 1, ${policy.failureCap}::int + 1) END,
      level = CASE WHEN ${over} AND t.count > ${policy.failureCap}::int THEN LEAST(t.level + 1, 20)
        WHEN ${over} AND t.bucket = ${networkBucket} THEN 0 ELSE t.level END,
      window_started_at = CASE WHEN ${over} THEN now() ELSE t.window_started_at END,
      expires_at = EXCLUDED.expires_at
    RETURNING bucket, key, count, ceil(extract(epoch FROM window_started_at + ${window} - now()))::int AS wait`
}

interface ReservedAttempt {
  readonly key: string
  readonly count: number
  readonly wait: number
}

export interface Attempt {
  /** Seconds until the next attempt is allowed, or 0. A failure keeps the reservation. */
  readonly wait: number
  readonly release: Sql
  readonly takeBack: Sql
}

interface Row {
  /** Null for a known browser. */
  readonly network: ReservedAttempt | null
  /** Null while the network is blocked: nothing is counted against the account then. */
  readonly reserved: ReservedAttempt | null
}

function attemptOf({ network, reserved }: Row, policy: ThrottlePolicy): Attempt {
  const waits = [waitOf(network, networkPolicy(policy).failureCap), waitOf(reserved, policy.failureCap)]
  const keys = [network, reserved].flatMap((row) => (row ? [row.key] : []))
  return {
    wait: Math.max(...waits),
    release: closeReservation(keys, true),
    takeBack: closeReservation(keys, false),
  }
}

const waitOf = (reserved: ReservedAttempt | null, cap: number): number =>
  reserved && reserved.count > cap ? Math.max(1, reserved.wait) : 0

/**
 * Clears the account's counts after a success, and takes back its reservation at the network: an attacker's own account must not make
 * room for guesses at others. Rows are locked in the order of the reservation.
 */
const closeReservation = (keys: readonly string[], clears: boolean): Sql => sql`
  UPDATE throttles t SET
    count = CASE WHEN ${clears}::boolean AND t.bucket <> ${networkBucket} THEN 0 ELSE GREATEST(t.count - 1, 0) END,
    level = CASE WHEN ${clears}::boolean AND t.bucket <> ${networkBucket} THEN 0 ELSE t.level END,
    expires_at = CASE WHEN ${clears}::boolean AND t.bucket <> ${networkBucket} THEN now() ELSE t.expires_at END
  FROM (
    SELECT bucket, key FROM throttles
    WHERE bucket = ANY(${[bucket, knownBucket, runBucket, networkBucket]}) AND key = ANY(${[...keys]})
    ORDER BY bucket <> ${networkBucket}, bucket FOR UPDATE) mine
  WHERE t.bucket = mine.bucket AND t.key = mine.key`

const deleteCounters = (buckets: readonly string[], keys: readonly string[]): Sql =>
  sql`DELETE FROM throttles WHERE bucket = ANY(${[...buckets]}) AND key = ANY(${[...keys]})`

export interface PasswordAttempt extends Attempt {
  readonly account: SignInAccount | null
  /** No password is checked until a new one is set. */
  readonly closed: boolean
}

/**
 * Reserves one attempt before the password is checked, and reads the account, in one round trip. A known browser has its own allowance,
 * so that the guesses of others do not lock the owner out.
 */
export async function reservePassword(
  executor: Executor,
  projectId: string,
  login: string,
  policy: ThrottlePolicy,
  { known, network }: Visitor,
): Promise<PasswordAttempt> {
  const accounts = known.map(({ accountId }) => accountId)
  const keys = known.map((each) => knownKey(projectId, 'password', each))
  const set = known.map(({ passwordSetAt }) => passwordSetAt)
  const own = sql`
    SELECT k.key FROM account JOIN unnest(${accounts}::text[], ${keys}::text[], ${set}::text[]) AS k (id, key, set_at)
      ON k.id = account.id AND k.set_at IS NOT DISTINCT FROM account."passwordSetAt"`
  // All names of an account share one allowance.
  const otherwise = sql`COALESCE((SELECT ${accountKeyOf(projectId, '')} || id FROM account), ${keyOf(projectId, login)})`
  const buckets = { own, otherwise, network: networkKey(projectId, network) }
  const [row] = await executor.rows<Row & { run: number | null; account: SignInAccount | null }>(sql`
    WITH account AS (${lookUpForSignIn(projectId, login)}),
    ${reservations(buckets, policy)},
    run AS (
      INSERT INTO throttles AS r (bucket, key, count, expires_at)
      SELECT ${runBucket}, key, 1, now() + make_interval(days => ${runDays}::int) FROM reserved
      WHERE bucket = ${bucket} AND count <= ${policy.failureCap}::int
      ON CONFLICT (bucket, key) DO UPDATE SET count = LEAST(r.count + 1, ${longestRun}::int + 1), expires_at = EXCLUDED.expires_at
      RETURNING count)
    SELECT ${reservedColumns}, (SELECT count FROM run) AS run, (SELECT to_jsonb(account) FROM account) AS account`)
  if (!row) throw new Error('The attempt was not reserved.')
  return { ...attemptOf(row, policy), account: row.account, closed: (row.run ?? 0) > longestRun }
}

type Attempted = Pick<SignInState, 'id' | 'passwordSetAt'>

/** Call before the code is checked. */
export const reserveCode = (
  executor: Executor,
  projectId: string,
  account: Attempted,
  policy: ThrottlePolicy,
  visitor: Visitor,
): Promise<Attempt> => reserveProof(executor, projectId, 'authenticator', account, policy, visitor)

/** Unknown passkeys of a network share one allowance. */
export const reservePasskey = (
  executor: Executor,
  projectId: string,
  account: Attempted | undefined,
  policy: ThrottlePolicy,
  visitor: Visitor,
): Promise<Attempt> => {
  const attempted = account ?? { id: `of ${visitor.network}`, passwordSetAt: null }
  return reserveProof(executor, projectId, 'passkey', attempted, policy, visitor)
}

async function reserveProof(
  executor: Executor,
  projectId: string,
  channel: 'authenticator' | 'passkey',
  { id: accountId, passwordSetAt }: Attempted,
  policy: ThrottlePolicy,
  { known, network }: Visitor,
): Promise<Attempt> {
  const browser = known.find((each) => each.accountId === accountId && each.passwordSetAt === passwordSetAt)
  const key = browser ? knownKey(projectId, channel, browser) : null
  const buckets = {
    own: sql`SELECT key FROM (SELECT ${key}::text AS key) k WHERE key IS NOT NULL`,
    otherwise: sql`${keyOf(projectId, `${channel} ${accountId}`)}::text`,
    network: networkKey(projectId, network),
  }
  const [row] = await executor.rows<Row>(sql`WITH ${reservations(buckets, policy)} SELECT ${reservedColumns}`)
  if (!row) throw new Error('The attempt was not reserved.')
  return attemptOf(row, policy)
}

interface Buckets {
  /** Key of the known browser's own allowance, or nothing. */
  readonly own: Sql
  readonly otherwise: Sql
  readonly network: string
}

/**
 * Common table expressions `network` and `reserved`, in this order: while the network is blocked, an attempt does not count against the
 * account.
 */
const reservations = ({ own, otherwise, network }: Buckets, policy: ThrottlePolicy): Sql => {
  const everybody = sql`SELECT ${networkBucket}::text AS bucket, ${network}::text AS key WHERE NOT EXISTS (SELECT 1 FROM own)`
  const one = sql`
    SELECT CASE WHEN own.key IS NULL THEN ${bucket} ELSE ${knownBucket} END AS bucket, COALESCE(own.key, ${otherwise}) AS key
    FROM (SELECT 1) one LEFT JOIN own ON true
    WHERE NOT EXISTS (SELECT 1 FROM network WHERE count > ${networkPolicy(policy).failureCap}::int)`
  return sql`
    own AS (${own}),
    network AS (${reservation(everybody, networkPolicy(policy))}),
    reserved AS (${reservation(one, policy)})`
}

const reservedColumns = sql`
  (SELECT to_jsonb(network) FROM network) AS network, (SELECT to_jsonb(reserved) FROM reserved) AS reserved`

/** After a new password, guesses at the old one must not lock the owner out. */
export const deleteGuesses = (projectId: string, accountId: string): Sql =>
  deleteCounters([bucket, runBucket], [accountKeyOf(projectId, accountId)])

export interface ThrottleState {
  /** Time of the next allowed attempt from an unknown browser; null for now. */
  readonly until: Date | null
  readonly failures: number
  /** Only a new password reopens the account. */
  readonly closed: boolean
}

export interface ThrottleCount {
  readonly bucket: string
  readonly count: number
  readonly level: number
  readonly windowStartedAt: string
}

/** @returns rows of type `ThrottleCount` */
export const selectThrottles = (projectId: string, accountId: string): Sql => sql`
  SELECT bucket, count, level, window_started_at AS "windowStartedAt" FROM throttles
  WHERE bucket = ANY(${[bucket, runBucket]}) AND key = ${accountKeyOf(projectId, accountId)} AND expires_at > now()`

export function toThrottleState(
  rows: readonly ThrottleCount[],
  { failureCap, windowSeconds, windowCeilingSeconds }: ThrottlePolicy,
): ThrottleState {
  const attempts = rows.find((row) => row.bucket === bucket)
  const failures = rows.find((row) => row.bucket === runBucket)?.count ?? 0
  const state = { failures, closed: failures > longestRun }
  if (attempts === undefined || attempts.count <= failureCap) return { until: null, ...state }
  const window = Math.min(windowSeconds * 2 ** attempts.level, windowCeilingSeconds)
  const until = new Date(Date.parse(attempts.windowStartedAt) + window * 1000)
  return { until: until.getTime() > Date.now() ? until : null, ...state }
}
