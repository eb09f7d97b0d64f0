import type { Project } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { issuerOf } from '@signet/tenancy'
import { namedClaims } from './named-claims.ts'
import { planColumns } from './plan.ts'

export interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly displayName: string | null
  readonly primaryColor: string | null
  readonly language: Project['language']
  readonly addressForm: 'root' | 'path' | 'subdomain' | 'host' | 'unaddressed'
  readonly slug: string | null
  readonly host: string | null
  readonly passwordLogin: boolean
  readonly registrationOpen: boolean
  readonly emailVerificationRequired: boolean
  readonly verificationMethod: 'link' | 'code'
  readonly totpRequired: boolean
  readonly passkeys: Project['passkeys']
  readonly passkeyUserVerification: Project['passkeyUserVerification']
  /** Lower case, in their order. */
  readonly passkeyAuthenticators: Project['passkeyAuthenticators']
  readonly declaredClaims: Project['declaredClaims']
  readonly teamId: string
  readonly reserved: 'administrators' | null
  readonly system: boolean
  readonly plan: Project['plan']
  readonly hostReachedAt: Date | null
  readonly deletionScheduledAt: Date | null
  readonly purgeAt: Date | null
  readonly deletionScheduledBy: string | null
  readonly createdAt: Date
  readonly applications: number
  readonly apis: number
  readonly providers: number
  readonly connections: number
  readonly hasAccounts: boolean
  readonly held: boolean
}

const columns = sql`
  p.id, p.name, p.display_name AS "displayName", p.primary_color AS "primaryColor", p.language, p.address_form AS "addressForm", p.slug, p.host,
  p.password_login AS "passwordLogin", p.registration_open AS "registrationOpen",
  p.email_verification_required AS "emailVerificationRequired", p.verification_method AS "verificationMethod",
  p.totp_required AS "totpRequired", p.passkeys, p.passkey_user_verification AS "passkeyUserVerification",
  p.passkey_authenticators AS "passkeyAuthenticators", ${namedClaims('p', 'p.id')} AS "declaredClaims", p.team_id AS "teamId", p.reserved, p.system,
  (SELECT to_jsonb(plan) FROM (SELECT ${planColumns} FROM plans WHERE plans.id = p.plan_id) plan) AS plan, p.host_reached_at AS "hostReachedAt", p.deletion_scheduled_at AS "deletionScheduledAt",
  p.purge_at AS "purgeAt", p.deletion_scheduled_by AS "deletionScheduledBy", p.created_at AS "createdAt",
  (SELECT count(*)::int FROM clients c WHERE c.project_id = p.id AND NOT c.built_in) AS applications,
  (SELECT count(*)::int FROM resources r WHERE r.project_id = p.id) AS apis,
  (SELECT count(*)::int FROM identity_providers i WHERE i.project_id = p.id) AS providers,
  (SELECT count(*)::int FROM provisioning_connections k WHERE k.project_id = p.id) AS connections,
  COALESCE((SELECT true FROM provisioning_connections k WHERE k.project_id = p.id AND k.held_since IS NOT NULL ORDER BY k.id LIMIT 1), false) AS held,
  -- In the order of the key, so that the key is used: EXISTS may be planned as a scan over the accounts of every project.
  COALESCE((SELECT true FROM accounts a WHERE a.project_id = p.id ORDER BY a.id LIMIT 1), false) AS "hasAccounts"`

/** Selects `projects p`, the oldest first. */
export const selectProjects = (where: Sql) =>
  sql`SELECT ${columns} FROM projects p WHERE ${where} ORDER BY p.created_at, p.id`

export const loadProject = async (executor: Executor, projectId: string): Promise<ProjectRow | null> =>
  (await executor.rows<ProjectRow>(selectProjects(sql`p.id = ${projectId}`)))[0] ?? null

export interface DestroyedProject {
  readonly id: string
  readonly name: string
  readonly lastTeamId: string | null
  readonly lastOwner: string | null
  readonly destroyedAt: Date
}

export const destroyedColumns = sql`
  id, name, last_team_id AS "lastTeamId", last_owner AS "lastOwner", destroyed_at AS "destroyedAt"`

export const loadDestroyed = async (
  executor: Executor,
  projectId: string,
): Promise<DestroyedProject | null> =>
  (
    await executor.rows<DestroyedProject>(
      sql`SELECT ${destroyedColumns} FROM destroyed_projects WHERE id = ${projectId}`,
    )
  )[0] ?? null

export const issuerRef = (
  project: ProjectRow,
  { SIGNET_BASE_URL }: { readonly SIGNET_BASE_URL: string },
) => ({
  id: project.id,
  issuer: issuerOf(project, SIGNET_BASE_URL),
})
