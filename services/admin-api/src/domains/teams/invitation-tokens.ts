import type { InvitationEnd } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { digest } from '@signet/secrets'

/** Days after the expiry of an invitation in which its link states how it ended. */
const statedDays = 30

/** Unlike the invitation, the row has no address, and is kept after the invitation is deleted. */
const keyOf = (token: string): string => digest(`invitation ${token}`)

export const noteSent = (tx: Executor, projectId: string, token: string, days: number): Promise<number> =>
  tx.run(sql`
    INSERT INTO oidc_replay_detections (project_id, id, payload, expires_at)
    VALUES (${projectId}, ${keyOf(token)}, '{}'::jsonb, now() + make_interval(days => ${days + statedDays}::int))`)

export const noteAccepted = (tx: Executor, projectId: string, token: string): Promise<number> =>
  tx.run(sql`
    UPDATE oidc_replay_detections SET consumed_at = now() WHERE project_id = ${projectId} AND id = ${keyOf(token)}`)

/**
 * An invitation that was neither accepted nor has expired was withdrawn: revoked, replaced by a newer one, or deleted with its team.
 * @returns undefined for a token of no invitation
 */
export const endOf = async (executor: Executor, token: string): Promise<InvitationEnd | undefined> =>
  (
    await executor.rows<{ end: InvitationEnd }>(sql`
    SELECT CASE WHEN d.consumed_at IS NOT NULL THEN 'accepted'
      WHEN d.expires_at > now() + make_interval(days => ${statedDays}::int) THEN 'withdrawn' ELSE 'expired' END AS end
    FROM oidc_replay_detections d JOIN instance i ON i.administrators_project_id = d.project_id
    WHERE d.id = ${keyOf(token)} AND d.expires_at > now()`)
  )[0]?.end
