import { type Executor, sql, type Transactor } from '@signet/db'
import { actors } from '@signet/events'
import { bumpProject } from '@signet/tenancy'
import { auditApplication } from '../core/audit.ts'

/** Days for the first use. */
const keptDays = 30
const batch = 100

/** Returns whether the application exists. Later calls change no column. */
export const markUsed = async (executor: Executor, projectId: string, clientId: string): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE clients SET first_used_at = COALESCE(first_used_at, now())
    WHERE project_id = ${projectId} AND id = ${clientId}`)) === 1

interface UnusedClient {
  readonly projectId: string
  readonly id: string
  readonly clientName: string | null
}

const unusedColumns = sql`c.project_id AS "projectId", c.id, c.client_name AS "clientName"`

/** An agent registers immediately before it is used, and every program may register as one. */
const keptTime = sql`make_interval(days => CASE WHEN p.reserved = 'administrators' THEN 1 ELSE ${keptDays}::int END)`

/**
 * Removes a batch of applications that were never used: they would exhaust the limit of a project.
 * @returns their number
 */
export const removeUnusedClients = (database: Transactor): Promise<number> =>
  database.transaction(async (tx) => {
    const unused = await tx.rows<UnusedClient>(sql`
      SELECT ${unusedColumns} FROM clients c JOIN projects p ON p.id = c.project_id
      WHERE c.registered_dynamically AND c.first_used_at IS NULL AND c.updated_at < now() - ${keptTime}
      ORDER BY c.updated_at LIMIT ${batch} FOR UPDATE OF c SKIP LOCKED`)
    await remove(tx, unused)
    return unused.length
  })

export async function removeOldestUnused(tx: Executor, projectId: string): Promise<boolean> {
  const oldest = await tx.rows<UnusedClient>(sql`
    SELECT ${unusedColumns} FROM clients c
    WHERE c.project_id = ${projectId} AND c.registered_dynamically AND c.first_used_at IS NULL
    ORDER BY c.updated_at, c.id LIMIT 1 FOR UPDATE SKIP LOCKED`)
  await remove(tx, oldest)
  return oldest.length > 0
}

async function remove(tx: Executor, unused: readonly UnusedClient[]): Promise<void> {
  for (const { projectId, id, clientName } of unused) {
    const audited = await auditApplication(tx, projectId, id, {
      actor: actors.instance(),
      action: 'client.delete',
      surface: null,
      detail: { clientName, unused: true, unattended: true },
    })
    await audited.run(sql`DELETE FROM clients WHERE project_id = ${projectId} AND id = ${id}`)
    await audited.run(
      sql`DELETE FROM oidc_registration_tokens WHERE project_id = ${projectId} AND client_id = ${id}`,
    )
  }
  for (const projectId of [...new Set(unused.map((client) => client.projectId))].sort())
    await bumpProject(tx, projectId)
}
