import type { StoredSettings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import {
  countSuperAdministrators,
  keepsSignIn,
  ofAdministrators,
  readProjectAccess,
  readSignInAccess,
} from './sign-in-access.ts'

type Settings = Pick<StoredSettings, 'federation.enabled'>
type ReadSettings = (tx: Executor) => Promise<Settings>

/**
 * Every transaction that can end a sign-in method of an administrator takes this lock, so that two of them cannot rely on a method that
 * the other removes.
 */
export const lockSuperAdministrators = (tx: Executor): Promise<object[]> =>
  tx.rows<object>(sql`SELECT t.id FROM instance i JOIN teams t ON t.id = i.super_team_id FOR UPDATE OF t`)

async function consoleHasAccess(tx: Executor, readSettings: ReadSettings): Promise<boolean> {
  const found = await readSignInAccess(tx, await readSettings(tx), ofAdministrators)
  return found.some((access) => countSuperAdministrators(access) > 0)
}

/**
 * Takes the lock before a change that can end a sign-in method of an administrator. The returned check runs after the change in the
 * same transaction: it reports that the change removed the last sign-in of the super administrators. If they could not sign in before,
 * every change passes.
 */
export async function watchSuperAdministrators(
  tx: Executor,
  readSettings: ReadSettings,
): Promise<() => Promise<boolean>> {
  await lockSuperAdministrators(tx)
  if (!(await consoleHasAccess(tx, readSettings))) return async () => false
  return async () => !(await consoleHasAccess(tx, readSettings))
}

/**
 * Locks the settings of the instance before a change of a project's sign-in methods. The returned check runs after the change in the
 * same transaction: it reports that the change removed the last sign-in method of a project with users.
 */
export async function watchProject(
  tx: Executor,
  readSettings: ReadSettings,
  projectId: string,
): Promise<() => Promise<boolean>> {
  await tx.rows<object>(sql`SELECT id FROM instance FOR SHARE`)
  const keeps = async () => keepsSignIn(await readProjectAccess(tx, await readSettings(tx), projectId))
  if (!(await keeps())) return async () => false
  return async () => !(await keeps())
}
