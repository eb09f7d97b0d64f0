import type { Project } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { issuerOf } from '@signet/tenancy'
import type { Administrator } from '../caller.ts'
import { projectRights } from './rights.ts'
import type { ProjectRow } from './row.ts'

/** Accounts are counted where their number is a blocker. */
export async function toProjects(
  executor: Executor,
  rows: readonly ProjectRow[],
  caller: Administrator,
  baseUrl: string,
): Promise<Project[]> {
  const rights = rows.map((row) => ({ row, ...projectRights(caller, row) }))
  const counted = rights.filter(({ blockers }) => blockers.accounts).map(({ row }) => row.id)
  const accounts = counted.length > 0 ? await countAccounts(executor, counted) : new Map<string, number>()
  return rights.map(({ row, can, blockers }) => ({
    ...toMembers(row, baseUrl),
    can,
    blockers: { ...blockers, accounts: blockers.accounts ? (accounts.get(row.id) ?? 0) : null },
  }))
}

export async function toProject(
  executor: Executor,
  row: ProjectRow,
  caller: Administrator,
  baseUrl: string,
): Promise<Project> {
  const [project] = await toProjects(executor, [row], caller, baseUrl)
  return project ?? refuse('not_found')
}

async function countAccounts(
  executor: Executor,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await executor.rows<{ projectId: string; accounts: number }>(sql`
    SELECT project_id AS "projectId", count(*)::int AS accounts FROM accounts
    WHERE project_id = ANY(${projectIds}) GROUP BY project_id`)
  return new Map(rows.map(({ projectId, accounts }) => [projectId, accounts]))
}

function toMembers(row: ProjectRow, baseUrl: string): Omit<Project, 'can' | 'blockers'> {
  const issuer = issuerOf(row, baseUrl)
  return {
    id: row.id,
    name: row.name,
    displayName: row.displayName,
    primaryColor: row.primaryColor,
    language: row.language,
    slug: row.slug,
    host: row.host,
    addressForm: row.addressForm,
    passwordLogin: row.passwordLogin,
    registrationOpen: row.registrationOpen,
    emailVerificationRequired: row.emailVerificationRequired,
    verificationMethod: row.verificationMethod,
    totpRequired: row.totpRequired,
    passkeys: row.passkeys,
    passkeyUserVerification: row.passkeyUserVerification,
    passkeyAuthenticators: row.passkeyAuthenticators,
    declaredClaims: row.declaredClaims,
    teamId: row.teamId,
    ...(row.reserved ? { reserved: row.reserved } : {}),
    issuer,
    discoveryUrl: issuer && `${issuer}/.well-known/openid-configuration`,
    applications: row.applications,
    apis: row.apis,
    hostReached: row.hostReachedAt !== null,
    held: row.held,
    ...(row.deletionScheduledAt && row.purgeAt
      ? {
          deletion: {
            scheduledAt: row.deletionScheduledAt.toISOString(),
            purgeAt: row.purgeAt.toISOString(),
            scheduledBy: row.deletionScheduledBy ?? '',
          },
        }
      : {}),
    plan: row.plan,
    createdAt: row.createdAt.toISOString(),
  }
}
