import { sql, type Transactor } from '@signet/db'
import { actors } from '@signet/events'
import { bumpProject } from '@signet/tenancy'
import { auditApplication } from '../core/audit.ts'

interface Moved {
  readonly clientId: string
  readonly from: string
  readonly to: string
}

/**
 * Moves an application that registered itself without a scope to the administrators' project when it requests the agent endpoint. One
 * that was used before, or whose secret is bound to its project, stays.
 */
export const adoptAgent = (database: Transactor, { clientId, from, to }: Moved): Promise<boolean> =>
  database.transaction(async (tx) => {
    const [before] = await tx.rows<{ clientName: string | null }>(sql`
      SELECT client_name AS "clientName" FROM clients
      WHERE project_id = ${from} AND id = ${clientId} AND registered_dynamically AND first_used_at IS NULL
        AND secret_sealed IS NULL FOR UPDATE`)
    if (!before) return false
    const entry = { actor: actors.instance(), surface: null, detail: { ...before, agent: true } } as const
    await auditApplication(tx, from, clientId, { ...entry, action: 'client.delete' })
    const audited = await auditApplication(tx, to, clientId, { ...entry, action: 'client.create' })
    await audited.run(sql`
      UPDATE clients SET project_id = ${to}, updated_at = now() WHERE project_id = ${from} AND id = ${clientId}`)
    await audited.run(
      sql`DELETE FROM oidc_registration_tokens WHERE project_id = ${from} AND client_id = ${clientId}`,
    )
    for (const project of [from, to].sort()) await bumpProject(tx, project)
    return true
  })
