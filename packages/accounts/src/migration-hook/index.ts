export { type MigrationAnswer, readMigrationAnswer } from './answer.ts'
export { type AskedHook, askMigrationHook, hookSeconds } from './ask.ts'
export { countMigration, type MigrationCounts } from './counts.ts'
