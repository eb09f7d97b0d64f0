/** The database did not answer in time, or at all: the caller may try again later (503). */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** What was waited for, or is missing: as logs and metrics name it. */
  readonly reason: UnavailableReason
  constructor(cause: unknown, reason: UnavailableReason = reasonOf(cause)) {
    super('The database is not available.', { cause })
    this.reason = reason
  }
}

export type UnavailableReason =
  | 'deadline'
  | 'connection'
  | 'pool'
  | 'lock'
  | 'statement'
  | 'read-only'
  | 'conflict'
  | 'full'

/** By SQLSTATE, and by the driver's sentences where there is none. */
const reasons: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^55P03$/, 'lock'],
  [/^Query read timeout: the request/, 'deadline'],
  [/^57014$|^25P0[34]$|^Query read timeout/, 'statement'],
  [/^25006$/, 'read-only'],
  [/^40001$|^40P01$|^P2034$/, 'conflict'],
  [/^53[12]00$/, 'full'],
  [/^timeout exceeded when trying to connect|^P2024$|^P2028$/, 'pool'],
]

function reasonOf(cause: unknown): UnavailableReason {
  const signs = [codeOf(cause), cause instanceof Error ? cause.message : '']
  return reasons.find(([pattern]) => signs.some((sign) => pattern.test(sign)))?.[1] ?? 'connection'
}

/** A unique constraint or index refused the write. */
export class UniqueViolation extends Error {
  override name = 'UniqueViolation'
  /** Name of the index or constraint, such as `accounts_project_id_email_key_key`. */
  readonly constraint: string
  constructor(constraint: string, cause: unknown) {
    super(`The unique constraint ${constraint} refused the write.`, { cause })
    this.constraint = constraint
  }
}

/** What a write changes or points at is not there, or not any more: a concurrent change took it away. */
export class RowMissing extends Error {
  override name = 'RowMissing'
  constructor(cause: unknown) {
    super('What the write needs is gone.', { cause })
  }
}

/** foreign_key_violation, and what Prisma says where a row to change is missing */
const missingRowCodes = new Set(['23503', 'P2003', 'P2025'])

/** Text that no database can hold: U+0000, or half a surrogate pair in JSON. The caller's mistake, not a defect. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'
  constructor(cause: unknown) {
    super('The text has a character that cannot be stored.', { cause })
  }
}

/** character_not_in_repertoire, untranslatable_character */
const unstorableStates = new Set(['22021', '22P05'])

/** Classes and codes of PostgreSQL that say nothing about the statement, only about the server's state (appendix A). */
const unavailableStates = [
  /^08/, // connection
  /^53/, // disk, memory, connections
  /^57P0[1-5]$/, // shutdown, crash, starting
  /^57014$/, // statement_timeout
  /^55P03$/, // lock_timeout
  /^25006$/, // a standby: writes are refused
  /^25P0[34]$/, // idle or transaction timeout
  /^40001$|^40P01$/, // serialisation and deadlock, after the retries
  /^28P01$|^3D000$/, // refused login, no such database
]

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ENOENT',
])

/** The driver has no code for these. */
const driverSentences =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|not queryable|^Client was closed|^Cannot use a pool after/

/** Prisma: unreachable, refused, timed out, pool timeout, connection closed, write conflict, no transaction slot. */
const prismaUnavailable = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'])

/** What Prisma's adapter calls them where it gives no code. */
const adapterUnavailable = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'TooManyConnections',
  'SocketTimeout',
  'AuthenticationFailed',
])

const retryableStates = new Set(['40001', '40P01', 'P2034'])

type Fields = Partial<Record<'code' | 'constraint' | 'cause' | 'meta' | 'errors' | 'index', unknown>> &
  Partial<Record<'driverAdapterError' | 'originalCode' | 'kind', unknown>>

const fieldsOf = (error: unknown): Fields => (typeof error === 'object' && error !== null ? error : {})

/** What the driver said, where Prisma wrapped it. */
const driverCause = (error: unknown): Fields =>
  fieldsOf(fieldsOf(fieldsOf(fieldsOf(error).meta).driverAdapterError).cause)

/** SQLSTATE, system code or Prisma code, whichever is nearest to the server. */
function codeOf(error: unknown): string {
  const code = driverCause(error).originalCode ?? fieldsOf(error).code
  return typeof code === 'string' ? code : ''
}

/** Serialisation failures and deadlocks: nothing was changed and the same transaction may succeed now. */
export const isRetryable = (error: unknown): boolean =>
  retryableStates.has(codeOf(error instanceof Unavailable ? error.cause : error))

/** Somebody else held what the statement needed for longer than lock_timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  codeOf(error instanceof Unavailable ? error.cause : error) === '55P03'

/** What was to be made is there already: duplicate_object, or the key of a catalog. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof UniqueViolation || codeOf(error) === '42710'

/** insufficient_privilege: missing grants, or row-level security that refuses a row. */
export const isForbidden = (error: unknown): boolean => codeOf(error) === '42501'

const own = [Unavailable, UniqueViolation, RowMissing, UnstorableText]

/**
 * Our own error for what the driver or Prisma threw: `UniqueViolation` where a unique key refused, `RowMissing` where
 * what the write needs is gone, `Unavailable` where the database could not be used, otherwise the error as it is.
 */
export function asDatabaseError(error: unknown): unknown {
  if (own.some((known) => error instanceof known)) return error
  const code = codeOf(error)
  if (code === '23505' || code === 'P2002') return new UniqueViolation(constraintOf(error), error)
  if (missingRowCodes.has(code)) return new RowMissing(error)
  if (unstorableStates.has(code) || isUnstorableJson(code, error)) return new UnstorableText(error)
  return isUnavailable(error) ? new Unavailable(error) : error
}

/** What we send as JSON is well formed but for halves of surrogate pairs, which PostgreSQL refuses in their escaped form. */
const isUnstorableJson = (code: string, error: unknown): boolean =>
  code === '22P02' && error instanceof Error && error.message.includes('for type json')

function constraintOf(error: unknown): string {
  const name = fieldsOf(error).constraint ?? fieldsOf(driverCause(error).constraint).index
  return typeof name === 'string' ? name : ''
}

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (systemCodes.has(code) || prismaUnavailable.has(code)) return true
  if (code.length === 5 && unavailableStates.some((state) => state.test(code))) return true
  if (adapterUnavailable.has(String(driverCause(error).kind))) return true
  // A host name with several addresses fails as an AggregateError of one failure each.
  const { errors } = fieldsOf(error)
  if (Array.isArray(errors) && errors.some(isUnavailable)) return true
  return error instanceof Error && driverSentences.test(error.message)
}
