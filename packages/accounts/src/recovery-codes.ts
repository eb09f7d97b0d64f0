import { randomInt } from 'node:crypto'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { keyedDigest, mintToken, type Vault } from '@signet/secrets'
import { endPendingSignIns } from '@signet/sessions'
import type { Owner } from './authenticators.ts'

const codesOfSet = 10
const groupsOfCode = 3
const charactersOfGroup = 4

/** Crockford's base32, without letters that look like digits: 60 random bits in each code. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code with a separator after each character. */
const longestText = 2 * groupsOfCode * charactersOfGroup

const place = ({ projectId, accountId }: Owner) => sealedPlace('recoveryKey', projectId, accountId)

const rowOf = ({ projectId, accountId }: Owner) =>
  sql`r.project_id = ${projectId} AND r.account_id = ${accountId}`

export interface RecoveryCodes {
  /** The user sees them once. */
  readonly codes: readonly string[]
  readonly keySealed: string
  readonly digests: readonly string[]
}

const newGroup = (): string =>
  Array.from({ length: charactersOfGroup }, () => alphabet[randomInt(alphabet.length)]).join('')

const newCode = (): string => Array.from({ length: groupsOfCode }, newGroup).join('-')

/** Uses a key of their own. The codes are valid once they are stored. */
export function newRecoveryCodes(vault: Vault, owner: Owner): RecoveryCodes {
  const key = mintToken()
  const codes = Array.from({ length: codesOfSet }, newCode)
  return {
    codes,
    keySealed: vault.seal(key, place(owner)),
    digests: codes.map((code) => keyedDigest(key, plainCode(code))),
  }
}

/** Converts to capitals, without separators, and with digits in place of similar letters. */
const plainCode = (text: string): string =>
  text
    .slice(0, longestText)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/**
 * Replaces all earlier codes, and ends the pending sign-ins.
 * @returns false when the account has neither a passkey nor an authenticator, or was revoked since `revocations` was read
 */
export async function replaceRecoveryCodes(
  tx: AuditedTx,
  { projectId, accountId }: Owner,
  { keySealed, digests }: Pick<RecoveryCodes, 'keySealed' | 'digests'>,
  revocations: number,
): Promise<boolean> {
  await tx.run(sql`SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${accountId} FOR UPDATE`)
  const stored = await tx.run(sql`
    INSERT INTO recovery_codes (project_id, account_id, key_sealed, digests)
    SELECT a.project_id, a.id, ${keySealed}, ${[...digests]}::text[] FROM accounts a
    WHERE a.project_id = ${projectId} AND a.id = ${accountId} AND a.active AND a.locked_at IS NULL
      AND a.revocations = ${revocations}::int AND (a.totp_enrolled_at IS NOT NULL OR EXISTS (
        SELECT FROM passkeys k WHERE k.project_id = a.project_id AND k.account_id = a.id))
    ON CONFLICT (project_id, account_id) DO UPDATE
    SET key_sealed = EXCLUDED.key_sealed, digests = EXCLUDED.digests, created_at = EXCLUDED.created_at`)
  if (stored === 0) return false
  await endPendingSignIns(tx, projectId, accountId)
  return true
}

/**
 * The statement decides, so that one of two concurrent uses succeeds.
 * @returns the number of codes left; null for a text that is no unused code of the account
 */
export async function spendRecoveryCode(
  tx: AuditedTx,
  vault: Vault,
  owner: Owner,
  text: string,
): Promise<number | null> {
  const [stored] = await tx.rows<{ keySealed: string }>(
    sql`SELECT r.key_sealed AS "keySealed" FROM recovery_codes r WHERE ${rowOf(owner)}`,
  )
  if (!stored) return null
  const digest = keyedDigest(vault.open(stored.keySealed, place(owner)), plainCode(text))
  const [spent] = await tx.rows<{ left: number }>(sql`
    UPDATE recovery_codes r SET digests = array_remove(r.digests, ${digest}::text)
    WHERE ${rowOf(owner)} AND ${digest}::text = ANY(r.digests) RETURNING cardinality(r.digests) AS left`)
  return spent?.left ?? null
}

/** Unused codes; null when none were generated. */
export async function countRecoveryCodes(executor: Executor, owner: Owner): Promise<number | null> {
  const [row] = await executor.rows<{ left: number }>(
    sql`SELECT cardinality(r.digests) AS left FROM recovery_codes r WHERE ${rowOf(owner)}`,
  )
  return row?.left ?? null
}

/**
 * Ends the pending sign-ins.
 * @returns false when the account has none
 */
export async function deleteRecoveryCodes(tx: AuditedTx, owner: Owner): Promise<boolean> {
  if ((await tx.run(sql`DELETE FROM recovery_codes r WHERE ${rowOf(owner)}`)) === 0) return false
  await endPendingSignIns(tx, owner.projectId, owner.accountId)
  return true
}

/**
 * Deletes the codes of an account without passkey and authenticator, so that they do not stand for a second factor that is added later.
 * Every statement that removes one is followed by this one.
 */
export const deleteUnusedRecoveryCodes = (tx: AuditedTx, owner: Owner): Promise<number> =>
  tx.run(sql`
    DELETE FROM recovery_codes r USING accounts a
    WHERE ${rowOf(owner)} AND a.project_id = r.project_id AND a.id = r.account_id AND a.totp_enrolled_at IS NULL
      AND NOT EXISTS (SELECT FROM passkeys k WHERE k.project_id = a.project_id AND k.account_id = a.id)`)
