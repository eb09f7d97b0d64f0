import { type Executor, sql, type Transactor } from '@signet/db'
import { actors } from '@signet/events'
import { bumpProject } from '@signet/tenancy'
import type Provider from 'oidc-provider'
import { type Client, errors, type Grant } from 'oidc-provider'
import { auditApplication } from '../audit.ts'
import { isMetadataDocument, ownSettings } from '../provider-options/client-metadata.ts'

/** How long an application that registered itself may wait for its first use. Days. */
const keptDays = 30
/** How many go at once: short transactions. */
const batch = 100

/**
 * Whatever an application that registered itself is allowed, it is allowed by a grant: so the first one marks it as
 * used, before the grant is written, and no token costs anything. The mark and the removal below are statements about
 * one row, and one of the two comes first: an application that was removed is given nothing.
 */
export function markFirstUse(provider: Provider, executor: Executor, projectId: string): void {
  const marked = new WeakSet<Client>()
  const { prototype } = provider.Grant
  const save = prototype.save
  prototype.save = async function noted(this: Grant, ...ttl) {
    const client = this.clientId ? await provider.Client.find(this.clientId) : undefined
    if (client && ownSettings(client).dynamic && !isMetadataDocument(client) && !marked.has(client)) {
      if (!(await markUsed(executor, projectId, client.clientId)))
        throw new errors.InvalidClient('client is invalid', 'client not found')
      marked.add(client)
    }
    return save.apply(this, ttl)
  }
}

/** Answers whether there is such an application; its row is written when it was not used before. */
const markUsed = async (executor: Executor, projectId: string, clientId: string): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE clients SET first_used_at = COALESCE(first_used_at, now())
    WHERE project_id = ${projectId} AND id = ${clientId}`)) === 1

interface Unused {
  readonly projectId: string
  readonly id: string
  readonly clientName: string | null
}

/**
 * Removes applications that registered themselves and were never used, a batch at a time: anybody may register, so they
 * would fill a project's room. Answers how many went.
 */
export const removeUnusedClients = (database: Transactor): Promise<number> =>
  database.transaction(async (tx) => {
    const removed = await tx.rows<Unused>(sql`
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
