import { type Executor, raw, sql } from '@signet/db'
import { artifactTableNames, closeDays, closeMonths } from '@signet/sessions'
import { hasNoticesLeft } from './logout-notices.ts'

/** Rows of one transaction: short ones do not block other requests while a large project is destroyed. */
const batch = 1_000

/** Ordered by their foreign keys. The audit, the activity figures and the former names are kept. */
export const projectTables = [
  'hold_rows',
  'provisioning_removals',
  'provisioning_requests',
  'provisioning_refusals',
  'unmatched_users',
  'provisioning_credentials',
  'upstream_sessions',
  'federation_transactions',
  'identities',
  'group_members',
  'mail_messages',
  'account_tokens',
  'sign_in_failures',
  'account_activity',
  'passkeys',
  'passkey_users',
  'passkey_challenges',
  'recovery_codes',
  'client_errors',
  'sign_in_hours',
  'account_addresses',
  'account_words',
  ...artifactTableNames,
  'activity_marks',
  'expiry_notices',
  'mail_texts',
  'object_labels',
  'migration_hooks',
  'project_moves',
  'provider_group_mappings',
  'groups',
  'accounts',
  'provisioning_connections',
  'identity_providers',
  'clients',
  'resources',
] as const

const farFuture = '9999-01-01'

interface Transactions extends Executor {
  transaction<Result>(work: (tx: Executor) => Promise<Result>): Promise<Result>
}

/** Makes a restore impossible; an interrupted destruction is continued. */
export const beginDestruction = (tx: Executor, projectId: string): Promise<number> =>
  tx.run(sql`
    UPDATE projects SET purge_started_at = now()
    WHERE id = ${projectId} AND deletion_scheduled_at IS NOT NULL AND purge_started_at IS NULL`)

/**
 * The caller has begun the destruction. Can be interrupted, repeated and run concurrently; `stopped` ends it between two batches. Does
 * nothing while logout notices are left, and the purge worker retries.
 */
export async function destroy(
  database: Transactions,
  projectId: string,
  stopped: () => boolean = () => false,
): Promise<void> {
  if (await hasNoticesLeft(database, projectId)) return
  // Figures of open months and of single days are counted from the marks, so they are stored before the marks are deleted.
  await closeMonths(database, projectId, farFuture)
  await closeDays(database, projectId)
  for (const table of projectTables) {
    while (!stopped() && (await destroySome(database, table, projectId)) === batch);
    if (stopped()) return
  }
  await database.transaction((tx) => destroyProject(tx, projectId))
}

const destroySome = (executor: Executor, table: string, projectId: string): Promise<number> =>
  executor.run(sql`
    DELETE FROM ${raw(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${raw(table)} WHERE project_id = ${projectId} LIMIT ${batch} FOR UPDATE SKIP LOCKED))`)

/** A concurrent request may have added rows. Holds the lock of the project. */
async function destroyProject(tx: Executor, projectId: string): Promise<void> {
  const [project] = await tx.rows<{ id: string }>(sql`
    SELECT id FROM projects WHERE id = ${projectId} AND purge_started_at IS NOT NULL FOR UPDATE`)
  if (!project) return
  for (const table of projectTables)
    await tx.run(sql`DELETE FROM ${raw(table)} WHERE project_id = ${projectId}`)
  await tx.run(sql`DELETE FROM key_sets WHERE id = ${projectId}`)
  await tx.run(sql`
    INSERT INTO destroyed_projects (id, name, last_team_id, last_owner)
    SELECT p.id, p.name, t.id, t.name FROM projects p JOIN teams t ON t.id = p.team_id WHERE p.id = ${projectId}`)
  await tx.run(sql`DELETE FROM projects WHERE id = ${projectId}`)
}
