import type { Connection } from '@signet/contracts'
import { type AuditedTx, type Executor, join, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { bumpProject, refusingDuplicates } from '@signet/tenancy'

export interface ConnectionRef {
  readonly projectId: string
  readonly connectionId: string
}

type Fields = Pick<
  Connection,
  'displayName' | 'enabled' | 'correlation' | 'emailTrust' | 'threshold' | 'directory'
>

/** Undefined fields stay unchanged. */
export type ConnectionChanges = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

interface NewConnection extends Omit<Fields, 'enabled'> {
  readonly projectId: string
  readonly id: string
  readonly providerId: string
  /** The directory authenticates as this OAuth client. */
  readonly clientId: string
}

export interface LockedConnection {
  readonly clientId: string
  readonly thresholdCount: number | null
  readonly thresholdWindowSeconds: number | null
  readonly heldSince: Date | null
}

/** `shared`: uncounted removals, which may run concurrently; `alone`: every other change. */
const locks = { shared: sql`FOR SHARE`, alone: sql`FOR UPDATE` } as const
export type ConnectionLock = keyof typeof locks

/** Serializes changes of credentials, counted removals and holds. Lock order: the connection before accounts and groups. */
export async function lockConnection(
  tx: Executor,
  { projectId, connectionId }: ConnectionRef,
  lock: ConnectionLock = 'alone',
): Promise<LockedConnection> {
  const [row] = await tx.rows<LockedConnection>(sql`
    SELECT client_id AS "clientId", threshold_count AS "thresholdCount",
      threshold_window_seconds AS "thresholdWindowSeconds", held_since AS "heldSince"
    FROM provisioning_connections WHERE project_id = ${projectId} AND id = ${connectionId} ${locks[lock]}`)
  return row ?? refuse('not_found')
}

/**
 * The identity provider no longer creates accounts at a first sign-in, because the directory does. A unique constraint allows one
 * connection per provider.
 */
export async function createConnection(tx: AuditedTx, connection: NewConnection): Promise<void> {
  const { projectId, id, providerId, correlation, threshold } = connection
  await refusingDuplicates(
    tx.run(sql`
      INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim,
        correlation_attribute, email_trust, threshold_count, threshold_window_seconds, directory)
      VALUES (${projectId}, ${id}, ${connection.displayName}, ${providerId}, ${connection.clientId}, ${correlation.claim},
        ${correlation.attribute}, ${connection.emailTrust}, ${threshold?.count ?? null}::int, ${threshold?.windowSeconds ?? null}::int,
        ${connection.directory})`),
    'Another connection is bound to this provider.',
    'provider_already_bound',
  )
  await tx.run(sql`
    UPDATE identity_providers SET provisioning = 'existing_only' WHERE project_id = ${projectId} AND id = ${providerId}`)
  await bumpProject(tx, projectId)
}

/** A hold survives every change; removing the threshold is rejected during a hold. */
export async function updateConnection(
  tx: AuditedTx,
  at: ConnectionRef,
  changes: ConnectionChanges,
): Promise<void> {
  const { heldSince } = await lockConnection(tx, at)
  if (changes.threshold === null && heldSince) refuse('threshold_held')
  const sets = setsOf(changes)
  if (sets.length === 0) return
  await tx.run(sql`
    UPDATE provisioning_connections SET ${join(sets, ', ')}
    WHERE project_id = ${at.projectId} AND id = ${at.connectionId}`)
  await bumpProject(tx, at.projectId)
}

function setsOf({
  displayName,
  enabled,
  correlation,
  emailTrust,
  threshold,
  directory,
}: ConnectionChanges): Sql[] {
  return [
    ...(displayName === undefined ? [] : [sql`display_name = ${displayName}`]),
    ...(enabled === undefined ? [] : [sql`enabled = ${enabled}`]),
    ...(correlation === undefined
      ? []
      : [sql`correlation_claim = ${correlation.claim}, correlation_attribute = ${correlation.attribute}`]),
    ...(emailTrust === undefined ? [] : [sql`email_trust = ${emailTrust}`]),
    ...(threshold === undefined
      ? []
      : [
          sql`threshold_count = ${threshold?.count ?? null}::int, threshold_window_seconds = ${threshold?.windowSeconds ?? null}::int`,
        ]),
    ...(directory === undefined ? [] : [sql`directory = ${directory}`]),
  ]
}

/**
 * Rejects a connection that manages users; deletes its credentials and tokens. Its groups are managed by administrators afterwards; the
 * provider still creates no accounts until an administrator changes that.
 */
export async function deleteConnection(tx: AuditedTx, at: ConnectionRef): Promise<void> {
  const { clientId } = await lockConnection(tx, at)
  await refuseManaging(tx, at)
  const managed = sql`project_id = ${at.projectId} AND connection_id = ${at.connectionId}`
  await tx.run(
    sql`UPDATE groups SET connection_id = NULL, external_id = NULL, updated_at = now() WHERE ${managed}`,
  )
  await revokeTokens(tx, at.projectId, clientId)
  await tx.run(
    sql`DELETE FROM provisioning_connections WHERE project_id = ${at.projectId} AND id = ${at.connectionId}`,
  )
  await bumpProject(tx, at.projectId)
}

export async function refuseManaging(
  executor: Executor,
  { projectId, connectionId }: ConnectionRef,
): Promise<void> {
  const [row] = await executor.rows<{ users: number }>(sql`
    SELECT count(*)::int AS users FROM accounts WHERE project_id = ${projectId} AND connection_id = ${connectionId}`)
  if (row && row.users > 0)
    refuse('connection_manages_users', {
      detail: `The connection manages ${row.users === 1 ? '1 user' : `${row.users} users`}.`,
      members: { managedUsers: row.users },
    })
}

export const revokeTokens = (tx: Executor, projectId: string, clientId: string): Promise<number> =>
  tx.run(
    sql`DELETE FROM oidc_client_credentials_tokens WHERE project_id = ${projectId} AND client_id = ${clientId}`,
  )
