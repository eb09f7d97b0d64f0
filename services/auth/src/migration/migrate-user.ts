import { setTimeout as pause } from 'node:timers/promises'
import { findForSignIn, type SignInAccount } from '@signet/accounts'
import {
  type AskedHook,
  askMigrationHook,
  countMigration,
  type MigrationCounts,
} from '@signet/accounts/migration-hook'
import type { MigratedUser } from '@signet/contracts'
import { isAskable } from '@signet/tenancy'
import type { OptionsContext } from '../core/issuer-context.ts'
import { checkPassword } from '../sign-in/check-password.ts'
import { hashPassword } from '../sign-in/new-password.ts'
import { providerOfLogin } from '../sign-in/providers.ts'
import { createMigrated } from './create-migrated.ts'

/**
 * Time from the check of a password until a refusal, longer than a request of a hook: it shows neither a request nor which names have
 * an account.
 */
const refusalMs = 3_000

interface Entered {
  readonly login: string
  readonly password: string
}

/** Users of a domain with a provider sign in there: no hook. */
function hookFor(context: OptionsContext, login: string): AskedHook | null {
  const { project, issuer } = context
  const { id, migrationHook: url } = project
  if (url === null || project.reserved || !project.passwordLogin || providerOfLogin(context, login))
    return null
  return { projectId: id, issuer, url }
}

/** @param since time of the check */
export async function refuseInEqualTime(
  context: OptionsContext,
  login: string,
  since: number,
): Promise<void> {
  if (hookFor(context, login)) await pause(Math.max(0, since + refusalMs - performance.now()))
}

/**
 * Asks the other system about a name without an account, and creates the account of a known user. Every failure is a wrong password to
 * the user: another response would show that the name has no account.
 * @returns null for a wrong password, `busy` when no hash can be computed now
 */
export async function migrateUser(
  context: OptionsContext,
  entered: Entered,
): Promise<SignInAccount | 'busy' | null> {
  const hook = hookFor(context, entered.login)
  if (!hook || !isAskable({ event: 'sign-in', ...entered })) return null
  const user = await askAbout(context, hook, entered)
  return user && storeUser(context, hook, entered, user)
}

async function askAbout(
  { deps }: OptionsContext,
  hook: AskedHook,
  entered: Entered,
): Promise<MigratedUser | null> {
  const gate = deps.migrationGate
  const question = { ...hook, ...entered }
  if (gate.isRefused(question)) return null
  const leave = gate.enter(hook.projectId)
  if (!leave) return null
  const answer = await askMigrationHook(deps, hook, { event: 'sign-in', ...entered }).finally(leave)
  if (answer.kind === 'user') return answer.user
  const { kind } = answer
  if (kind !== 'failed') gate.remember(question, kind)
  await note(deps, hook, kind === 'failed' ? { failure: answer.reason } : { refused: 1 })
  return null
}

const note = (
  { database, migrationGate }: OptionsContext['deps'],
  hook: AskedHook,
  counts: MigrationCounts,
) => countMigration(database, hook, { ...counts, skipped: migrationGate.takeSkipped(hook.projectId) })

/** A concurrent sign-in may have created the account: it must have the entered password. */
async function storeUser(
  context: OptionsContext,
  hook: AskedHook,
  { login, password }: Entered,
  user: MigratedUser,
): Promise<SignInAccount | 'busy' | null> {
  const { deps, project } = context
  const hashed = await hashPassword(context, password)
  if ('problem' in hashed) return 'busy'
  const created = await createMigrated(context, hook, user, hashed.hash)
  const account = await findForSignIn(deps.database, project.id, login)
  if (created !== null && account?.id === created) {
    await note(deps, hook, { created: 1 })
    return account
  }
  if (!account) await note(deps, hook, { failure: 'Another account has the address or the user name.' })
  const verified = account !== null && (await checkPassword(context, account.passwordHash, password))
  return verified === true ? account : verified || null
}
