import { type Executor, sql } from '../sql.ts'
import { WallMissing } from './missing.ts'
import { tablesOutsideWall } from './raise.ts'

/**
 * Services call this before they listen: every tenant table must have row-level security, and the role of these connections must be
 * subject to it.
 * @throws WallMissing
 */
export async function assertWall(executor: Executor): Promise<void> {
  const open = await tablesOutsideWall(executor)
  if (open.length > 0)
    throw new WallMissing(
      `Row-level security is missing on ${open.join(', ')}: run db:migrate, then start again.`,
    )
  const [role] = await executor.rows<{ name: string; free: boolean }>(sql`
    SELECT current_user AS name, r.rolsuper OR r.rolbypassrls OR EXISTS (
      SELECT FROM pg_class c WHERE c.relowner = r.oid AND c.relnamespace = 'public'::regnamespace) AS free
    FROM pg_roles r WHERE r.rolname = current_user`)
  if (role?.free !== false)
    throw new WallMissing(`The role ${role?.name ?? ''} is not bound by row-level security.`)
}
