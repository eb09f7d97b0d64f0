import {
  choosePassword,
  createAccount,
  createPersonalTeam,
  normalizeKey,
  proveAddress,
  storeMembership,
} from '@signet/accounts'
import { type MemberRole, operations } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { actors } from '@signet/events'
import { newId, refuse } from '@signet/runtime'
import { digest } from '@signet/secrets'
import { loadSettings } from '@signet/tenancy'
import { implement } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { auditMembers } from './audit-members.ts'
import { refuseTeamLimit } from './read.ts'
import { findTeam, lockTeam } from './team-store.ts'

interface OpenInvitation {
  readonly id: string
  readonly teamId: string
  readonly email: string
  readonly role: MemberRole
}

/**
 * The inviter must still be allowed to invite: an active owner of the team, or an active super administrator. Locks the inviter's
 * account, so that its deactivation waits.
 */
const findOpen = async (tx: Executor, token: string): Promise<OpenInvitation> =>
  (
    await tx.rows<OpenInvitation>(sql`
    SELECT v.id, v.team_id AS "teamId", v.email, v.role FROM team_invitations v, instance i JOIN accounts a
      ON a.project_id = i.administrators_project_id
    WHERE v.token_digest = ${digest(token)} AND v.expires_at > now() AND a.id = v.invited_by
      AND a.active AND a.locked_at IS NULL AND EXISTS (
        SELECT 1 FROM team_members m WHERE m.account_id = a.id
          AND (m.team_id = i.super_team_id OR m.team_id = v.team_id AND m.role = 'owner'))
    FOR SHARE OF a`)
  )[0] ?? refuse('invitation_invalid')

interface Invitee {
  readonly id: string
  readonly verified: boolean
  /** An administrator set the password. */
  readonly given: boolean
  readonly entitled: boolean
}

const findInvitee = async (executor: Executor, projectId: string, email: string): Promise<Invitee | null> =>
  (
    await executor.rows<Invitee>(sql`
    SELECT id, email_verified AS verified, password_given AS given, active AND locked_at IS NULL AS entitled FROM accounts
    WHERE project_id = ${projectId} AND email_key = ${normalizeKey(email)}`)
  )[0] ?? null

/**
 * A new account needs a password, and one whose address was never verified, because an attacker may have created it. While addresses
 * need no verification, a password that an administrator set is enough.
 */
async function mustChoose(executor: Executor, invitee: Invitee | null): Promise<boolean> {
  if (!invitee) return true
  if (!invitee.entitled) refuse('administrator_inactive')
  if (invitee.verified) return false
  return !invitee.given || (await administratorsProject(executor)).verificationRequired
}

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
    if ((await tx.run(sql`DELETE FROM team_invitations WHERE id = ${id}`)) !== 1) refuse('invitation_invalid')
    const { id: projectId } = await administratorsProject(tx)
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
