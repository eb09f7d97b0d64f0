import { type Database, type Executor, sql, type Transactor } from '@signet/db'
import { refuseScheduled } from '../authn/authenticate.ts'
import type { Connection } from '../authn/connection.ts'
import type { Call } from './handler.ts'

/**
 * The shared lock of the project's row allows concurrent changes. Scheduling a deletion acquires a conflicting lock: it waits for earlier
 * changes, and later changes are refused. Lock order: project, connection, accounts, groups.
 */
export const changeProject = <Result>(
  database: Database,
  { projectId }: Connection,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> =>
  database.inProject(projectId).transaction(async (tx) => {
    const rows = await tx.rows<object>(
      sql`SELECT 1 FROM projects WHERE id = ${projectId} AND deletion_scheduled_at IS NULL FOR SHARE`,
    )
    if (rows.length === 0) refuseScheduled()
    return work(tx)
  })

export const inProject = (database: Database, { connection }: Call): Transactor =>
  database.inProject(connection.projectId)
