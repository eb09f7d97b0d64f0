import { normalizeKey } from '@signet/accounts'
import type { MemberRole } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { digest } from '@signet/secrets'
import { administratorsProject } from '../administrators/read.ts'
import { endOf } from './invitation-tokens.ts'

interface FoundInvitation {
  readonly id: string
  readonly teamId: string
  readonly email: string
  readonly role: MemberRole
  readonly invitedBy: string
  readonly expiresAt: Date
}

/**
 * The inviter must still be allowed to invite: an active owner of the team, or an active super administrator. Locks the inviter's
 * account, so that its deactivation waits.
 */
export const findOpen = async (tx: Executor, token: string): Promise<FoundInvitation> =>
  (
    await tx.rows<FoundInvitation>(sql`
    SELECT v.id, v.team_id AS "teamId", v.email, v.role, v.expires_at AS "expiresAt", COALESCE(a.email, '') AS "invitedBy"
    FROM team_invitations v, instance i JOIN accounts a
      ON a.project_id = i.administrators_project_id
    WHERE v.token_digest = ${digest(token)} AND v.expires_at > now() AND a.id = v.invited_by
      AND a.active AND a.locked_at IS NULL AND EXISTS (
        SELECT 1 FROM team_members m WHERE m.account_id = a.id
          AND (m.team_id = i.super_team_id OR m.team_id = v.team_id AND m.role = 'owner'))
    FOR SHARE OF a`)
  )[0] ?? refuseInvalid(tx, token)

/** States how the invitation ended: the caller holds the token, which has 256 random bits. */
export async function refuseInvalid(executor: Executor, token: string): Promise<never> {
  const reason = await endOf(executor, token)
  refuse('invitation_invalid', reason ? { reason } : {})
}

interface Invitee {
  readonly id: string
  readonly verified: boolean
  /** An administrator set the password. */
  readonly given: boolean
  readonly entitled: boolean
}

export const findInvitee = async (
  executor: Executor,
  projectId: string,
  email: string,
): Promise<Invitee | null> =>
  (
    await executor.rows<Invitee>(sql`
    SELECT id, email_verified AS verified, password_given AS given, active AND locked_at IS NULL AS entitled FROM accounts
    WHERE project_id = ${projectId} AND email_key = ${normalizeKey(email)}`)
  )[0] ?? null

/**
 * A new account needs a password, and one whose address was never verified, because an attacker may have created it. While addresses
 * need no verification, a password that an administrator set is enough.
 */
export async function mustChoose(executor: Executor, invitee: Invitee | null): Promise<boolean> {
  if (!invitee) return true
  if (!invitee.entitled) refuse('administrator_inactive')
  if (invitee.verified) return false
  return !invitee.given || (await administratorsProject(executor)).verificationRequired
}
