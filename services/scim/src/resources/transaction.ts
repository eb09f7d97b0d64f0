import { type Database, type Executor, sql, type Transactor } from '@signet/db'
import { refuseScheduled } from '../authn/authenticate.ts'
import type { Connection } from '../authn/connection.ts'
import type { Call } from './handler.ts'

/**
 * One change by a directory. The shared lock of the project's row lets changes go on side by side, and a deletion that is
 * scheduled meanwhile wins: it waits for those before it and refuses those behind it. Locks are taken in the order
 * project, connection, accounts, groups.
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

/** What a request reads: the project of its connection and no other. */
export const inProject = (database: Database, { connection }: Call): Transactor =>
  database.inProject(connection.projectId)
