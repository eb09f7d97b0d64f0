import { type MemberRole, type Operations, operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { implement, implementRead } from '../../implement.ts'
import { type Listing, readList } from '../../lists/page.ts'
import { findTeam } from './team-store.ts'

interface InvitationRecord {
  readonly id: string
  readonly email: string
  readonly role: MemberRole
  readonly invitedBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly state: 'waiting' | 'sent' | 'failed' | null
  readonly reason: 'refused' | 'unconfirmed' | 'expired' | null
  readonly updatedAt: Date | null
}

const pendingInvitations = (teamId: string): Sql => sql`v.team_id = ${teamId} AND v.expires_at > now()`

const invitationListing = (teamId: string): Listing<Operations['team_invitation_list']> => ({
  from: sql`team_invitations v`,
  id: sql`v.id`,
  where: pendingInvitations(teamId),
  texts: [sql`v.email`],
  orders: {
    createdAt: { by: sql`v.created_at`, isTime: true },
    email: { by: sql`v.email_key` },
    expiresAt: { by: sql`v.expires_at`, isTime: true },
  },
})

/** Omits the token. */
const readPending = (
  executor: Executor,
  teamId: string,
  ids?: readonly string[],
): Promise<InvitationRecord[]> =>
  executor.rows<InvitationRecord>(sql`
    SELECT v.id, v.email, v.role, v.created_at AS "createdAt", v.expires_at AS "expiresAt",
      (SELECT a.email FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
       WHERE a.id = v.invited_by) AS "invitedBy",
      m.state, m.reason, m.updated_at AS "updatedAt"
    FROM team_invitations v LEFT JOIN mail_messages m ON m.invitation_id = v.id WHERE ${pendingInvitations(teamId)} AND ${ids ? sql`v.id = ANY(${ids})` : sql`true`} ORDER BY v.created_at, v.id`)

export const team_invitation_list = implementRead(
  operations.team_invitation_list,
  async ({ deps: { database } }, { teamId, ...input }) => {
    await findTeam(database, teamId)
    const read = (ids?: readonly string[]) => readPending(database, teamId, ids)
    const { rows, page } = await readList(
      operations.team_invitation_list,
      database,
      invitationListing(teamId),
      input,
      read,
    )
    return {
      ...page,
      invitations: rows.map(({ state, reason, updatedAt, ...row }) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        ...(state && updatedAt ? { delivery: { state, reason, at: updatedAt.toISOString() } } : {}),
      })),
    }
  },
)

/** The row has the only digest of the token, so the link stops working with the commit. */
export const team_invitation_revoke = implement(operations.team_invitation_revoke, {
  async prepare({ deps }, { teamId, inviteId }) {
    const pending = await readPending(deps.database, teamId)
    const { email, role } = pending.find(({ id }) => id === inviteId) ?? refuse('not_found')
    return { target: { id: teamId, scope: teamId, detail: { inviteId, email, role } } }
  },

  async apply({ sql: tx }, _context, { teamId, inviteId }) {
    const revoked = await tx.run(
      sql`DELETE FROM team_invitations WHERE id = ${inviteId} AND team_id = ${teamId}`,
    )
    return revoked === 1 ? {} : refuse('not_found')
  },
})
