import { limits } from '@signet/contracts'
import { type AuditedTx, type Executor, raw, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { mintToken } from '@signet/secrets'
import { endPendingSignIns } from '@signet/sessions'
import type { Owner } from './authenticators.ts'
import { deleteUnusedRecoveryCodes } from './recovery-codes.ts'
import type { SignInState } from './sign-in.ts'

export interface Passkey {
  readonly id: string
  readonly credentialId: string
  readonly name: string
  readonly rpId: string
  readonly synced: boolean
  /** False until the first use of an imported passkey whose system stored no flags. */
  readonly flagsKnown: boolean
  readonly transports: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const columns = raw(
  `k.id, k.credential_id AS "credentialId", k.name, k.rp_id AS "rpId", k.synced, k.flags_known AS "flagsKnown", k.transports, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt"`,
)

export const readPasskeys = (executor: Executor, { projectId, accountId }: Owner): Promise<Passkey[]> =>
  executor.rows<Passkey>(sql`
    SELECT ${columns} FROM passkeys k WHERE k.project_id = ${projectId} AND k.account_id = ${accountId}
    ORDER BY k.created_at, k.id`)

export interface StoredPasskey extends Passkey {
  readonly publicKey: string
  readonly backedUp: boolean
  readonly counter: number
  readonly handle: string
  readonly account: Pick<SignInState, 'id' | 'passwordSetAt' | 'revocations'> & {
    readonly active: boolean
    readonly locked: boolean
  }
}

/** Searches this project only; other projects may have the same host. */
export async function findPasskey(
  executor: Executor,
  projectId: string,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const [row] = await executor.rows<StoredPasskey>(sql`
    SELECT ${columns}, k.public_key AS "publicKey", k.backed_up AS "backedUp", k.counter::float8 AS counter, u.handle,
      jsonb_build_object('id', a.id, 'revocations', a.revocations, 'active', a.active, 'locked', a.locked_at IS NOT NULL,
        'passwordSetAt', extract(epoch FROM a.password_set_at)::text) AS account
    FROM passkeys k
    JOIN accounts a ON a.project_id = k.project_id AND a.id = k.account_id
    JOIN passkey_users u ON u.project_id = k.project_id AND u.account_id = k.account_id
    WHERE k.project_id = ${projectId} AND k.credential_id = ${credentialId}`)
  return row
}

/** Creates the handle with the first passkey. */
export async function userHandle(executor: Executor, { projectId, accountId }: Owner): Promise<string> {
  const [row] = await executor.rows<{ handle: string }>(sql`
    INSERT INTO passkey_users AS u (project_id, account_id, handle) VALUES (${projectId}, ${accountId}, ${mintToken()})
    ON CONFLICT (project_id, account_id) DO UPDATE SET handle = u.handle RETURNING handle`)
  if (!row) throw new Error('The user handle was not stored.')
  return row.handle
}

export const noteOffer = (executor: Executor, { projectId, accountId }: Owner): Promise<number> =>
  executor.run(sql`
    INSERT INTO passkey_users AS u (project_id, account_id, handle, asked_at)
    VALUES (${projectId}, ${accountId}, ${mintToken()}, now())
    ON CONFLICT (project_id, account_id) DO UPDATE SET asked_at = EXCLUDED.asked_at`)

export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly rpId: string
  readonly counter: number
  readonly aaguid: string
  readonly transports: readonly string[]
  readonly synced: boolean
  readonly backedUp: boolean
  readonly name: string
}

/**
 * @returns undefined when the project has the credential already, when the account has the most passkeys, or when it
 * was revoked since `revocations` was read
 */
export async function addPasskey(
  tx: AuditedTx,
  { projectId, accountId }: Owner,
  passkey: NewPasskey,
  revocations: number,
): Promise<string | undefined> {
  await tx.rows<object>(
    sql`SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${accountId} FOR UPDATE`,
  )
  const { credentialId, publicKey, rpId, counter, aaguid, transports, synced, backedUp, name } = passkey
  const [row] = await tx.rows<{ id: string }>(sql`
    INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, counter, aaguid, transports,
      synced, backed_up, name)
    SELECT a.project_id, ${newId('passkey')}, a.id, ${credentialId}, ${publicKey}, ${rpId}, ${counter}::bigint, ${aaguid},
      ${[...transports]}::text[], ${synced}::boolean, ${backedUp}::boolean, ${name}
    FROM accounts a
    WHERE a.project_id = ${projectId} AND a.id = ${accountId} AND a.active AND a.locked_at IS NULL
      AND a.revocations = ${revocations}::int
      AND (SELECT count(*) FROM passkeys k WHERE k.project_id = a.project_id AND k.account_id = a.id) < ${limits.passkeysOfUser}::int
    ON CONFLICT (project_id, credential_id) DO NOTHING RETURNING id`)
  return row?.id
}

interface Use {
  readonly counter: number
  readonly synced: boolean
  readonly backedUp: boolean
}

/**
 * @returns false when the counter did not increase, also in comparison with a concurrent assertion: the credential
 * may have been cloned (WebAuthn 3, 7.2)
 */
export const usePasskey = async (
  executor: Executor,
  projectId: string,
  id: string,
  { counter, synced, backedUp }: Use,
): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE passkeys SET counter = ${counter}::bigint, synced = ${synced}::boolean, backed_up = ${backedUp}::boolean,
      flags_known = true, last_used_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND (counter < ${counter}::bigint OR counter = 0 AND ${counter}::bigint = 0)`)) ===
  1

export const renamePasskey = async (
  tx: AuditedTx,
  { projectId, accountId }: Owner,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
): Promise<boolean> =>
  (await tx.run(sql`
    UPDATE passkeys SET name = ${name}
    WHERE project_id = ${projectId} AND account_id = ${accountId} AND id = ${id} AND name <> ${name}`)) === 1

/** Helps an administrator who lost the passkeys. Ends the pending sign-ins. */
export async function deletePasskeys(tx: AuditedTx, owner: Owner): Promise<void> {
  const { projectId, accountId } = owner
  await tx.run(sql`DELETE FROM passkeys WHERE project_id = ${projectId} AND account_id = ${accountId}`)
  await deleteUnusedRecoveryCodes(tx, owner)
  await endPendingSignIns(tx, projectId, accountId)
}

/**
 * Ends the pending sign-ins.
 * @returns false when the account has no such passkey
 */
export async function deletePasskey(tx: AuditedTx, owner: Owner, id: string): Promise<boolean> {
  const { projectId, accountId } = owner
  const deleted = await tx.run(sql`
    DELETE FROM passkeys WHERE project_id = ${projectId} AND account_id = ${accountId} AND id = ${id}`)
  if (deleted === 0) return false
  await deleteUnusedRecoveryCodes(tx, owner)
  await endPendingSignIns(tx, projectId, accountId)
  return true
}
