import { type Executor, sql } from '@signet/db'

export interface MigrationCounts {
  readonly created?: number
  readonly refused?: number
  readonly skipped?: number
  readonly failure?: string | null
}

const reasonCharacters = 300
const largest = 2_147_483_647

export const countMigration = (
  executor: Executor,
  { projectId, url }: { readonly projectId: string; readonly url: string },
  { created = 0, refused = 0, skipped = 0, failure = null }: MigrationCounts,
): Promise<number> => {
  const added = (column: ReturnType<typeof sql>, number: number) =>
    sql`LEAST(${column}::bigint + ${number}::int, ${largest}::int)::int`
  const reason = failure?.slice(0, reasonCharacters).toWellFormed() ?? null
  return executor.run(sql`
    UPDATE migration_hooks SET created = ${added(sql`created`, created)}, refused = ${added(sql`refused`, refused)},
      skipped = ${added(sql`skipped`, skipped)}, failed = ${added(sql`failed`, reason === null ? 0 : 1)},
      last_created_at = CASE WHEN ${created}::int > 0 THEN now() ELSE last_created_at END,
      last_failure_at = CASE WHEN ${reason}::text IS NULL THEN last_failure_at ELSE now() END,
      last_failure = COALESCE(${reason}::text, last_failure)
    WHERE project_id = ${projectId} AND url = ${url}`)
}
