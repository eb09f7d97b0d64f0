import { type Executor, join, sql } from '@signet/db'

/** Days before an expiry; one mail for each. */
const noticeDays = [30, 7, 1] as const

/** The next round has further announcements. */
const maxOfRound = 500

export interface ExpiringCredential {
  /** certificate: of a provider with SAML; clientCertificate: by which Signet authenticates at a provider. */
  readonly kind: 'provider' | 'certificate' | 'clientCertificate' | 'directory'
  readonly projectId: string
  readonly projectName: string
  readonly teamId: string
  /** Id of the provider or of the credential. */
  readonly subjectId: string
  /** Id of the provider or of the connection, whose page the mail opens. */
  readonly objectId: string
  readonly displayName: string
  readonly endsAt: Date
}

const live = sql`p.deletion_scheduled_at IS NULL`

const expiring = join(
  [
    sql`
      SELECT CASE WHEN i.protocol = 'saml' THEN 'certificate' WHEN i.client_authentication = 'secret' THEN 'provider'
          ELSE 'clientCertificate' END AS kind, p.id AS project_id, i.id AS subject_id, i.id AS object_id, i.display_name AS name,
        i.secret_expires_on::timestamp AT TIME ZONE 'UTC' AS ends_at
      FROM identity_providers i JOIN projects p ON p.id = i.project_id
      WHERE ${live} AND i.enabled AND i.client_authentication <> 'private_key_jwt' AND i.secret_expires_on IS NOT NULL`,
    sql`
      SELECT 'directory', p.id, k.id, c.id, c.display_name, k.expires_at
      FROM provisioning_credentials k JOIN provisioning_connections c ON c.project_id = k.project_id AND c.id = k.connection_id
      JOIN projects p ON p.id = c.project_id
      WHERE ${live} AND c.enabled AND k.state = 'current' AND k.expires_at IS NOT NULL`,
  ],
  ' UNION ALL ',
)

/**
 * A value that ends in five days is announced for seven days, not also for thirty. The primary key makes concurrent rounds of several
 * replicas announce it once.
 */
export const claimDue = (tx: Executor): Promise<ExpiringCredential[]> =>
  tx.rows<ExpiringCredential>(sql`
    WITH due AS (
      SELECT e.*, (SELECT min(d) FROM unnest(${[...noticeDays]}::int[]) d WHERE e.ends_at <= now() + make_interval(days => d)) AS days
      FROM (${expiring}) e WHERE e.ends_at > now()
    ), claimed AS (
      INSERT INTO expiry_notices (project_id, subject_id, ends_at, days)
      SELECT project_id, subject_id, ends_at, days FROM due d
      WHERE days IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM expiry_notices n WHERE n.project_id = d.project_id AND n.subject_id = d.subject_id
          AND n.ends_at = d.ends_at::timestamptz(3) AND n.days <= d.days)
      ORDER BY ends_at, subject_id LIMIT ${maxOfRound}
      ON CONFLICT DO NOTHING RETURNING project_id, subject_id)
    SELECT d.kind, d.project_id AS "projectId", p.name AS "projectName", p.team_id AS "teamId", d.subject_id AS "subjectId",
      d.object_id AS "objectId", d.name AS "displayName", d.ends_at AS "endsAt"
    FROM claimed c JOIN due d ON d.project_id = c.project_id AND d.subject_id = c.subject_id
    JOIN projects p ON p.id = d.project_id ORDER BY d.ends_at, d.subject_id`)

export const forgetEnded = (executor: Executor): Promise<number> =>
  executor.run(sql`DELETE FROM expiry_notices WHERE ends_at < now() - interval '7 days'`)
