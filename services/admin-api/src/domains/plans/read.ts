import type { Settings } from '@signet/contracts'
import { type Executor, raw, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { findPlan } from './plan-store.ts'

export { findPlan }

/** Null when plans do not apply. */
export interface Allowance {
  readonly nameSlug: boolean
  readonly projects: { readonly count: number; readonly max: number | null }
  readonly plan: string
}

/** Projects of teams that the administrator owns. */
const ownedProjects = (accountId: string): Sql => sql`
  FROM projects p JOIN team_members m ON m.team_id = p.team_id
  WHERE m.account_id = ${accountId} AND m.role = 'owner' AND NOT p.system`

export async function countOwnedProjects(executor: Executor, accountId: string): Promise<number> {
  const [row] = await executor.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count ${ownedProjects(accountId)}`,
  )
  return row?.count ?? 0
}

/** Null while plans are not enforced, and for super administrators. */
export async function projectAllowance(
  executor: Executor,
  caller: Pick<Administrator, 'accountId' | 'superAdministrator'>,
  settings: Settings,
): Promise<Allowance | null> {
  if (caller.superAdministrator || !settings['plans.enabled']) return null
  const [row] = await executor.rows<{
    nameSlug: boolean
    count: number
    max: number | null
    plan: string
  }>(sql`
    SELECT custom_slug AS "nameSlug", projects_per_administrator AS max, name AS plan,
      (SELECT count(*)::int ${ownedProjects(caller.accountId)}) AS count
    FROM plans WHERE is_default`)
  return row ? { nameSlug: row.nameSlug, projects: { count: row.count, max: row.max }, plan: row.plan } : null
}

/**
 * A project counts for every owner of its team (decision 25). Locks the owners' accounts, so that concurrent creations count each
 * other.
 * @param fromTeam previous team of a moved project, whose owners already count it
 */
export async function refuseProjectLimit(
  tx: Executor,
  caller: Administrator,
  toTeam: string,
  fromTeam: string | null = null,
): Promise<void> {
  const settings = await loadSettings(tx)
  if (caller.superAdministrator || !settings['plans.enabled']) return
  const gaining = await tx.rows<{ accountId: string; superAdministrator: boolean }>(sql`
    SELECT a.id AS "accountId", EXISTS (SELECT 1 FROM team_members s WHERE s.team_id = i.super_team_id
      AND s.account_id = a.id) AS "superAdministrator"
    FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
      JOIN team_members m ON m.account_id = a.id
    WHERE m.team_id = ${toTeam} AND m.role = 'owner' AND NOT EXISTS (
      SELECT 1 FROM team_members o WHERE o.team_id = ${fromTeam} AND o.account_id = a.id AND o.role = 'owner')
    ORDER BY a.id FOR NO KEY UPDATE OF a`)
  for (const owner of gaining) {
    const allowance = await projectAllowance(tx, owner, settings)
    if (!allowance || allowance.projects.max === null) continue
    const { count, max } = allowance.projects
    if (count < max) continue
    const whose = owner.accountId === caller.accountId ? '' : ', which an owner of the team has'
    refuse('plan_limit', {
      detail: `The plan ${allowance.plan} allows an administrator ${max} projects${whose}.`,
      members: { limit: 'projectsPerAdministrator', max, plan: allowance.plan },
    })
  }
}

/** The column and the counted rows. */
const limited = {
  applicationsPerProject: {
    column: raw('applications_per_project'),
    counted: sql`(SELECT count(*)::int FROM clients c WHERE c.project_id = p.id AND NOT c.built_in)`,
    called: 'applications',
  },
  apisPerProject: {
    column: raw('apis_per_project'),
    counted: sql`(SELECT count(*)::int FROM resources r WHERE r.project_id = p.id)`,
    called: 'APIs',
  },
} as const

/**
 * Counts under the lock of the project. Plans do not apply while they are not enforced, to super administrators, or to System projects.
 */
export async function refusePlanLimit(
  tx: Executor,
  caller: Administrator,
  project: ProjectRow,
  limit: keyof typeof limited,
): Promise<void> {
  if (caller.superAdministrator || project.system || !(await loadSettings(tx))['plans.enabled']) return
  const { column, counted, called } = limited[limit]
  const [row] = await tx.rows<{ max: number | null; plan: string; count: number }>(sql`
    SELECT plan.${column} AS max, plan.name AS plan, ${counted} AS count
    FROM projects p JOIN plans plan ON plan.id = p.plan_id WHERE p.id = ${project.id}`)
  if (row && row.max !== null && row.count >= row.max)
    refuse('plan_limit', {
      detail: `The plan ${row.plan} allows ${row.max} ${called} in a project.`,
      members: { limit, max: row.max, plan: row.plan },
    })
}

const features = {
  customSlug: 'does not let the name in an address be chosen',
  enterpriseSignIn: "does not include sign-in and provisioning through an organisation's own provider",
} as const

/** Refuses a feature outside the project's plan, when plans apply. */
export async function projectFeature(
  executor: Executor,
  caller: Administrator,
  project: ProjectRow,
  feature: keyof typeof features,
): Promise<void> {
  if (caller.superAdministrator || project.plan === null) return
  if (!(await loadSettings(executor))['plans.enabled']) return
  if (!project.plan.features[feature])
    refuse('plan_limit', {
      detail: `The plan ${project.plan.name} ${features[feature]}.`,
      members: { limit: feature, plan: project.plan.name },
    })
}
