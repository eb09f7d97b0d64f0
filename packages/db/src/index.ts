export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export {
  asDatabaseError,
  isRetryable,
  Unavailable,
  UniqueViolation,
  UnstorableText,
  Vanished,
} from './errors.ts'
export { type Executor, empty, join, raw, type Sql, sql } from './sql.ts'
