import { randomInt } from 'node:crypto'
import { limits } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { digest, mintToken, type PasswordHasher } from '@signet/secrets'
import { endAccount } from '@signet/sessions'
import { setPassword } from './accounts.ts'
import { proveAddress, type RemovedCredentials } from './prove-address.ts'
import { deleteProofs, type ProofPurpose, passwordProofs } from './stored-proofs.ts'

const linkSeconds: Record<ProofPurpose, number> = {
  address: 3_600,
  invitation: limits.invitationDays * 86_400,
  passkey: limits.invitationDays * 86_400,
  reset: 3_600,
  verification: 86_400,
}

/** A code is short, so its lifetime and its number of tries are small. */
const codeSeconds = 600
const codeDigits = 8
const codeTries = 5

interface StoredProof {
  /** Primary key; for a link the digest of its token. */
  readonly id: string
  readonly purpose: ProofPurpose
  readonly seconds: number
  readonly codeHash: string | null
}

export interface LinkProof extends StoredProof {
  readonly url: string
}

export interface CodeProof extends StoredProof {
  readonly purpose: 'verification'
  readonly code: string
}

/** Uses the stored issuer, never the request's host. The token is stored only as a digest. */
export function newLink(issuer: string, purpose: ProofPurpose): LinkProof {
  const token = mintToken()
  const url = `${issuer}/account/${purpose}?token=${token}`
  return { id: digest(token), purpose, seconds: linkSeconds[purpose], codeHash: null, url }
}

/** Hashed like a password because it could be guessed. */
export async function newCode(passwords: PasswordHasher): Promise<CodeProof> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const codeHash = await passwords.hash(code)
  return { id: digest(mintToken()), purpose: 'verification', seconds: codeSeconds, codeHash, code }
}

/** Serializes concurrent changes of an account's proofs. */
const lockOwner = (projectId: string, accountId: string) =>
  sql`SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${accountId} FOR UPDATE`

/**
 * Invalidates an earlier proof of its kind.
 * @returns its expiry
 */
export async function storeProof(
  tx: Executor,
  account: { readonly projectId: string; readonly id: string; readonly email: string },
  { id, purpose, seconds, codeHash }: LinkProof | CodeProof,
): Promise<Date> {
  await tx.run(lockOwner(account.projectId, account.id))
  const superseded = passwordProofs.includes(purpose) ? passwordProofs : [purpose]
  await deleteProofs(tx, account.projectId, account.id, superseded)
  const [row] = await tx.rows<{ expiresAt: Date }>(sql`
    INSERT INTO account_tokens (project_id, id, account_id, purpose, address, code_hash, expires_at)
    VALUES (${account.projectId}, ${id}, ${account.id}, ${purpose}, ${account.email}, ${codeHash}, now() + make_interval(secs => ${seconds}::int))
    RETURNING expires_at AS "expiresAt"`)
  if (!row) throw new Error('The proof was not stored.')
  return row.expiresAt
}

/** Call when the message was certainly not sent. */
export const withdrawProof = (tx: Executor, projectId: string, { id }: { readonly id: string }) =>
  tx.run(sql`DELETE FROM account_tokens WHERE project_id = ${projectId} AND id = ${id}`)

export interface ProvenAccount {
  readonly accountId: string
  readonly email: string
}

/**
 * Requires that the link has not expired, was sent to the account's current address, and, if it adds a sign-in method, that the account
 * may sign in. A link to a new address is valid for an account that no directory manages.
 */
const validProof = (projectId: string, token: string, purpose: ProofPurpose) => sql`
  t.project_id = ${projectId} AND t.id = ${digest(token)} AND t.purpose = ${purpose} AND t.code_hash IS NULL
  AND t.expires_at > now() AND a.project_id = t.project_id AND a.id = t.account_id
  AND (a.email = t.address OR (t.purpose = 'address' AND a.connection_id IS NULL))
  AND (t.purpose = 'verification' OR (a.active AND a.locked_at IS NULL))`

/** Opening the page must not redeem the link. */
export async function readLink(
  executor: Executor,
  projectId: string,
  token: string,
  purpose: ProofPurpose,
): Promise<ProvenAccount | null> {
  const [row] = await executor.rows<ProvenAccount>(sql`
    SELECT t.account_id AS "accountId", t.address AS email FROM account_tokens t, accounts a
    WHERE ${validProof(projectId, token, purpose)}`)
  return row ?? null
}

/**
 * Deletes the row, so that one of two concurrent requests succeeds. Locks the account row first, as changes of its address and its
 * revocation do, and checks its current state.
 */
export async function redeemLink(
  tx: Executor,
  projectId: string,
  token: string,
  purpose: ProofPurpose,
): Promise<ProvenAccount | null> {
  await tx.run(sql`
    SELECT 1 FROM account_tokens t, accounts a WHERE ${validProof(projectId, token, purpose)} FOR UPDATE OF a`)
  const [row] = await tx.rows<ProvenAccount>(sql`
    DELETE FROM account_tokens t USING accounts a WHERE ${validProof(projectId, token, purpose)}
    RETURNING t.account_id AS "accountId", t.address AS email`)
  return row ?? null
}

/** Call before the code is checked. Null without tries left or without a pending code. */
export async function reserveCodeTry(
  executor: Executor,
  projectId: string,
  accountId: string,
): Promise<{ id: string; codeHash: string } | null> {
  const [row] = await executor.rows<{ id: string; codeHash: string }>(sql`
    UPDATE account_tokens t SET attempts = attempts + 1 FROM accounts a
    WHERE t.project_id = ${projectId} AND t.account_id = ${accountId} AND t.purpose = 'verification'
      AND t.code_hash IS NOT NULL AND t.attempts < ${codeTries}::int AND t.expires_at > now()
      AND a.project_id = t.project_id AND a.id = t.account_id AND a.email = t.address
    RETURNING t.id, t.code_hash AS "codeHash"`)
  return row ?? null
}

export async function awaitsVerification(
  executor: Executor,
  projectId: string,
  accountId: string,
  method: 'link' | 'code',
): Promise<boolean> {
  const rows = await executor.rows<object>(sql`
    SELECT 1 FROM account_tokens
    WHERE project_id = ${projectId} AND account_id = ${accountId} AND purpose = 'verification' AND expires_at > now()
      AND (code_hash IS NOT NULL) = ${method === 'code'}::boolean AND attempts < ${codeTries}::int`)
  return rows.length > 0
}

/** Proves the address, deletes every other proof and ends every sign-in with the old password. */
export async function choosePassword(
  tx: AuditedTx,
  project: { readonly id: string; readonly issuer: string | null },
  accountId: string,
  passwordHash: string,
): Promise<RemovedCredentials | null> {
  const removed = await proveAddress(tx, project, accountId)
  await setPassword(tx, project.id, accountId, passwordHash)
  await deleteProofs(tx, project.id, accountId)
  await endAccount(tx, project, accountId)
  return removed
}
