import type { StoredSettings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { isWayIn } from './ways-in.ts'

type Settings = Pick<StoredSettings, 'federation.enabled'>

/**
 * Locks the Super administrators team. Every transaction that can end a sign-in method of an administrator takes this lock,
 * so that two of them cannot both rely on what the other removes.
 */
export const lockSuperAdministrators = (tx: Executor): Promise<object[]> =>
  tx.rows<object>(sql`SELECT t.id FROM instance i JOIN teams t ON t.id = i.super_team_id FOR UPDATE OF t`)

/**
 * Returns whether an active super administrator can sign in to the console: with a password while the administrators' project
 * permits passwords, or through a link to an enabled provider while federation is on.
 */
async function superAdministratorHasAccess(executor: Executor, settings: Settings): Promise<boolean> {
  const found = await executor.rows<object>(sql`
    SELECT 1 FROM instance i JOIN projects j ON j.id = i.administrators_project_id
    JOIN team_members m ON m.team_id = i.super_team_id
    JOIN accounts a ON a.project_id = j.id AND a.id = m.account_id
    WHERE a.active AND a.locked_at IS NULL AND (
      j.password_login AND a.password_hash IS NOT NULL OR EXISTS (
        SELECT 1 FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
        WHERE d.project_id = a.project_id AND d.account_id = a.id AND ${isWayIn(settings)}))
    LIMIT 1`)
  return found.length > 0
}

/**
 * Takes the lock before a change that can end a sign-in method of an administrator, and returns the check that follows the
 * change in the same transaction: whether the change took the last sign-in of the super administrators away. An instance
 * whose super administrators could not sign in before is not kept from any change.
 */
export async function watchSuperAdministrators(
  tx: Executor,
  readSettings: (tx: Executor) => Promise<Settings>,
): Promise<() => Promise<boolean>> {
  await lockSuperAdministrators(tx)
  const hasAccess = async () => superAdministratorHasAccess(tx, await readSettings(tx))
  if (!(await hasAccess())) return async () => false
  return async () => !(await hasAccess())
}
