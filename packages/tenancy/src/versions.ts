import { type Executor, sql } from '@signet/db'

/**
 * Call in the transaction of a change to the project's address, settings, clients, APIs, keys or providers. Every replica drops its
 * cache of the project at the next request.
 */
export const bumpProject = (tx: Executor, projectId: string) =>
  tx.run(sql`UPDATE projects SET version = version + 1 WHERE id = ${projectId}`)

/** Call for changes that concern every project: settings and instance keys. */
export const bumpInstance = (tx: Executor) => tx.run(sql`UPDATE instance SET version = version + 1`)
