// Global Token Revocation (draft-parecki-oauth-global-token-revocation)
import { sql } from '@signet/db'
import { auditEntry, outboxInsert } from '@signet/events'
import { newId } from '@signet/runtime'
import type { OptionsContext } from '../provider-options/context.ts'

/** The entry is committed before the sessions end, by the provider as its actor (R5). */
export async function auditRevocation(
  { deps, project }: OptionsContext,
  providerId: string,
  accountId: string,
): Promise<void> {
  const [owner] = await deps.database.rows<{ teamId: string }>(
    sql`SELECT team_id AS "teamId" FROM projects WHERE id = ${project.id}`,
  )
  const entry = {
    entryId: newId('auditEntry'),
    at: new Date().toISOString(),
    actor: `upstream:${project.id}:${providerId}`,
    action: 'enduser.signout',
    targetType: 'EndUser' as const,
    targetId: accountId,
    targetScope: owner?.teamId ?? 'instance',
    surface: 'upstream' as const,
    projectId: project.id,
  }
  await deps.database.run(sql`
    WITH entry AS (
      INSERT INTO audit_entries (id, actor, action, target_type, target_id, target_scope, surface, project_id)
      VALUES (${entry.entryId}, ${entry.actor}, ${entry.action}, ${entry.targetType}, ${entry.targetId},
        ${entry.targetScope}, ${entry.surface}, ${entry.projectId})
    )
    ${outboxInsert(auditEntry, entry).insert}`)
}
