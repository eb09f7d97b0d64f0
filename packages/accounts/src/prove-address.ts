import { type AuditedTx, type Sql, sql } from '@signet/db'
import { endAccount, endIssued, type IssuerRef } from '@signet/sessions'
import { deleteProofs } from './stored-proofs.ts'

export interface Presented {
  /** Equals `SignInState.passwordSetAt`. */
  readonly passwordSetAt?: string | null | undefined
  readonly authenticator?: boolean | undefined
  readonly passkeys?: readonly string[] | undefined
  readonly identity?:
    | { readonly providerId: string; readonly issuer: string; readonly subject: string }
    | undefined
}

/** Removed because their creator had not proven the address. */
export interface RemovedCredentials {
  readonly password: boolean
  readonly authenticator: boolean
  readonly identities: number
  readonly passkeys: number
  readonly recoveryCodes: boolean
}

/**
 * An attacker may have created the account (`accounts a`) and wait for the owner of the address (pre-hijacking). A directory decides
 * who owns the accounts it manages.
 */
export const isUnproven: Sql = sql`(NOT a.email_verified AND a.email IS NOT NULL AND a.connection_id IS NULL)`

/**
 * If the address was never proven before, removes password, authenticator, passkeys, provider links, sessions, grants and tokens,
 * except the presented credentials and a password that an administrator set; and all recovery codes, because one presented code proves
 * nothing about the others. Locks the account row.
 * @returns null without a change when the address was proven before
 */
export async function giveToOwner(
  tx: AuditedTx,
  project: IssuerRef,
  accountId: string,
  presented: Presented = {},
): Promise<RemovedCredentials | null> {
  const account = sql`a.project_id = ${project.id} AND a.id = ${accountId}`
  await tx.rows<object>(sql`SELECT 1 FROM accounts a WHERE ${account} FOR UPDATE`)
  const [unproven] = await tx.rows<{ password: boolean; authenticator: boolean }>(sql`
    SELECT a.password_hash IS NOT NULL AND NOT a.password_given
        AND extract(epoch FROM a.password_set_at)::text IS DISTINCT FROM COALESCE(${presented.passwordSetAt ?? null}::text, 'none') AS password,
      num_nonnulls(a.totp_sealed, a.totp_enrolled_at) > 0 AND NOT ${presented.authenticator ?? false}::boolean AS authenticator
    FROM accounts a WHERE ${account} AND ${isUnproven}`)
  if (!unproven) return null
  const { password, authenticator } = unproven
  await tx.run(sql`
    UPDATE accounts a SET updated_at = now(),
      password_hash = CASE WHEN ${password}::boolean THEN NULL ELSE a.password_hash END,
      password_set_at = CASE WHEN ${password}::boolean THEN NULL ELSE a.password_set_at END,
      totp_sealed = CASE WHEN ${authenticator}::boolean THEN NULL ELSE a.totp_sealed END,
      totp_enrolled_at = CASE WHEN ${authenticator}::boolean THEN NULL ELSE a.totp_enrolled_at END,
      totp_last_step = CASE WHEN ${authenticator}::boolean THEN NULL ELSE a.totp_last_step END
    WHERE ${account}`)
  const identities = await removeIdentities(tx, project.id, accountId, presented)
  const passkeys = await removePasskeys(tx, project.id, accountId, presented)
  const recoveryCodes = await removeRecoveryCodes(tx, project.id, accountId)
  // A pending sign-in continues when its presented credentials are kept.
  await (isAnyKept(presented) ? endIssued : endAccount)(tx, project, accountId)
  return { password, authenticator, identities, passkeys, recoveryCodes }
}

const isAnyKept = ({ passwordSetAt, identity, passkeys = [] }: Presented): boolean =>
  Boolean(passwordSetAt ?? identity ?? passkeys[0])

const removeIdentities = (
  tx: AuditedTx,
  projectId: string,
  accountId: string,
  { identity }: Presented,
): Promise<number> => {
  const kept = identity
    ? sql`d.provider_id = ${identity.providerId} AND d.issuer = ${identity.issuer} AND d.subject = ${identity.subject}`
    : sql`false`
  return tx.run(sql`
    DELETE FROM identities d WHERE d.project_id = ${projectId} AND d.account_id = ${accountId} AND NOT (${kept})`)
}

const removePasskeys = (
  tx: AuditedTx,
  projectId: string,
  accountId: string,
  { passkeys = [] }: Presented,
): Promise<number> =>
  tx.run(sql`
    DELETE FROM passkeys WHERE project_id = ${projectId} AND account_id = ${accountId} AND id <> ALL(${[...passkeys]}::text[])`)

const removeRecoveryCodes = async (tx: AuditedTx, projectId: string, accountId: string): Promise<boolean> =>
  (await tx.run(
    sql`DELETE FROM recovery_codes WHERE project_id = ${projectId} AND account_id = ${accountId}`,
  )) === 1

/** Gives the account to the owner first, and deletes pending verifications. */
export async function proveAddress(
  tx: AuditedTx,
  project: IssuerRef,
  accountId: string,
  presented: Presented = {},
): Promise<RemovedCredentials | null> {
  const removed = await giveToOwner(tx, project, accountId, presented)
  await tx.run(sql`
    UPDATE accounts SET email_verified = true, updated_at = now() WHERE project_id = ${project.id} AND id = ${accountId}`)
  await deleteProofs(tx, project.id, accountId, ['verification'])
  return removed
}
