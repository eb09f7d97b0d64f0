import { type Executor, sql, type Transactor } from '@signet/db'
import { actors } from '@signet/events'
import { bumpProject } from '@signet/tenancy'
import { auditApplication } from '../core/audit.ts'

/** Time that an application which registered itself has for its first use. Days. */
const keptDays = 30
const batch = 100

/** Marks an application as used and returns whether it exists. Later calls change no column. */
export const markUsed = async (executor: Executor, projectId: string, clientId: string): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE clients SET first_used_at = COALESCE(first_used_at, now())
    WHERE project_id = ${projectId} AND id = ${clientId}`)) === 1

interface UnusedClient {
  readonly projectId: string
  readonly id: string
  readonly clientName: string | null
}

/**
 * Removes a batch of applications that registered themselves and were never used, and returns their number. Registration is
 * open, so unused applications would exhaust the limit of a project.
 */
export const removeUnusedClients = (database: Transactor): Promise<number> =>
  database.transaction(async (tx) => {
    const removed = await tx.rows<UnusedClient>(sql`
      SELECT project_id AS "projectId", id, client_name AS "clientName" FROM clients
      WHERE registered_dynamically AND first_used_at IS NULL AND updated_at < now() - make_interval(days => ${keptDays}::int)
      ORDER BY updated_at LIMIT ${batch} FOR UPDATE SKIP LOCKED`)
    for (const { projectId, id, clientName } of removed) {
      const audited = await auditApplication(tx, projectId, id, {
        actor: actors.instance(),
        action: 'client.delete',
        surface: null,
        detail: { clientName, unusedDays: keptDays, unattended: true },
      })
      await audited.run(sql`DELETE FROM clients WHERE project_id = ${projectId} AND id = ${id}`)
      await audited.run(
        sql`DELETE FROM oidc_registration_tokens WHERE project_id = ${projectId} AND client_id = ${id}`,
      )
    }
    for (const projectId of [...new Set(removed.map((client) => client.projectId))].sort())
      await bumpProject(tx, projectId)
    return removed.length
  })
