export { createMachineGrant } from './agents.ts'
export { type AuditedPrismaTx, type AuditedTx, auditedBefore, prismaAuditedBefore } from './audited.ts'
export { type Database, openDatabase, type Transactor } from './database.ts'
export {
  asDatabaseError,
  isLockTimeout,
  isRetryable,
  RowMissing,
  Unavailable,
  UniqueViolation,
  UnstorableText,
} from './errors.ts'
export type { DatabaseOptions } from './pool.ts'
export { allOf, type Executor, empty, fixed, join, raw, type Sql, sql } from './sql.ts'
export { waitForDatabase } from './wait.ts'
