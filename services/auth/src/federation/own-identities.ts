import { type Executor, sql } from '@signet/db'
import { isSignInMethod } from '@signet/federation'
import { endPendingSignIns } from '@signet/sessions'
import { auditOwnAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { noteSignInMethodChange } from '../sign-in/sign-in-method-notice.ts'

export interface OwnIdentity {
  readonly providerId: string
  readonly displayName: string
  readonly email: string | null
  readonly linkedAt: Date
  readonly lastUsedAt: Date | null
  readonly isOnlySignInMethod: boolean
}

export async function ownIdentities(
  executor: Executor,
  context: OptionsContext,
  accountId: string,
): Promise<OwnIdentity[]> {
  const { project, settings } = context
  const rows = await executor.rows<
    Omit<OwnIdentity, 'isOnlySignInMethod'> & { opens: boolean; password: boolean; passkey: boolean }
  >(sql`
    SELECT d.provider_id AS "providerId", p.display_name AS "displayName", d.email, d.linked_at AS "linkedAt",
      d.last_used_at AS "lastUsedAt", ${isSignInMethod(settings)} AS opens, a.password_hash IS NOT NULL AS password,
      EXISTS (SELECT 1 FROM passkeys k WHERE k.project_id = a.project_id AND k.account_id = a.id
        AND k.rp_id = ${relyingParty(context)?.rpId ?? null}) AS passkey
    FROM identities d
    JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
    JOIN accounts a ON a.project_id = d.project_id AND a.id = d.account_id
    WHERE d.project_id = ${project.id} AND d.account_id = ${accountId} ORDER BY p.position, p.id`)
  const methods = rows.filter(({ opens }) => opens).length
  return rows.map(({ opens, password, passkey, ...row }) => ({
    ...row,
    isOnlySignInMethod: opens && methods === 1 && !passkey && !(project.passwordLogin && password),
  }))
}

/** Locks the account: concurrent requests cannot remove the last sign-in method. */
export const unlinkOwn = (
  context: OptionsContext,
  accountId: string,
  providerId: string,
): Promise<boolean> => {
  const { deps, project } = context
  return deps.database.transaction(async (tx) => {
    await tx.run(
      sql`SELECT 1 FROM accounts WHERE project_id = ${project.id} AND id = ${accountId} FOR UPDATE`,
    )
    const own = (await ownIdentities(tx, context, accountId)).find((each) => each.providerId === providerId)
    if (!own || own.isOnlySignInMethod) return false
    const owner = { projectId: project.id, accountId }
    const audited = await auditOwnAct(tx, owner, 'federation.identity.delete', { providerId })
    await audited.run(sql`
      DELETE FROM identities
      WHERE project_id = ${project.id} AND provider_id = ${providerId} AND account_id = ${accountId}`)
    await endPendingSignIns(tx, project.id, accountId)
    await noteSignInMethodChange(tx, context, accountId, { provider: own.displayName, change: 'removed' })
    return true
  })
}
