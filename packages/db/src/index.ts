export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export {
  asDatabaseError,
  isLockTimeout,
  isRetryable,
  RowMissing,
  Unavailable,
  UniqueViolation,
  UnstorableText,
} from './errors.ts'
export { allOf, type Executor, empty, fixed, join, raw, type Sql, sql } from './sql.ts'
