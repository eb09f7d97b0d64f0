import {
  clearAuthenticator,
  createAccount,
  createPersonalTeam,
  deletePasskeys,
  newLink,
  normalizeKey,
  setActive,
  storeProof,
  unlockAccount,
} from '@signet/accounts'
import { type AuditedTx, type Database, type Executor, sql } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { actors, recordAudit } from '@signet/events'
import { newId } from '@signet/runtime'
import { bumpProject, issuerOf } from '@signet/tenancy'

export interface Recovery {
  readonly email: string
  readonly create?: boolean
  readonly superAdministrator?: boolean
  /** Removes lost passkeys too. */
  readonly forgetAuthenticator?: boolean
  readonly allowPasswords?: boolean
}

/** The message has the reason of a recovery without a change. */
class RecoveryRefused extends Error {
  override name = 'RecoveryRefused'
}

/**
 * Makes an administrator active and unlocked, with a link to choose a password, which ends every sign-in of the account when it is
 * used. Runs in one transaction with its audit entry. @throws RecoveryRefused
 */
export function recoverAdministrator(
  database: Database,
  baseUrl: string,
  recovery: Recovery,
): Promise<{ url: string; expiresAt: Date }> {
  return acrossProjects(database).transaction(async (tx) => {
    const home = await homeOfAdministrators(tx)
    const issuer = issuerOf(home, baseUrl)
    if (!issuer) throw new RecoveryRefused('The project of the administrators has no address.')
    if (!home.passwordLogin && !recovery.allowPasswords)
      throw new RecoveryRefused('Administrators cannot sign in with passwords: add --allow-passwords.')
    const known = await findAccount(tx, home.id, recovery.email)
    if (!known && !recovery.create)
      throw new RecoveryRefused(`There is no administrator ${recovery.email}: add --create to create one.`)
    const account = known ?? { id: newId('account'), email: recovery.email }
    const audited = await recordRecovery(tx, home, account.id, recovery)
    if (!known) await createAdministrator(audited, home.id, account)
    await restoreAccess(audited, home, account.id, recovery)
    const link = newLink(issuer, known ? 'reset' : 'invitation')
    return { url: link.url, expiresAt: await storeProof(tx, { projectId: home.id, ...account }, link) }
  })
}

interface Home {
  readonly id: string
  readonly superTeamId: string
  readonly passwordLogin: boolean
  readonly addressForm: string
  readonly slug: string | null
  readonly host: string | null
}

/** Locks the row of the administrators' project. */
async function homeOfAdministrators(tx: Executor): Promise<Home> {
  const [home] = await tx.rows<Home>(sql`
    SELECT p.id, i.super_team_id AS "superTeamId", p.password_login AS "passwordLogin",
      p.address_form AS "addressForm", p.slug, p.host
    FROM instance i JOIN projects p ON p.id = i.administrators_project_id FOR NO KEY UPDATE OF p`)
  if (!home) throw new RecoveryRefused('The instance is not set up: run db:setup.')
  return home
}

interface Account {
  readonly id: string
  readonly email: string
}

async function findAccount(tx: Executor, projectId: string, email: string): Promise<Account | undefined> {
  const [account] = await tx.rows<Account>(sql`
    SELECT id, COALESCE(email, '') AS email FROM accounts
    WHERE project_id = ${projectId} AND email_key = ${normalizeKey(email)} FOR UPDATE`)
  return account
}

const recordRecovery = (tx: Executor, home: Home, targetId: string, { email, ...asked }: Recovery) =>
  recordAudit(tx, {
    actor: actors.instance(),
    action: 'admin.recovered',
    targetType: 'AdminUser',
    targetId,
    targetScope: 'instance',
    surface: null,
    projectId: home.id,
    detail: { email, ...asked },
  })

async function createAdministrator(tx: AuditedTx, projectId: string, { id, email }: Account): Promise<void> {
  await createAccount(tx, { projectId, id, email })
  await createPersonalTeam(tx, { projectId, accountId: id, email })
}

async function restoreAccess(
  tx: AuditedTx,
  home: Home,
  accountId: string,
  recovery: Recovery,
): Promise<void> {
  await setActive(tx, home.id, accountId, true)
  await unlockAccount(tx, home.id, accountId)
  if (recovery.forgetAuthenticator) {
    await clearAuthenticator(tx, home.id, accountId)
    await deletePasskeys(tx, { projectId: home.id, accountId })
  }
  if (recovery.superAdministrator)
    await tx.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      VALUES (${home.superTeamId}, ${home.id}, ${accountId}, 'owner') ON CONFLICT DO NOTHING`)
  if (!home.passwordLogin) {
    await tx.run(sql`UPDATE projects SET password_login = true WHERE id = ${home.id}`)
    await bumpProject(tx, home.id)
  }
}
