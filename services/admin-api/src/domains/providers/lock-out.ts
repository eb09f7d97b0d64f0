import { type Executor, type Sql, sql } from '@signet/db'
import {
  isSignInMethod,
  lockSuperAdministrators,
  lossOf,
  readProjectAccess,
  withoutLinks,
  withoutProvider,
} from '@signet/federation'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import type { ProjectRow } from '../../projects/row.ts'

type Project = Pick<ProjectRow, 'id' | 'reserved'>

/**
 * Serializes changes which could remove the last sign-in method of the administrators. In other projects the lock of the project is
 * enough.
 */
export async function lockSignInMethods(tx: Executor, { reserved }: Project): Promise<void> {
  if (reserved === 'administrators') await lockSuperAdministrators(tx)
}

/** No account is linked at another issuer. */
export async function refuseIssuerLockout(
  executor: Executor,
  project: Project,
  providerId: string,
): Promise<void> {
  const access = await accessOf(executor, project)
  if (lossOf(access, withoutLinks(access.methods, providerId)).locksOutAdministrators)
    refuse('administrators_locked_out')
}

/** The project must keep password sign-in or another sign-in method. */
export async function refuseLastSignInMethod(
  executor: Executor,
  project: Project,
  providerId: string,
): Promise<void> {
  const access = await accessOf(executor, project)
  const after = withoutProvider(access.methods, providerId)
  const isUsed = access.methods.providers.includes(providerId)
  if (isUsed && !after.passwordLogin && after.providers.length === 0)
    refuse('password_login_required', {
      detail: 'It is the only enabled provider of a project without password sign-in.',
    })
  if (lossOf(access, after).locksOutAdministrators) refuse('administrators_locked_out')
}

const accessOf = async (executor: Executor, { id }: Project) =>
  readProjectAccess(executor, await loadSettings(executor), id)

/**
 * `remaining` selects the links (`identities d`, `identity_providers p`) through which a super administrator must be able to sign in.
 */
export async function refuseAdministratorsLockedOut(
  executor: Executor,
  { id, reserved }: Project,
  remaining: Sql,
): Promise<void> {
  if (reserved !== 'administrators') return
  const settings = await loadSettings(executor)
  const [row] = await executor.rows<{ passwords: boolean; stays: boolean }>(sql`
    SELECT password_login AS passwords, EXISTS (
      SELECT 1 FROM instance i JOIN team_members m ON m.team_id = i.super_team_id
      JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = m.account_id
      JOIN identities d ON d.project_id = a.project_id AND d.account_id = a.id
      JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
      WHERE a.active AND a.locked_at IS NULL AND ${isSignInMethod(settings)} AND ${remaining}) AS stays
    FROM projects WHERE id = ${id}`)
  if (row && !row.passwords && !row.stays) refuse('administrators_locked_out')
}
