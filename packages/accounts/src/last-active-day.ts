import { sql } from '@signet/db'

/** The last day (UTC, YYYY-MM-DD) of a sign-in or of renewed tokens of an account `a`; null if none is known. */
export const lastActiveDay = sql`(SELECT d.last_day::text FROM account_activity d
  WHERE d.project_id = a.project_id AND d.account_id = a.id)`
