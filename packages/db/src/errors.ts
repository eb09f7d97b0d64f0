/** No response, or none in time: the caller may retry later (503). */
export class Unavailable extends Error {
  override name = 'Unavailable'
  /** The missing or slow resource, as logs and metrics name it. */
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

/** Matches the SQLSTATE, or the driver's message without one. */
const reasons: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^55P03$/, 'lock'],
  [/^Query read timeout: the request/, 'deadline'],
  [/^57014$|^25P0[34]$|^Query read timeout/, 'statement'],
  [/^25006$|^25001$/, 'read-only'],
  [/^40001$|^40P01$|^P2034$/, 'conflict'],
  [/^53[12]00$/, 'full'],
  [/^timeout exceeded when trying to connect|^P2024$|^P2028$/, 'pool'],
]

function reasonOf(cause: unknown): UnavailableReason {
  const signs = [codeOf(cause), cause instanceof Error ? cause.message : '']
  return reasons.find(([pattern]) => signs.some((sign) => pattern.test(sign)))?.[1] ?? 'connection'
}

export class UniqueViolation extends Error {
  override name = 'UniqueViolation'
  /** Index or constraint: `accounts_project_id_email_key_key`. */
  readonly constraint: string
  constructor(constraint: string, cause: unknown) {
    super(`The unique constraint ${constraint} rejected the write.`, { cause })
    this.constraint = constraint
  }
}

/** The changed or referenced row does not exist: a concurrent change may have deleted it. */
export class RowMissing extends Error {
  override name = 'RowMissing'
  constructor(cause: unknown) {
    super('The row that the write changes or references does not exist.', { cause })
  }
}

/** foreign_key_violation, and Prisma's codes for a missing row */
const missingRowCodes = new Set(['23503', 'P2003', 'P2025'])

/** U+0000, or half a surrogate pair in JSON. Caused by the input, not a defect. */
export class UnstorableText extends Error {
  override name = 'UnstorableText'
  constructor(cause: unknown) {
    super('The text has a character that cannot be stored.', { cause })
  }
}

/** character_not_in_repertoire, untranslatable_character */
const unstorableStates = new Set(['22021', '22P05'])

/** Report the server's state rather than an error of the statement (appendix A of PostgreSQL's manual). */
const unavailableStates = [
  /^08/, // connection
  /^53/, // disk, memory, connections
  /^57P0[1-5]$/, // shutdown, crash, starting
  /^57014$/, // statement_timeout
  /^55P03$/, // lock_timeout
  /^25006$|^25001$/, // a standby rejects writes, and the start of a transaction that may write
  /^25P0[34]$/, // idle or transaction timeout
  /^40001$|^40P01$/, // serialisation and deadlock, after the retries
  /^28P01$|^3D000$/, // rejected login, no such database
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

/** Messages of driver errors without a code. */
const driverSentences =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|not queryable|^Client was closed|^Cannot use a pool after/

/** Unreachable, refused, timed out, pool timeout, connection closed, write conflict, no transaction slot. */
const prismaUnavailable = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'])

/** Names for failures without a code in Prisma's adapter. */
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

const driverCause = (error: unknown): Fields =>
  fieldsOf(fieldsOf(fieldsOf(fieldsOf(error).meta).driverAdapterError).cause)

/** SQLSTATE, system code or Prisma code, whichever is nearest to the server. */
function codeOf(error: unknown): string {
  const code = driverCause(error).originalCode ?? fieldsOf(error).code
  return typeof code === 'string' ? code : ''
}

/** The transaction changed nothing and may succeed when retried. */
export const isRetryable = (error: unknown): boolean =>
  retryableStates.has(codeOf(error instanceof Unavailable ? error.cause : error))

export const isLockTimeout = (error: unknown): boolean =>
  codeOf(error instanceof Unavailable ? error.cause : error) === '55P03'

/** duplicate_object, or the key of a catalog. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof UniqueViolation || codeOf(error) === '42710'

/** insufficient_privilege: missing grants, or a row rejected by row-level security. */
export const isForbidden = (error: unknown): boolean => codeOf(error) === '42501'

const own = [Unavailable, UniqueViolation, RowMissing, UnstorableText]

/**
 * Returns `UniqueViolation` after a duplicate key, `RowMissing` when a needed row does not exist, `Unavailable` when the database could
 * not be used, otherwise the error itself.
 */
export function asDatabaseError(error: unknown): unknown {
  if (own.some((known) => error instanceof known)) return error
  const code = codeOf(error)
  if (code === '23505' || code === 'P2002') return new UniqueViolation(constraintOf(error), error)
  if (missingRowCodes.has(code)) return new RowMissing(error)
  if (unstorableStates.has(code) || isUnstorableJson(code, error)) return new UnstorableText(error)
  return isUnavailable(error) ? new Unavailable(error) : error
}

/** The services send well-formed JSON, apart from halves of surrogate pairs, whose escaped form PostgreSQL rejects. */
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
