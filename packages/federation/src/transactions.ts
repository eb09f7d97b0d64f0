import { type Executor, sql } from '@signet/db'
import { digest, mintToken, type Vault } from '@signet/secrets'
import { verifierPlace } from './places.ts'

export const openSeconds = 600
/** Time for which the result of a trial can be read; then its row expires. */
export const trialSeconds = 3_600

/** A pending redirect to a provider and back: a sign-in, a link added by a user, or an administrator's trial. */
export interface Transaction {
  readonly id: string
  readonly purpose: 'sign_in' | 'link' | 'try'
  readonly interactionUid: string | null
  /** Set for a user who adds a link. */
  readonly sessionUid: string | null
  readonly accountId: string | null
  readonly nonce: string
  readonly verifierSealed: string
  /** Issuer at the redirect; null for a transaction older than this column. */
  readonly issuer: string | null
  /** Proven by a trial; null when the trial proves the current credentials. */
  readonly pendingId: string | null
  readonly age: number
  /** Digest of the redirected browser's cookie; null for a trial that has not started. */
  readonly browserDigest: string | null
  readonly answerSealed: string | null
  readonly used: boolean
}

export const transactionColumns = sql`id, purpose, interaction_uid AS "interactionUid",
  session_uid AS "sessionUid", account_id AS "accountId", nonce, issuer, pending_id AS "pendingId",
  GREATEST(0, EXTRACT(EPOCH FROM now() - expires_at) + ${openSeconds})::int AS age, verifier_sealed AS "verifierSealed",
  browser_digest AS "browserDigest", answer_sealed AS "answerSealed", used_at IS NOT NULL AS used`

export const inTime = sql`expires_at > now() + CASE purpose WHEN 'try' THEN make_interval(secs => ${trialSeconds - openSeconds}::int) ELSE interval '0' END`

export type RedirectPurpose =
  | { readonly purpose: 'sign_in'; readonly interactionUid: string }
  | { readonly purpose: 'link'; readonly sessionUid: string; readonly accountId: string }

interface NewTransaction {
  readonly projectId: string
  readonly providerId: string
  readonly issuer: string | null
  readonly redirect: RedirectPurpose
  /** Parameter, returned by the browser. */
  readonly state: string
  /** Cookie, returned by the browser. */
  readonly browser: string
}

const nothing = { interactionUid: null, sessionUid: null, accountId: null }

/** Stored for the browser's return to any replica. */
export async function beginTransaction(
  executor: Executor,
  vault: Vault,
  { projectId, providerId, issuer, redirect, state, browser }: NewTransaction,
): Promise<{ readonly nonce: string; readonly verifier: string }> {
  const id = digest(state)
  const [nonce, verifier] = [mintToken(), mintToken()]
  const { interactionUid, sessionUid, accountId } = { ...nothing, ...redirect }
  await executor.run(sql`
    INSERT INTO federation_transactions
      (project_id, id, provider_id, purpose, interaction_uid, session_uid, account_id, state_digest, issuer, browser_digest, nonce, verifier_sealed, expires_at)
    VALUES (${projectId}, ${id}, ${providerId}, ${redirect.purpose}, ${interactionUid}, ${sessionUid}, ${accountId}, ${id}, ${issuer}, ${digest(browser)}, ${nonce},
      ${vault.seal(verifier, verifierPlace(projectId, id))}, now() + make_interval(secs => ${openSeconds}::int))`)
  return { nonce, verifier }
}

interface ReturnedBrowser {
  readonly projectId: string
  readonly providerId: string
  readonly state: string
}

/** Null when the transaction expired, never existed, or belongs to another provider. */
export async function findTransaction(
  executor: Executor,
  { projectId, providerId, state }: ReturnedBrowser,
): Promise<Transaction | null> {
  const [row] = await executor.rows<Transaction>(sql`
    SELECT ${transactionColumns} FROM federation_transactions
    WHERE project_id = ${projectId} AND state_digest = ${digest(state)} AND provider_id = ${providerId} AND ${inTime}`)
  return row ?? null
}

/** @returns true once, also for concurrent requests */
export const useTransaction = async (executor: Executor, projectId: string, id: string): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE federation_transactions SET used_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND used_at IS NULL AND ${inTime}`)) === 1

/** Stores the posted response once, until the browser returns with its cookies. */
export const keepAnswer = async (
  executor: Executor,
  projectId: string,
  id: string,
  answerSealed: string,
): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE federation_transactions SET answer_sealed = ${answerSealed}
    WHERE project_id = ${projectId} AND id = ${id} AND used_at IS NULL AND answer_sealed IS NULL`)) === 1
