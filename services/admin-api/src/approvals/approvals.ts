import { type Approval, approvalSeconds } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { type Binding, bound, sameCall } from './binding.ts'

/** What a person is shown of a call. */
export interface Shown {
  /** The arguments without secrets. */
  readonly input: object
  /** The target as it stands, and what would happen to it. */
  readonly shows: object
}

/** An approval as far as the agent that waits for it is concerned. */
export interface Waiting {
  readonly id: string
  readonly status: Approval['status']
  readonly note: string | null
  readonly expiresAt: Date
}

/**
 * Asks the administrator whether an agent may make this call. Who asks the same again while it is open waits for the same
 * answer.
 */
export async function requestApproval(
  executor: Executor,
  binding: Binding,
  { input, shows }: Shown,
): Promise<Waiting> {
  const [open] = await executor.rows<Waiting>(sql`
    SELECT id, status, note, expires_at AS "expiresAt" FROM agent_approvals
    WHERE ${bound(binding)} AND status IN ('pending', 'approved') AND expires_at > now()
    ORDER BY created_at DESC LIMIT 1`)
  if (open) return open
  const id = newId('approval')
  const [row] = await executor.rows<{ expiresAt: Date }>(sql`
    INSERT INTO agent_approvals (id, account_id, client_id, tool, arguments_digest, state_digest, input, shows, expires_at)
    VALUES (${id}, ${binding.accountId}, ${binding.clientId}, ${binding.tool}, ${binding.argumentsDigest},
      ${binding.stateDigest}, ${JSON.stringify(input)}::jsonb, ${JSON.stringify(shows)}::jsonb,
      now() + make_interval(secs => ${approvalSeconds}))
    RETURNING expires_at AS "expiresAt"`)
  if (!row) throw new Error('An inserted row comes back.')
  return { id, status: 'pending', note: null, expiresAt: row.expiresAt }
}

/** Uses an approval for the call it was given for, once, at whatever replica (T08). */
export const useApproval = async (executor: Executor, id: string, binding: Binding): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE agent_approvals SET status = 'used', used_at = now()
    WHERE id = ${id} AND status = 'approved' AND expires_at > now() AND ${bound(binding)}`)) === 1

/**
 * What became of a call that still waits or was refused; undefined for one that was used or expired, for another call,
 * and for one whose target has changed since it was shown.
 */
export async function findWaiting(
  executor: Executor,
  id: string,
  binding: Binding,
): Promise<Waiting | undefined> {
  const [row] = await executor.rows<Waiting>(sql`
    SELECT id, status, note, expires_at AS "expiresAt" FROM agent_approvals
    WHERE id = ${id} AND ${sameCall(binding)}
      AND (status = 'refused' OR (status = 'pending' AND state_digest = ${binding.stateDigest} AND expires_at > now()))`)
  return row
}
