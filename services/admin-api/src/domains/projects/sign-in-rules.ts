import { isDeepStrictEqual } from 'node:util'
import type { AuthenticatorModels } from '@signet/accounts/authenticator-models'
import type { InputOf, Operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import {
  countSuperAdministrators,
  hasMethod,
  lossOf,
  readProjectAccess,
  withoutPasswords,
  withPasskeys,
} from '@signet/federation'
import { refuse, refuseValue } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import type { Administrator } from '../../caller.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { mailConfigured } from '../mail/read.ts'

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
  'passkeys',
  'passkeyUserVerification',
  'passkeyAuthenticators',
  'declaredClaims',
] as const

export type ProjectFields = Pick<ProjectRow, (typeof fields)[number]>
type Input = Pick<InputOf<Operations['project_update']>, (typeof fields)[number]>

export function changedFields(project: ProjectRow, input: Input): Partial<ProjectFields> {
  const { passkeyAuthenticators: listed } = input
  const stored = { ...input, ...(listed ? { passkeyAuthenticators: toAaguids(listed) } : {}) }
  return Object.fromEntries(
    fields
      .filter((name) => stored[name] !== undefined && !isDeepStrictEqual(stored[name], project[name]))
      .map((name) => [name, stored[name]]),
  )
}

/** Stored form: lower case, each once. */
const toAaguids = (listed: readonly string[]): string[] =>
  [...new Set(listed.map((aaguid) => aaguid.toLowerCase()))].toSorted()

/**
 * Checks rules that a confirmation cannot override (concepts.md, "Authentication" and "Project"). Runs before the audit entry and again
 * under the lock of the project.
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
  if (changes.passwordLogin === false && !hasMethod((await readWithoutPasswords(executor, project)).methods))
    refuse('password_login_required')
}

/**
 * Passkeys of a listed authenticator need an entry in the metadata that permits its registration. A list that only loses entries needs
 * no metadata.
 */
export async function checkAuthenticators(
  models: AuthenticatorModels,
  project: ProjectRow,
  { passkeyAuthenticators: listed = [] }: Partial<ProjectFields>,
): Promise<void> {
  const added = listed.filter((aaguid) => !project.passkeyAuthenticators.includes(aaguid))
  if (added.length === 0) return
  const metadata = await models.read()
  if (typeof metadata === 'string') refuse('authenticator_metadata_missing')
  for (const aaguid of added) {
    const model = metadata.models.get(aaguid)
    if (!model) refuseValue('passkeyAuthenticators', `has ${aaguid}, which the metadata does not list`)
    if (model.isCompromised)
      refuseValue('passkeyAuthenticators', `has ${model.name}, which the metadata reports as compromised`)
    if (model.anchors.length === 0)
      refuseValue('passkeyAuthenticators', `has ${model.name}, which cannot prove its model`)
  }
}

async function checkAdministrators(
  executor: Executor,
  caller: Administrator,
  after: ProjectRow,
  changes: Partial<ProjectFields>,
): Promise<void> {
  if (after.registrationOpen && !after.emailVerificationRequired) refuse('administrators_sign_up_unverified')
  if (changes.emailVerificationRequired && !(await ownAddressVerified(executor, caller)))
    refuse('own_address_unverified')
  if (changes.passkeys && (await endsPasskeysOf(executor, after, changes.passkeys)))
    refuse('administrators_locked_out')
  if (changes.passwordLogin !== false) return
  const throughProvider = caller.via.credential === 'console' && caller.via.providerId !== null
  if (!throughProvider || countSuperAdministrators(await readWithoutPasswords(executor, after)) === 0)
    refuse('administrators_locked_out')
}

/** True when the rule ends the last sign-in method of the super administrators. */
async function endsPasskeysOf(executor: Executor, { id }: ProjectRow, rule: ProjectRow['passkeys']) {
  const access = await readProjectAccess(executor, await loadSettings(executor), id)
  return lossOf(access, withPasskeys(access.methods, rule)).locksOutAdministrators
}

async function readWithoutPasswords(executor: Executor, { id }: Pick<ProjectRow, 'id'>) {
  const access = await readProjectAccess(executor, await loadSettings(executor), id)
  return { ...access, methods: withoutPasswords(access.methods) }
}

const ownAddressVerified = (executor: Executor, { accountId }: Administrator): Promise<boolean> =>
  exists(
    executor,
    sql`SELECT 1 FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
        WHERE a.id = ${accountId} AND a.email_verified`,
  )

const exists = async (executor: Executor, query: ReturnType<typeof sql>): Promise<boolean> =>
  (await executor.rows<object>(query)).length > 0
