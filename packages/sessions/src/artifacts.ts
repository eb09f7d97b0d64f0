import { type Executor, raw, type Sql, sql } from '@signet/db'

/** Artifacts are found by these columns and the id. */
export type ArtifactColumn = 'account_id' | 'client_id' | 'grant_id' | 'uid' | 'user_code' | 'kind'

export interface ArtifactTable {
  readonly columns: readonly ArtifactColumn[]
  /** Kept when the issuer's address changes: a consent belongs to an application, not to an address. */
  readonly outlivesAddress?: true
}

/**
 * Columns of the owners, for every table with artifacts. Storing, deleting, revoking and sweeping iterate over it, so that a new kind
 * of artifact ends with its user, application, grant and project.
 */
export const artifactTables = {
  oidc_sessions: { columns: ['uid', 'account_id'] },
  oidc_grants: { columns: ['account_id', 'client_id'], outlivesAddress: true },
  oidc_authorization_codes: { columns: ['grant_id', 'account_id'] },
  oidc_access_tokens: { columns: ['grant_id', 'account_id', 'client_id'] },
  oidc_refresh_tokens: { columns: ['grant_id', 'account_id', 'client_id'] },
  oidc_device_codes: { columns: ['grant_id', 'account_id', 'user_code'] },
  oidc_backchannel_requests: { columns: ['grant_id', 'account_id'] },
  oidc_client_credentials_tokens: { columns: ['client_id'] },
  oidc_interactions: { columns: [] },
  oidc_pushed_requests: { columns: [] },
  oidc_replay_detections: { columns: [], outlivesAddress: true },
  oidc_registration_tokens: { columns: ['client_id', 'kind'], outlivesAddress: true },
} as const satisfies Record<string, ArtifactTable>

export type ArtifactTableName = keyof typeof artifactTables

const facts = Object.entries(artifactTables) as [ArtifactTableName, ArtifactTable][]

export const artifactTableNames = facts.map(([name]) => name)

const tablesWith = (column: ArtifactColumn): readonly ArtifactTableName[] =>
  facts.filter(([, { columns }]) => columns.includes(column)).map(([name]) => name)

export const accountArtifacts = tablesWith('account_id')

export const grantArtifacts = tablesWith('grant_id')

export const clientArtifacts = tablesWith('client_id').filter((name) => !grantArtifacts.includes(name))

export const addressArtifacts = facts
  .filter(([, { outlivesAddress }]) => !outlivesAddress)
  .map(([name]) => name)

export async function deleteArtifacts(
  tx: Executor,
  tables: readonly ArtifactTableName[],
  projectId: string,
  match: Sql,
): Promise<ReadonlyMap<ArtifactTableName, number>> {
  const deleted = new Map<ArtifactTableName, number>()
  for (const table of tables)
    deleted.set(
      table,
      await tx.run(sql`DELETE FROM ${raw(table)} WHERE project_id = ${projectId} AND ${match}`),
    )
  return deleted
}

export async function deleteGrants(tx: Executor, projectId: string, grants: Sql): Promise<void> {
  const ids = sql`(SELECT id FROM oidc_grants WHERE project_id = ${projectId} AND ${grants})`
  await deleteArtifacts(tx, grantArtifacts, projectId, sql`grant_id IN ${ids}`)
  await deleteArtifacts(tx, ['oidc_grants'], projectId, grants)
}
