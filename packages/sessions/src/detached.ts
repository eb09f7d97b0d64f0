import { type Sql, sql } from '@signet/db'

/** Id of a session without a browser: the id of any other session is the digest of a cookie. */
export const detachedPrefix = 'detached:'

export const isAttached = (session: Sql): Sql => sql`${session}.id NOT LIKE ${`${detachedPrefix}%`}`
