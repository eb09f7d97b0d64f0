import { sql, type Transactor } from '@signet/db'
import { closeMonths } from '@signet/sessions'
import { keptFrom } from '../domains/activity/calendar.ts'

/** Marks of one transaction, which keeps it short. */
const batch = 5_000

/** Stores the figures of closed months and deletes their marks. */
export async function closeDue(
  database: Transactor,
  now: Date,
  stopped: () => boolean = () => false,
): Promise<void> {
  const before = keptFrom(now)
  for (let last = ''; !stopped(); ) {
    const [next] = await database.rows<{ projectId: string }>(sql`
      SELECT project_id AS "projectId" FROM activity_marks WHERE project_id > ${last} ORDER BY project_id LIMIT 1`)
    if (!next) return
    last = next.projectId
    const [old] = await database.rows(sql`
      SELECT 1 AS one FROM activity_marks WHERE project_id = ${last} AND day < ${before}::date LIMIT 1`)
    if (!old) continue
    await closeMonths(database, last, before)
    while (!stopped() && (await sweep(database, last, before)) === batch);
  }
}

const sweep = (database: Transactor, projectId: string, before: string): Promise<number> =>
  database.run(sql`
    DELETE FROM activity_marks WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM activity_marks WHERE project_id = ${projectId} AND day < ${before}::date
      LIMIT ${batch} FOR UPDATE SKIP LOCKED))`)
