import type { AgentScope } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { findServiceAccount, isServiceAccountId, type ServiceAccount } from '../clients/service-accounts.ts'

export interface PermittedAgent {
  readonly id: string
  readonly keyProof: 'none' | 'dpop'
  readonly scopes: readonly AgentScope[]
  /** Null without an expiry. */
  readonly secondsLeft: number | null
  readonly actsFor: string | null
  /** A consent created the entry. */
  readonly isShared: boolean
  /** Grant of the machine's approval; null for any other agent, and after the approval was revoked. */
  readonly grantId: string | null
  readonly workload: { readonly issuer: string; readonly subject: string } | null
  /** Null for an agent or machine of an administrator. */
  readonly serviceAccount: ServiceAccount | null
}

/** @returns undefined without a valid permission */
export const findPermitted = async (
  executor: Executor,
  clientId: string,
): Promise<PermittedAgent | undefined> => {
  if (isServiceAccountId(clientId)) {
    const account = await findServiceAccount(executor, clientId)
    return account && asPermitted(account)
  }
  const [agent] = await executor.rows<Omit<PermittedAgent, 'serviceAccount'>>(sql`
      SELECT c.id, c.key_proof AS "keyProof", c.scopes, c.shared AS "isShared", c.acts_for AS "actsFor", g.id AS "grantId",
        ceil(extract(epoch FROM c.expires_at - now()))::int AS "secondsLeft",
        CASE WHEN c.workload_issuer IS NOT NULL
          THEN jsonb_build_object('issuer', c.workload_issuer, 'subject', c.workload_subject) END AS workload
      FROM agent_clients c CROSS JOIN instance i
      LEFT JOIN oidc_grants g ON g.project_id = i.administrators_project_id AND g.id = c.grant_id
      WHERE c.client_id = ${clientId} AND (c.expires_at IS NULL OR c.expires_at > now())`)
  return agent && { ...agent, serviceAccount: null }
}

/** Tokens of a service account act for no administrator. */
const asPermitted = (account: ServiceAccount): PermittedAgent => ({
  id: account.id,
  keyProof: 'none',
  scopes: account.scopes,
  secondsLeft: account.secondsLeft,
  actsFor: account.id,
  isShared: false,
  grantId: null,
  workload: null,
  serviceAccount: account,
})
