import { countRecoveryCodes, deletePasskey, type Passkey, readPasskeys } from '@signet/accounts'
import { operations } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { lockSuperAdministrators, readFormerHosts } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { endAccount, endSessions } from '@signet/sessions'
import { implement, implementRead } from '../../implement.ts'
import { refuseOwnAccount } from '../../projects/own-account.ts'
import { issuerRef, type ProjectRow } from '../../projects/row.ts'
import { noteSignInMethodChange } from './sign-in-method-notice.ts'
import { findUser, lockUser } from './user-store.ts'

export const project_user_passkey_list = implementRead(
  operations.project_user_passkey_list,
  async ({ deps, project }, { userId }) => {
    await findUser(deps.keyLookupPool, project.id, userId)
    const { issuer } = issuerRef(project, deps.config)
    const host = issuer && new URL(issuer).hostname
    const owner = { projectId: project.id, accountId: userId }
    const passkeys = await readPasskeys(deps.database, owner)
    const former = await readFormerHosts(deps.database, project.id)
    const ends = new Map(former.map((one) => [one.host, new Date(one.until * 1_000).toISOString()]))
    const worksUntil = (rpId: string) => (ends.has(rpId) ? { worksUntil: ends.get(rpId) } : {})
    return {
      recoveryCodesLeft: await countRecoveryCodes(deps.database, owner),
      passkeys: passkeys.map(({ id, name, synced, flagsKnown, rpId, createdAt, lastUsedAt }) => ({
        id,
        name,
        ...(flagsKnown ? { synced } : {}),
        worksHere: rpId === host,
        ...worksUntil(rpId),
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    }
  },
)

async function findPasskey(
  executor: Executor,
  project: ProjectRow,
  { userId, passkeyId }: { readonly userId: string; readonly passkeyId: string },
): Promise<Passkey> {
  const passkeys = await readPasskeys(executor, { projectId: project.id, accountId: userId })
  return passkeys.find(({ id }) => id === passkeyId) ?? refuse('not_found')
}

/** Ends grants and tokens of an administrator too, as the removal of an authenticator does. */
export const project_user_passkey_delete = implement(operations.project_user_passkey_delete, {
  plans: 'by key',

  async prepare({ deps, caller, project }, input) {
    await findUser(deps.keyLookupPool, project.id, input.userId)
    refuseOwnAccount(caller, project, input.userId)
    const { id, name } = await findPasskey(deps.database, project, input)
    return { target: { id: input.userId, detail: { passkeyId: id, name } } }
  },

  async lock({ sql: tx }, { project }, { userId }) {
    if (project.reserved === 'administrators') await lockSuperAdministrators(tx)
    await lockUser(tx, project.id, userId)
  },

  async apply({ sql: tx }, { deps, project }, { userId, passkeyId }) {
    const owner = { projectId: project.id, accountId: userId }
    if (!(await deletePasskey(tx, owner, passkeyId))) refuse('not_found')
    await noteSignInMethodChange(tx, deps, project, userId, { passkey: true, change: 'removed' })
    const sessions = project.reserved
      ? await endAccount(tx, issuerRef(project, deps.config), userId)
      : await endSessions(tx, project.id, userId)
    return { sessions }
  },
})
