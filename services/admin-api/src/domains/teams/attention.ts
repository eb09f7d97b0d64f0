import { type InvitationAttention, limits, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import type * as z from 'zod'
import { implementRead } from '../../implement.ts'

interface Row extends Omit<z.input<typeof InvitationAttention>, 'createdAt' | 'expiresAt'> {
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Number of all invitations that need attention. */
  readonly total: number
}

export const team_invitation_attention_list = implementRead(
  operations.team_invitation_attention_list,
  async ({ deps: { database }, caller }) => {
    const owned = caller.teams.filter(({ role, kind }) => role === 'owner' && kind === 'regular')
    const rows = await database.rows<Row>(sql`
      SELECT v.id, v.email, v.team_id AS "teamId", t.name AS "teamName", m.state IS NOT DISTINCT FROM 'failed' AS failed,
        v.created_at AS "createdAt", v.expires_at AS "expiresAt", (count(*) OVER ())::int AS total
      FROM team_invitations v JOIN teams t ON t.id = v.team_id LEFT JOIN mail_messages m ON m.invitation_id = v.id
      WHERE v.team_id = ANY(${owned.map(({ id }) => id)}) AND v.expires_at > now()
        AND (m.state = 'failed' OR v.expires_at < now() + interval '1 day')
      ORDER BY failed DESC, v.expires_at, v.id LIMIT ${limits.invitationAttention}::int`)
    return {
      invitations: rows.map(({ total: _total, createdAt, expiresAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
      total: rows[0]?.total ?? 0,
    }
  },
)
