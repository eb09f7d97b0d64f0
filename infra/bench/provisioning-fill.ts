import { hash, randomBytes } from 'node:crypto'
import type { PreparedInstance } from './prepare.ts'
import type { BenchStack } from './stack.ts'

export const people = 100_000
export const members = 50_000

export interface ProvisionedProject {
  readonly projectId: string
  readonly connectionId: string
  readonly groupId: string
  readonly path: string
  readonly headers: Record<string, string>
}

export const accountId = (index: number): string => `usr_scim${index}`

export async function fillDirectory(
  stack: BenchStack,
  { projectId: from }: PreparedInstance,
): Promise<ProvisionedProject> {
  const { sql, baseUrl } = stack
  const [projectId, connectionId, groupId] = ['prj_scim', 'con_scim', 'grp_scim']
  const token = `sct_${randomBytes(32).toString('base64url')}`
  await sql.query(
    `INSERT INTO projects (id, name, slug, address_form, team_id, plan_id)
     SELECT $1, 'Directory', 'bench-scim', 'path', p.team_id, p.plan_id FROM projects p WHERE p.id = $2`,
    [projectId, from],
  )
  await sql.query(
    `INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
     VALUES ($1, 'idp', 'Upstream', 'https://idp.example', 'x', 0)`,
    [projectId],
  )
  await sql.query(
    `INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
     VALUES ($1, $2, 'Directory', 'idp', 'app_scim', 'sub', 'externalId')`,
    [projectId, connectionId],
  )
  await sql.query(
    `INSERT INTO provisioning_credentials (project_id, id, connection_id, kind, state, secret_digest)
     VALUES ($1, 'pcr_scim', $2, 'static_token', 'current', $3)`,
    [projectId, connectionId, hash('sha256', token, 'base64url')],
  )
  await sql.query(
    `INSERT INTO accounts (project_id, id, connection_id, username, username_key, external_id, email, email_key, display_name_key, profile, profile_key)
     SELECT $1, 'usr_scim' || n, $2, 'person' || n, 'person' || n, 'ext' || n, 'person' || n || '@scim.example', 'person' || n || '@scim.example',
       'person ' || n, p.profile, p.profile
     FROM generate_series(1, $3::int) n, LATERAL (SELECT jsonb_build_object('displayName', 'person ' || n, 'emails',
       jsonb_build_array(jsonb_build_object('value', 'person' || n || '@scim.example', 'type', 'work', 'primary', true))) AS profile) p`,
    [projectId, connectionId, people],
  )
  await sql.query(
    `INSERT INTO groups (project_id, id, display_name, display_name_key, connection_id) VALUES ($1, $2, 'Everybody', 'everybody', $3)`,
    [projectId, groupId, connectionId],
  )
  await sql.query(
    `INSERT INTO group_members (project_id, group_id, account_id) SELECT $1, $2, 'usr_scim' || n FROM generate_series(1, $3::int) n`,
    [projectId, groupId, members],
  )
  await sql.query(`INSERT INTO settings (key, value) VALUES ('scim.rateLimit.max', '10000000')`)
  await sql.query('UPDATE instance SET version = version + 1')
  await sql.query('VACUUM (ANALYZE) accounts, group_members, account_addresses')
  return {
    projectId,
    connectionId,
    groupId,
    path: '/bench-scim/scim/v2',
    headers: {
      host: new URL(baseUrl).host,
      authorization: `Bearer ${token}`,
      'content-type': 'application/scim+json',
    },
  }
}
