export { LeaseHeld, LeaseLost } from './lease.ts'
export { type Migration, migrations } from './manifest.ts'
export { describe, type MigrateOptions, migrate, type OutstandingMigration, plan } from './run.ts'
export { assertSchema, SchemaMismatch, type SchemaState, schemaState } from './state.ts'
