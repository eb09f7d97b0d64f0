import { type AuditedTx, type Executor, sql } from '@signet/db'

export interface ImportedIdentity {
  readonly accountId: string
  readonly providerId: string
  readonly issuer: string
  readonly subject: string
}

/** Subjects are unique only within provider and issuer. */
export const identityKey = ({ providerId, issuer, subject }: Omit<ImportedIdentity, 'accountId'>): string =>
  JSON.stringify([providerId, issuer, subject])

export async function readTakenIdentities(
  executor: Executor,
  projectId: string,
  identities: readonly Omit<ImportedIdentity, 'accountId'>[],
): Promise<ReadonlySet<string>> {
  if (identities.length === 0) return new Set()
  const rows = await executor.rows<Omit<ImportedIdentity, 'accountId'>>(sql`
    SELECT d.provider_id AS "providerId", d.issuer, d.subject
    FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) AS v ("providerId" text, issuer text, subject text)
    JOIN identities d ON d.project_id = ${projectId} AND d.provider_id = v."providerId" AND d.issuer = v.issuer
      AND d.subject = v.subject`)
  return new Set(rows.map(identityKey))
}

/**
 * Requires accounts that the same transaction created. The address at the provider is unknown until the next sign-in.
 * @throws UniqueViolation when a concurrent request linked an identity
 */
export async function importIdentities(
  tx: AuditedTx,
  projectId: string,
  identities: readonly ImportedIdentity[],
): Promise<void> {
  if (identities.length === 0) return
  await tx.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
    SELECT ${projectId}, v."providerId", v.issuer, v.subject, v."accountId"
    FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb)
      AS v ("accountId" text, "providerId" text, issuer text, subject text)
    ORDER BY v."providerId", v.issuer, v.subject`)
}
