import { sql, type Transactor } from '@signet/db'
import { actors } from '@signet/events'
import { endClient } from '@signet/sessions'
import { bumpProject } from '@signet/tenancy'
import { auditAgent } from '../core/audit.ts'

/** Days without a call. */
const idleDays = 90
const batch = 100

interface IdleAgent {
  readonly id: string
  readonly clientId: string
  readonly name: string
  readonly projectId: string
}

/**
 * Removes a batch of unused entries that a consent created. A client connects again with the next consent.
 * @returns their number
 */
export const removeIdleAgents = (database: Transactor): Promise<number> =>
  database.transaction(async (tx) => {
    const idle = await tx.rows<IdleAgent>(sql`
      SELECT c.id, c.client_id AS "clientId", c.name, i.administrators_project_id AS "projectId"
      FROM agent_clients c CROSS JOIN instance i
      WHERE c.shared AND COALESCE(c.last_used_at, c.created_at) < now() - make_interval(days => ${idleDays}::int)
      LIMIT ${batch} FOR UPDATE OF c SKIP LOCKED`)
    for (const { id, clientId, name, projectId } of idle) {
      const audited = await auditAgent(
        tx,
        projectId,
        { id, clientId },
        {
          actor: actors.instance(),
          action: 'mcp.client.withdraw',
          surface: null,
          detail: { clientId, name, unusedDays: idleDays, unattended: true },
        },
      )
      await endClient(tx, projectId, clientId)
      await audited.run(sql`DELETE FROM agent_clients WHERE id = ${id}`)
      await audited.run(
        sql`DELETE FROM clients WHERE project_id = ${projectId} AND id = ${clientId} AND registered_dynamically`,
      )
      await bumpProject(tx, projectId)
    }
    return idle.length
  })
