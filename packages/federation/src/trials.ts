import { type Executor, sql } from '@signet/db'
import { digest, mintToken, type Vault } from '@signet/secrets'
import { verifierPlace } from './places.ts'
import { inTime, type Transaction, transactionColumns, trialSeconds } from './transactions.ts'

/**
 * The reference of an administrator's trial sign-in (`federation_provider_try`) grants access to its result; no session is created and
 * only the result is stored. The administration API begins the trial; the authorization server, at the project's address, redirects the
 * browser to the provider and records the result.
 */

interface TrialRef {
  readonly projectId: string
  readonly providerId: string
  readonly tryRef: string
}

/** Contains no tokens of the provider. */
export type TrialResult =
  | { readonly claims: Readonly<Record<string, unknown>>; readonly appliedFields?: readonly string[] }
  | { readonly problem: string }

/** 256 random bits, whose digest is stored. */
export const newTryRef = (): string => mintToken('try_')

export async function beginTrial(
  tx: Executor,
  vault: Vault,
  { projectId, providerId, tryRef }: TrialRef,
): Promise<void> {
  const id = digest(tryRef)
  const verifier = vault.seal(mintToken(), verifierPlace(projectId, id))
  await tx.run(sql`
    INSERT INTO federation_transactions (project_id, id, provider_id, purpose, state_digest, nonce, verifier_sealed, expires_at)
    VALUES (${projectId}, ${id}, ${providerId}, 'try', ${digest(mintToken())}, ${mintToken()}, ${verifier},
      now() + make_interval(secs => ${trialSeconds}::int))`)
}

export const tryUrl = (issuer: string, providerId: string, tryRef: string): string =>
  `${issuer}/federation/${encodeURIComponent(providerId)}/try?ref=${encodeURIComponent(tryRef)}`

export interface TrialRecord {
  readonly result: TrialResult | null
  /** The browser did not return in time. */
  readonly lapsed: boolean
}

/** Null when the provider has no such trial. */
export async function readTrial(
  executor: Executor,
  { projectId, providerId, tryRef }: TrialRef,
): Promise<TrialRecord | null> {
  const [row] = await executor.rows<TrialRecord>(sql`
    SELECT result, NOT (${inTime}) AS lapsed FROM federation_transactions
    WHERE project_id = ${projectId} AND id = ${digest(tryRef)} AND provider_id = ${providerId} AND purpose = 'try'`)
  return row ?? null
}

interface TrialStart {
  readonly issuer: string | null
  readonly pendingId: string | null
  readonly state: string
  readonly browser: string
}

/** The browser returns with `state`; null when the trial expired or never existed. */
export async function startTrial(
  tx: Executor,
  { projectId, providerId, tryRef }: TrialRef,
  { issuer, pendingId, state, browser }: TrialStart,
): Promise<Transaction | null> {
  const [row] = await tx.rows<Transaction>(sql`
    UPDATE federation_transactions SET state_digest = ${digest(state)}, issuer = ${issuer}, pending_id = ${pendingId}, browser_digest = ${digest(browser)}
    WHERE project_id = ${projectId} AND id = ${digest(tryRef)} AND provider_id = ${providerId} AND purpose = 'try'
      AND used_at IS NULL AND ${inTime}
    RETURNING ${transactionColumns}`)
  return row ?? null
}

/** @returns true for the first result, which is the only stored one */
export const recordTrial = async (
  tx: Executor,
  projectId: string,
  id: string,
  result: TrialResult,
): Promise<boolean> =>
  (await tx.run(sql`
    UPDATE federation_transactions SET result = ${JSON.stringify(result)}::jsonb, used_at = COALESCE(used_at, now())
    WHERE project_id = ${projectId} AND id = ${id} AND purpose = 'try' AND result IS NULL`)) === 1
