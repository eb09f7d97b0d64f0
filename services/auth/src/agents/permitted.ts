import type { AgentScope } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'

/** A client identity that may get tokens for the agent endpoint, as it is permitted now. */
export interface PermittedAgent {
  readonly id: string
  readonly keyProof: 'none' | 'dpop'
  /** Most its tokens may have. */
  readonly scopes: readonly AgentScope[]
  /** Seconds until it expires; null: it does not. */
  readonly secondsLeft: number | null
  /** Account of the administrator a machine acts for. */
  readonly actsFor: string | null
  /** The authorization a machine acts by; null for any other agent, and once it has ended. */
  readonly grantId: string | null
  /** Whose tokens a machine exchanges for ours, and which subject of theirs it is. */
  readonly workload: { readonly issuer: string; readonly subject: string } | null
}

/** Undefined for who is not permitted, or no longer. */
export const findPermitted = async (
  executor: Executor,
  clientId: string,
): Promise<PermittedAgent | undefined> =>
  (
    await executor.rows<PermittedAgent>(sql`
      SELECT c.id, c.key_proof AS "keyProof", c.scopes, c.acts_for AS "actsFor", g.id AS "grantId",
        ceil(extract(epoch FROM c.expires_at - now()))::int AS "secondsLeft",
        CASE WHEN c.workload_issuer IS NOT NULL
          THEN jsonb_build_object('issuer', c.workload_issuer, 'subject', c.workload_subject) END AS workload
      FROM agent_clients c CROSS JOIN instance i
      LEFT JOIN oidc_grants g ON g.project_id = i.administrators_project_id AND g.id = c.grant_id
      WHERE c.client_id = ${clientId} AND (c.expires_at IS NULL OR c.expires_at > now())`)
  )[0]
