import { type Sql, sql } from '@signet/db'

/** Precedes the uid in the id of a session that no browser holds: the id of any other session is the digest of a cookie. */
export const detachedPrefix = 'detached:'

/** Selects sessions that a browser holds. */
export const isAttached = (session: Sql): Sql => sql`${session}.id NOT LIKE ${`${detachedPrefix}%`}`
