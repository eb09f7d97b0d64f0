import { type AuditedTx, type Executor, sql } from '@signet/db'
import type { NewPasskey } from './passkeys.ts'

export interface ImportedCredential extends NewPasskey {
  readonly id: string
  readonly accountId: string
  readonly handle: string
  readonly flagsKnown: boolean
}

export interface TakenCredentials {
  readonly ids: ReadonlySet<string>
  readonly handles: ReadonlySet<string>
}

export async function readTakenCredentials(
  executor: Executor,
  projectId: string,
  { ids, handles }: { readonly ids: readonly string[]; readonly handles: readonly string[] },
): Promise<TakenCredentials> {
  const [row] = await executor.rows<{ ids: string[]; handles: string[] }>(sql`
    SELECT ARRAY(SELECT credential_id FROM passkeys
        WHERE project_id = ${projectId} AND credential_id = ANY(${[...ids]}::text[])) AS ids,
      ARRAY(SELECT handle FROM passkey_users
        WHERE project_id = ${projectId} AND handle = ANY(${[...handles]}::text[])) AS handles`)
  return { ids: new Set(row?.ids), handles: new Set(row?.handles) }
}

/**
 * Requires accounts that the same transaction created. The authenticator presents the handle of the other system, so that it becomes
 * the handle of the account.
 * @throws UniqueViolation when a concurrent request stored a credential or a handle
 */
export async function importPasskeys(
  tx: AuditedTx,
  projectId: string,
  passkeys: readonly ImportedCredential[],
): Promise<void> {
  if (passkeys.length === 0) return
  const rows = JSON.stringify(passkeys)
  await tx.run(sql`
    INSERT INTO passkey_users (project_id, account_id, handle)
    SELECT DISTINCT ${projectId}, v."accountId", v.handle
    FROM jsonb_to_recordset(${rows}::jsonb) AS v ("accountId" text, handle text) ORDER BY v.handle`)
  await tx.run(sql`
    INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, counter, aaguid, transports, synced,
      backed_up, flags_known, name)
    SELECT ${projectId}, v.id, v."accountId", v."credentialId", v."publicKey", v."rpId", v.counter, v.aaguid,
      ARRAY(SELECT jsonb_array_elements_text(v.transports)), v.synced, v."backedUp", v."flagsKnown", v.name
    FROM jsonb_to_recordset(${rows}::jsonb) AS v (id text, "accountId" text, "credentialId" text, "publicKey" text,
      "rpId" text, counter bigint, aaguid text, transports jsonb, synced boolean, "backedUp" boolean, "flagsKnown" boolean,
      name text)
    ORDER BY v."credentialId"`)
}
