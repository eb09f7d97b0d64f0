import { deletePasskey, type Owner, type Passkey, readPasskeys, renamePasskey } from '@signet/accounts'
import { type Executor, sql } from '@signet/db'
import { isSignInMethod } from '@signet/federation'
import { auditOutcome, ownAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { formerRelyingParties, relyingParty } from '../passkeys/relying-party.ts'
import { noteSignInMethodChange } from '../sign-in/sign-in-method-notice.ts'

export interface OwnPasskey extends Passkey {
  /** False when bound to another host than the present one. */
  readonly worksHere: boolean
  /** End of its use as a passkey of a former host. */
  readonly worksUntil?: Date
  readonly isOnlySignInMethod: boolean
}

export async function ownPasskeys(
  executor: Executor,
  context: OptionsContext,
  owner: Owner,
): Promise<OwnPasskey[]> {
  const { project, settings } = context
  const rpId = relyingParty(context)?.rpId
  const passkeys = await readPasskeys(executor, owner)
  const ends = new Map(
    formerRelyingParties(context).map(({ rpId: host, until }) => [host, new Date(until * 1_000)]),
  )
  const others = await executor.rows<object>(sql`
    SELECT 1 FROM accounts a WHERE a.project_id = ${owner.projectId} AND a.id = ${owner.accountId}
      AND (${project.passwordLogin}::boolean AND a.password_hash IS NOT NULL OR EXISTS (
        SELECT 1 FROM identities d JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
        WHERE d.project_id = a.project_id AND d.account_id = a.id AND ${isSignInMethod(settings)}))`)
  const described = passkeys.map((passkey) => {
    const worksUntil = ends.get(passkey.rpId)
    return { ...passkey, worksHere: passkey.rpId === rpId, ...(worksUntil && { worksUntil }) }
  })
  return described.map((passkey) => ({
    ...passkey,
    isOnlySignInMethod: others.length === 0 && isLast(passkey, described),
  }))
}

type Usable = Pick<OwnPasskey, 'worksHere' | 'worksUntil'>

/** One of a former host does not replace a present one. */
function isLast(passkey: Usable, all: readonly Usable[]): boolean {
  const present = all.filter(({ worksHere }) => worksHere).length
  const former = all.filter(({ worksUntil }) => worksUntil).length
  return passkey.worksHere ? present === 1 : present === 0 && former === 1 && passkey.worksUntil !== undefined
}

/** Locks the account, so that concurrent requests cannot delete the last sign-in method. */
export const removeOwnPasskey = (context: OptionsContext, owner: Owner, id: string): Promise<void> =>
  context.deps.database.transaction(async (tx) => {
    const { projectId, accountId } = owner
    await tx.run(sql`SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${accountId} FOR UPDATE`)
    const own = (await ownPasskeys(tx, context, owner)).find((passkey) => passkey.id === id)
    if (!own || own.isOnlySignInMethod) return
    await auditOutcome(
      tx,
      owner,
      (audited) => deletePasskey(audited, owner, id),
      (deleted) =>
        deleted ? ownAct(owner, 'enduser.passkey.delete', { passkeyId: id, name: own.name }) : null,
    )
    await noteSignInMethodChange(tx, context, accountId, { passkey: true, change: 'removed' })
  })

export const renameOwnPasskey = (
  context: OptionsContext,
  owner: Owner,
  passkey: Pick<Passkey, 'id' | 'name'>,
): Promise<boolean> =>
  context.deps.database.transaction((tx) =>
    auditOutcome(
      tx,
      owner,
      (audited) => renamePasskey(audited, owner, passkey),
      (renamed) =>
        renamed
          ? ownAct(owner, 'enduser.passkey.rename', { passkeyId: passkey.id, name: passkey.name })
          : null,
    ),
  )
