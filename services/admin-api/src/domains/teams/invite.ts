import { type Allowance, normalizeKey, returnAllowances, takeAllowances } from '@signet/accounts'
import { limits, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { firstLocale } from '@signet/i18n'
import { keepLetter, teamInvitation, writeLetter } from '@signet/mail'
import { newId, refuse } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { implement } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { deliver, refuseTooSoon, refuseUnsent, requireMail } from '../mail/read.ts'
import { noteSent } from './invitation-tokens.ts'
import { refuseUnshared } from './team-rules.ts'
import { findTeam, lockTeam } from './team-store.ts'
import type { TeamRecord } from './to-team.ts'

const { teamInvitations } = limits

/** Limits of messages to an address (concepts.md, "Limits"). */
const allowances = (teamId: string, email: string, inviter: string): Allowance[] => {
  const key = `${teamId} ${normalizeKey(email)}`
  const { perAddressPer10Minutes, perAddressPerDay, perInviterPerDay } = teamInvitations
  return [
    { bucket: 'team invitation 10 minutes', key, max: perAddressPer10Minutes, seconds: 600 },
    { bucket: 'team invitation a day', key, max: perAddressPerDay, seconds: 86_400 },
    { bucket: 'team invitation by', key: inviter, max: perInviterPerDay, seconds: 86_400 },
  ]
}

function refuseMember({ members }: TeamRecord, email: string): void {
  if (members.some((member) => normalizeKey(member.email) === normalizeKey(email))) refuse('already_member')
}

/** Counts open invitations of other addresses. The caller holds the lock of the team. */
async function refuseTooMany(tx: Executor, teamId: string, email: string): Promise<void> {
  const [row] = await tx.rows<{ open: number }>(sql`
    SELECT count(*)::int AS open FROM team_invitations
    WHERE team_id = ${teamId} AND expires_at > now() AND email_key <> ${normalizeKey(email)}`)
  if ((row?.open ?? 0) >= teamInvitations.openPerTeam) refuse('invitation_limit')
}

async function languageOf(executor: Executor, email: string) {
  const [row] = await executor.rows<{ tags: (string | null)[] }>(sql`
    SELECT ARRAY[a.profile->>'preferredLanguage', a.profile->>'locale'] AS tags FROM instance i
    JOIN accounts a ON a.project_id = i.administrators_project_id AND a.email_key = ${normalizeKey(email)}`)
  return firstLocale(...(row?.tags ?? []))
}

/**
 * The link of an open invitation of the same address stops working with the commit. Browsers do not send the fragment, which has the
 * token, to a server.
 */
export const team_invite = implement(operations.team_invite, {
  async prepare({ deps, caller }, { teamId, email, role, language }) {
    const team = await findTeam(deps.database, teamId)
    refuseUnshared(team)
    refuseMember(team, email)
    await requireMail(deps.database)
    const id = newId('invitation')
    const detail = { inviteId: id, email, role }
    const token = mintToken()
    const message = teamInvitation({
      team: team.name,
      invitedBy: caller.email,
      role,
      url: `${deps.config.SIGNET_BASE_URL}/admin/invitation#token=${token}`,
      days: limits.invitationDays,
    })
    const letter = writeLetter({
      to: email,
      language: language ?? (await languageOf(deps.database, email)),
      message,
      sender: 'Signet',
    })
    const { id: projectId } = await administratorsProject(deps.database)
    return { id, projectId, token, letter, target: { id: teamId, scope: teamId, detail } }
  },

  async lock({ sql: tx }, _context, { teamId, email }) {
    await lockTeam(tx, teamId)
    refuseMember(await findTeam(tx, teamId), email)
    await refuseTooMany(tx, teamId, email)
  },

  async apply({ sql: tx }, { deps, caller }, { teamId, email, role }, { id, projectId, token, letter }) {
    refuseTooSoon(await takeAllowances(tx, allowances(teamId, email, caller.accountId)))
    await tx.run(
      sql`DELETE FROM team_invitations WHERE team_id = ${teamId} AND email_key = ${normalizeKey(email)}`,
    )
    const [row] = await tx.rows<{ createdAt: Date; expiresAt: Date }>(sql`
      INSERT INTO team_invitations (id, team_id, email, email_key, role, token_digest, invited_by, expires_at)
      VALUES (${id}, ${teamId}, ${email}, ${normalizeKey(email)}, ${role}, ${digest(token)}, ${caller.accountId},
        now() + make_interval(days => ${limits.invitationDays}::int))
      RETURNING created_at AS "createdAt", expires_at AS "expiresAt"`)
    if (!row) throw new Error('INSERT … RETURNING returned no invitation.')
    await noteSent(tx, projectId, token, limits.invitationDays)
    const cause = {
      projectId,
      id,
      purpose: 'team_invitation',
      sender: { administrator: caller.accountId },
      about: { invitationId: id },
      seconds: limits.invitationDays * 86_400,
    } as const
    await keepLetter(tx, deps.vault, cause, letter)
    const times = { createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() }
    return { id, email, role, invitedBy: caller.email, ...times }
  },

  async after({ deps, caller }, { teamId, email }, { id, projectId, letter }, invitation) {
    const counted = { purpose: 'team_invitation', sender: { administrator: caller.accountId } } as const
    const delivery = await deliver(deps, { ...letter, key: { projectId, id, ...counted } }, async (tx) => {
      await tx.run(sql`DELETE FROM team_invitations WHERE id = ${id}`)
      await returnAllowances(tx, allowances(teamId, email, caller.accountId))
    })
    refuseUnsent(caller, delivery)
    return invitation
  },
})
