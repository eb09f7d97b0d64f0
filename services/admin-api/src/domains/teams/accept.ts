import {
  choosePassword,
  createAccount,
  createPersonalTeam,
  proveAddress,
  storeMembership,
} from '@signet/accounts'
import { operations } from '@signet/contracts'
import { type AuditedTx, sql } from '@signet/db'
import { actors } from '@signet/events'
import { newId, refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import { implement } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { auditMembers } from './audit-members.ts'
import { findInvitee, findOpen, mustChoose, refuseInvalid } from './found-invitation.ts'
import { noteAccepted } from './invitation-tokens.ts'
import { refuseTeamLimit } from './read.ts'
import { findTeam, lockTeam } from './team-store.ts'

/** A refused acceptance leaves the invitation usable. */
export const invitation_accept = implement(operations.invitation_accept, {
  async prepare({ deps }, { token, password }) {
    const { teamId, email, role } = await findOpen(deps.database, token)
    const { id: projectId } = await administratorsProject(deps.database)
    const invitee = await findInvitee(deps.database, projectId, email)
    const chooses = await mustChoose(deps.database, invitee)
    if (chooses && password === undefined) refuse('password_required')
    if ((await findTeam(deps.database, teamId)).kind === 'personal') refuse('personal_team')
    const accountId = invitee?.id ?? newId('account')
    return {
      teamId,
      newAccountId: accountId,
      passwordHash: chooses && password !== undefined ? await deps.passwords.hash(password) : null,
      target: { id: teamId, scope: teamId, actor: actors.administrator(accountId), detail: { email, role } },
    }
  },

  lock: ({ sql: tx }, _context, _input, { teamId }) => lockTeam(tx, teamId),

  async apply({ sql: tx }, { deps, caller }, { token }, { newAccountId, passwordHash }) {
    const { id, teamId, email, role } = await findOpen(tx, token)
    // Only one of two concurrent acceptances deletes the row.
    if ((await tx.run(sql`DELETE FROM team_invitations WHERE id = ${id}`)) !== 1)
      await refuseInvalid(tx, token)
    const { id: projectId } = await administratorsProject(tx)
    await noteAccepted(tx, projectId, token)
    const home = { id: projectId, issuer: deps.config.SIGNET_BASE_URL }
    const invitee = await findInvitee(tx, projectId, email)
    const accountId = invitee?.id ?? newAccountId
    if (await mustChoose(tx, invitee)) {
      if (passwordHash === null) refuse('password_required')
      if (invitee) await choosePassword(tx, home, accountId, passwordHash)
      else await createInvited(tx, projectId, { id: accountId, email, passwordHash })
    } else if (!invitee?.verified) await proveAddress(tx, home, accountId)
    if (role === 'owner') await refuseTeamLimit(tx, await loadSettings(tx), accountId)
    const { name, kind, members } = await findTeam(tx, teamId)
    const joined = members.find(({ userId }) => userId === accountId)?.role
    if (!joined) await storeMembership(tx, { teamId, accountId, role })
    const actor = actors.administrator(accountId)
    const joiners = joined ? [] : [{ userId: accountId, email }]
    await auditMembers(tx, 'join', { caller, actor, team: { id: teamId, name } }, joiners)
    return { email, team: { id: teamId, name, kind, role: joined ?? role } }
  },
})

/** The message proves the address, so the new account is verified. */
async function createInvited(
  tx: AuditedTx,
  projectId: string,
  { id, email, passwordHash }: { id: string; email: string; passwordHash: string },
): Promise<void> {
  await createAccount(tx, { projectId, id, email, emailVerified: true, passwordHash })
  await createPersonalTeam(tx, { projectId, accountId: id, email })
}
