import { type Executor, sql } from '@signet/db'

/**
 * Bumps the project's version in the transaction of a change to its address, settings, clients, APIs, keys or
 * providers: every replica drops what it holds of the project on its next request.
 */
export const bumpProject = (tx: Executor, projectId: string) =>
  tx.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${projectId}`)

/** The same for settings and instance keys, which concern every project. */
export const bumpInstance = (tx: Executor) => tx.run(sql`UPDATE instance SET version = version + 1`)
