import { limits, operations, type ProvisioningAttention } from '@signet/contracts'
import { join, sql } from '@signet/db'
import type * as z from 'zod'
import { implementRead } from '../../implement.ts'
import { listableBy } from '../../projects/rights.ts'

interface Row extends Omit<z.input<typeof ProvisioningAttention>, 'at'> {
  readonly at: Date
  /** Number of all items with this problem. */
  readonly total: number
}

const { credentialAttentionDays, provisioningAttention, silentDirectoryDays } = limits

/** Columns about a connection `c` of a project `p`. */
const directory = sql`'directory' AS kind, c.id, c.display_name AS "displayName", p.id AS "projectId", p.name AS "projectName"`

const connections = sql`provisioning_connections c JOIN projects p ON p.id = c.project_id AND p.deletion_scheduled_at IS NULL`

/** Columns about a provider `i` of a project `p`. */
const provider = sql`'provider', i.id, i.display_name, p.id, p.name`

const providers = sql`identity_providers i JOIN projects p ON p.id = i.project_id AND p.deletion_scheduled_at IS NULL`
/** A client secret, certificates of a provider with SAML, or a certificate of the client. */
const usesSecret = sql`i.enabled AND i.client_authentication <> 'private_key_jwt'`
const secretEndsAt = sql`(i.secret_expires_on::timestamp AT TIME ZONE 'UTC')`

/** The most urgent first. */
const problems = [
  sql`
    SELECT 1 AS urgency, ${directory}, 'credential_expired' AS problem, k.expires_at AS at, NULL::int AS count
    FROM ${connections} JOIN provisioning_credentials k ON k.project_id = c.project_id AND k.connection_id = c.id
    WHERE c.enabled AND k.state = 'current' AND k.expires_at <= now()`,
  sql`
    SELECT 2, ${provider}, 'provider_unavailable', i.failing_since, NULL
    FROM ${providers} WHERE i.enabled AND i.failing_since IS NOT NULL`,
  sql`
    SELECT 1, ${provider}, 'secret_expired', ${secretEndsAt}, NULL
    FROM ${providers} WHERE ${usesSecret} AND ${secretEndsAt} <= now()`,
  sql`
    SELECT 3, ${provider}, 'secret_expires', ${secretEndsAt}, NULL
    FROM ${providers} WHERE ${usesSecret} AND ${secretEndsAt} > now()
      AND ${secretEndsAt} < now() + make_interval(days => ${credentialAttentionDays}::int)`,
  sql`
    SELECT 3, ${directory}, 'credential_expires', k.expires_at, NULL
    FROM ${connections} JOIN provisioning_credentials k ON k.project_id = c.project_id AND k.connection_id = c.id
    WHERE c.enabled AND k.state = 'current' AND k.expires_at > now()
      AND k.expires_at < now() + make_interval(days => ${credentialAttentionDays}::int)`,
  // An active directory stores the use of its credentials at most once a minute.
  sql`
    SELECT 3, ${directory}, 'directory_silent', max(k.last_used_at), NULL
    FROM ${connections} JOIN provisioning_credentials k ON k.project_id = c.project_id AND k.connection_id = c.id
    WHERE c.enabled GROUP BY c.id, c.display_name, p.id, p.name
    HAVING max(k.last_used_at) < now() - make_interval(days => ${silentDirectoryDays}::int)
      AND bool_or(k.state = 'current' AND (k.expires_at IS NULL OR k.expires_at > now()))`,
  sql`
    SELECT 4, ${directory}, 'credential_missing', c.created_at, NULL
    FROM ${connections} WHERE c.enabled AND NOT EXISTS (
      SELECT 1 FROM provisioning_credentials k
      WHERE k.project_id = c.project_id AND k.connection_id = c.id AND k.state = 'current')`,
  sql`
    SELECT 4, ${directory}, 'not_arrived', max(f.last_at), count(*)::int
    FROM ${connections} JOIN provisioning_refusals f ON f.project_id = c.project_id AND f.connection_id = c.id
    WHERE c.enabled AND f.expires_at > now() GROUP BY c.id, c.display_name, p.id, p.name`,
]

/** The latest past time or the nearest expiry is first. */
const distance = sql`abs(extract(epoch FROM o.at - now()))`

export const provisioning_attention_list = implementRead(
  operations.provisioning_attention_list,
  async ({ deps: { database }, caller }, { project }) => {
    const inScope =
      project === undefined ? listableBy(caller) : sql`p.id = ${project} AND ${listableBy(caller)}`
    const rows = await database.rows<Row>(sql`
      SELECT o.kind, o.id, o."displayName", o."projectId", o."projectName", o.problem, o.at, o.count, o.total FROM (
        SELECT o.*, (count(*) OVER (PARTITION BY o.problem))::int AS total,
          row_number() OVER (PARTITION BY o.problem ORDER BY o.urgency, ${distance}, o.id) AS position
        FROM (${join(problems, ' UNION ALL ')}) o JOIN projects p ON p.id = o."projectId" WHERE ${inScope}) o
      WHERE o.position <= ${provisioningAttention}::int ORDER BY o.urgency, ${distance}, o.id`)
    const totals = new Map(rows.map(({ problem, total }) => [problem, total]))
    return {
      items: rows.map(({ total: _total, at, ...row }) => ({ ...row, at: at.toISOString() })),
      totals: [...totals].map(([problem, count]) => ({ problem, count })),
    }
  },
)
