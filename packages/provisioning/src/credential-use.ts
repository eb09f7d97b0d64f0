import { type Executor, type Sql, sql } from '@signet/db'
import type { ConnectionRef } from './connections.ts'
import { type CredentialKind, credentialWorks } from './credentials.ts'

/** The value is presented and found by its SHA-256. */
type PresentedKind = Exclude<CredentialKind, 'key'>

interface Presentation {
  readonly kind: PresentedKind
  /** Ids of the projects at the requested address: a credential is valid only in its own project. */
  readonly projects: Sql
  readonly secretDigest: string
}

/**
 * Common table expressions `accepted` (project_id, connection_id; a row only when the value is accepted now) and `used`, which stores
 * the time of use at most once a minute, and always for the first use of a replaced value after the new one was issued. That time
 * decides the end of an overlap and `stillUsedByDirectory`.
 */
export const credentialUse = ({ kind, projects, secretDigest }: Presentation): Sql => sql`
  accepted AS (
    SELECT k.project_id, k.id, k.connection_id, k.last_used_at, CASE WHEN k.state = 'previous' THEN (
        SELECT n.created_at FROM provisioning_credentials n WHERE n.project_id = k.project_id
          AND n.connection_id = k.connection_id AND n.kind = k.kind AND n.state = 'current') END AS replaced_at
    FROM provisioning_credentials k
    WHERE k.secret_digest = ${secretDigest} AND k.kind = ${kind} AND k.project_id IN (${projects}) AND ${credentialWorks}
  ), used AS (
    UPDATE provisioning_credentials SET last_used_at = now()
    WHERE (project_id, id) IN (
      SELECT project_id, id FROM accepted
      WHERE last_used_at IS NULL OR last_used_at < now() - interval '1 minute' OR last_used_at < replaced_at)
  )`

/** Stores the use; null for an unknown or no longer accepted value. */
export async function presentCredential(
  executor: Executor,
  presentation: Presentation,
): Promise<ConnectionRef | null> {
  const [row] = await executor.rows<ConnectionRef>(sql`
    WITH ${credentialUse(presentation)}
    SELECT project_id AS "projectId", connection_id AS "connectionId" FROM accepted`)
  return row ?? null
}

/** Writes at most once a minute. A key is never presented, so that no other statement records its use. */
export const noteKeyUse = (executor: Executor, { projectId, connectionId }: ConnectionRef): Promise<number> =>
  executor.run(sql`
    UPDATE provisioning_credentials SET last_used_at = now()
    WHERE project_id = ${projectId} AND connection_id = ${connectionId} AND kind = 'key' AND state = 'current'
      AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`)
