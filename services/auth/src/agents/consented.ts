import { sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { actors } from '@signet/events'
import { newId } from '@signet/runtime'
import type { Client } from 'oidc-provider'
import { nameOfClient } from '../clients/client-metadata.ts'
import { auditAgentOutcome } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * The limits of the entry follow those of the built-in agent client. A client that was declined since, or permitted by a concurrent
 * request, gets no second entry.
 */
export const addSharedEntry = ({ deps, project }: OptionsContext, client: Client, accountId: string) =>
  deps.database.transaction(async (tx) => {
    const id = newId('agentClient')
    const { clientId } = client
    const name = nameOfClient(client)
    const entry = {
      actor: actors.administrator(accountId),
      action: 'mcp.client.permit',
      surface: 'self-service',
      detail: { clientId, name, shared: true },
    } as const
    const insert = sql`
      INSERT INTO agent_clients (id, client_id, name, shared, created_by, key_proof, scopes, expires_at, approval, approval_for, team_id,
        project_ids, secrets, calls_per_minute, approval_minutes, second_approval_for, approver_team_id, approver_role)
      SELECT ${id}, ${clientId}, ${name}, true, ${accountId}, key_proof, scopes, expires_at, approval, approval_for, team_id, project_ids, secrets,
        calls_per_minute, approval_minutes, second_approval_for, approver_team_id, approver_role
      FROM agent_clients WHERE client_id = ${AGENT_CLIENT_ID}
        AND NOT EXISTS (SELECT 1 FROM agent_requests WHERE client_id = ${clientId} AND status = 'declined')
      ON CONFLICT (client_id) DO NOTHING`
    await auditAgentOutcome(
      tx,
      project.id,
      { id, clientId },
      (audited) => audited.run(insert),
      (inserted) => (inserted ? entry : null),
    )
  })
