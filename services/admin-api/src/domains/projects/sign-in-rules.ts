import type { InputOf, Operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { isWayIn, providersAreWaysIn } from '@signet/federation'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { mailConfigured } from '../mail/read.ts'

/** What an update may set: names, and how people sign in. */
const fields = [
  'name',
  'displayName',
  'primaryColor',
  'language',
  'passwordLogin',
  'registrationOpen',
  'emailVerificationRequired',
  'verificationMethod',
  'totpRequired',
] as const

export type ProjectFields = Pick<ProjectRow, (typeof fields)[number]>
type Input = Pick<InputOf<Operations['project_update']>, (typeof fields)[number]>

/** The fields that the input changes; a value that stands already is no change. */
export const changedFields = (project: ProjectRow, input: Input): Partial<ProjectFields> =>
  Object.fromEntries(
    fields
      .filter((name) => input[name] !== undefined && input[name] !== project[name])
      .map((name) => [name, input[name]]),
  )

/**
 * Rules that no confirmation lifts (concepts.md, "Authentication" 4 and "Project"). They are asked before the audit
 * entry and again under the lock of the project's row.
 */
export async function checkSignIn(
  executor: Executor,
  caller: Administrator,
  project: ProjectRow,
  changes: Partial<ProjectFields>,
): Promise<void> {
  const after = { ...project, ...changes }
  if (changes.emailVerificationRequired && !(await mailConfigured(executor))) refuse('mail_not_configured')
  if (project.reserved === 'administrators') await checkAdministrators(executor, caller, after, changes)
  if (changes.passwordLogin === false && !(await hasUsableProvider(executor, project)))
    refuse('password_login_required')
}

async function checkAdministrators(
  executor: Executor,
  caller: Administrator,
  after: ProjectFields,
  changes: Partial<ProjectFields>,
): Promise<void> {
  if (after.registrationOpen && !after.emailVerificationRequired) refuse('administrators_sign_up_unverified')
  if (changes.emailVerificationRequired && !(await ownAddressVerified(executor, caller)))
    refuse('own_address_unverified')
  if (changes.passwordLogin !== false) return
  const throughProvider = caller.via.credential === 'console' && caller.via.providerId !== null
  if (!throughProvider || !(await superAdministratorStays(executor))) refuse('administrators_locked_out')
}

async function hasUsableProvider(executor: Executor, { id }: ProjectRow): Promise<boolean> {
  if (!providersAreWaysIn(await loadSettings(executor))) return false
  return exists(executor, sql`SELECT 1 FROM identity_providers WHERE project_id = ${id} AND enabled LIMIT 1`)
}

const ownAddressVerified = (executor: Executor, { accountId }: Administrator): Promise<boolean> =>
  exists(
    executor,
    sql`SELECT 1 FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
        WHERE a.id = ${accountId} AND a.email_verified`,
  )

/** A super administrator who can sign in through an enabled provider of the administrators' project. */
const superAdministratorStays = async (executor: Executor): Promise<boolean> =>
  exists(
    executor,
    sql`SELECT 1 FROM instance i JOIN team_members m ON m.team_id = i.super_team_id
        JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = m.account_id
        JOIN identities d ON d.project_id = a.project_id AND d.account_id = a.id
        JOIN identity_providers p ON p.project_id = d.project_id AND p.id = d.provider_id
        WHERE a.active AND a.locked_at IS NULL AND ${isWayIn(await loadSettings(executor))} LIMIT 1`,
  )

const exists = async (executor: Executor, query: ReturnType<typeof sql>): Promise<boolean> =>
  (await executor.rows<object>(query)).length > 0
