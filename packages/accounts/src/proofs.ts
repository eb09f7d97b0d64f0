import { randomInt } from 'node:crypto'
import { limits } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { digest, mintToken, type PasswordHasher } from '@signet/secrets'
import { endAccount } from '@signet/sessions'
import { setPassword } from './accounts.ts'
import { proveAddress, type RemovedCredentials } from './prove-address.ts'
import { deleteProofs, type ProofPurpose, passwordProofs } from './stored-proofs.ts'

/** Seconds a link works. */
const linkSeconds: Record<ProofPurpose, number> = {
  invitation: limits.invitationDays * 86_400,
  reset: 3_600,
  verification: 86_400,
}

/** A code is short, so it works briefly and for few tries (T18). */
const codeSeconds = 600
const codeDigits = 8
const codeTries = 5

interface StoredProof {
  /** Primary key: of a link the digest of its token. */
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

/** The link is built from the stored issuer alone (T17, T22); its token exists nowhere else. */
export function newLink(issuer: string, purpose: ProofPurpose): LinkProof {
  const token = mintToken()
  const url = `${issuer}/account/${purpose}?token=${token}`
  return { id: digest(token), purpose, seconds: linkSeconds[purpose], codeHash: null, url }
}

/** A short code for an address, hashed like a password because it could be guessed. */
export async function newCode(passwords: PasswordHasher): Promise<CodeProof> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const codeHash = await passwords.hash(code)
  return { id: digest(mintToken()), purpose: 'verification', seconds: codeSeconds, codeHash, code }
}

/** Of two changes of an account's proofs at once, one follows the other. */
const lockOwner = (projectId: string, accountId: string) =>
  sql`SELECT 1 FROM accounts WHERE project_id = ${projectId} AND id = ${accountId} FOR UPDATE`

/** Keeps the proof of an address; an earlier one of its kind stops working. Answers when this one will. */
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
  if (!row) throw new Error('The proof was not kept.')
  return row.expiresAt
}

/** Takes back a proof whose message certainly did not leave. */
export const withdrawProof = (tx: Executor, projectId: string, { id }: { readonly id: string }) =>
  tx.run(sql`DELETE FROM account_tokens WHERE project_id = ${projectId} AND id = ${id}`)

export interface ProvenAccount {
  readonly accountId: string
  readonly email: string
}

/**
 * A link stands while it has not run out, was sent to the address the account has now, and, where it sets a password,
 * the account may sign in.
 */
const validProof = (projectId: string, token: string, purpose: ProofPurpose) => sql`
  t.project_id = ${projectId} AND t.id = ${digest(token)} AND t.purpose = ${purpose} AND t.code_hash IS NULL
  AND t.expires_at > now() AND a.project_id = t.project_id AND a.id = t.account_id AND a.email = t.address
  AND (t.purpose = 'verification' OR (a.active AND a.locked_at IS NULL))`

/** Whose link it is, without using it: opening a page proves nothing (T17). */
export async function readLink(
  executor: Executor,
  projectId: string,
  token: string,
  purpose: ProofPurpose,
): Promise<ProvenAccount | null> {
  const [row] = await executor.rows<ProvenAccount>(sql`
    SELECT t.account_id AS "accountId", a.email FROM account_tokens t, accounts a
    WHERE ${validProof(projectId, token, purpose)}`)
  return row ?? null
}

/**
 * Uses a link up: of two at once, one deletes the row and the other finds none (T08). The account is locked first, as
 * whoever changes its address or ends it does, and is looked at as it is then.
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
    RETURNING t.account_id AS "accountId", a.email`)
  return row ?? null
}

/** Reserves one try of the code before it is looked at; null when none is left, or no code is awaited. */
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

/** Whether a verification message of this method was sent that can still be answered. */
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

/**
 * Sets a password that was chosen through a link that reached the address. Proves the address, deletes every other proof
 * and ends every sign-in with the old password.
 */
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
