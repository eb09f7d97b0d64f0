import { type Executor, sql } from '@signet/db'
import { digest, mintToken, type Vault } from '@signet/secrets'
import { verifierPlace } from './places.ts'
import { inTime, type Transaction, transactionColumns, trialSeconds } from './transactions.ts'

/**
 * An administrator's trial sign-in through a provider (`federation_provider_try`). Who holds its reference reads how it
 * went; nobody is signed in and nothing but its result is kept. The administration begins it, and the authorization
 * server, which is at the project's address, sends the browser to the provider and records the result.
 */

interface TrialRef {
  readonly projectId: string
  readonly providerId: string
  readonly tryRef: string
}

/** The result as it is kept, without anything that the provider gave to hold (tokens). */
export type TrialResult =
  | { readonly claims: Readonly<Record<string, unknown>>; readonly appliedFields?: readonly string[] }
  | { readonly problem: string }

/** A fresh reference: 256 random bits, of which the database keeps the digest. */
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

/** Where the person who tries goes: a page of the project's address, which leads to the provider. */
export const tryUrl = (issuer: string, providerId: string, tryRef: string): string =>
  `${issuer}/federation/${encodeURIComponent(providerId)}/try?ref=${encodeURIComponent(tryRef)}`

export interface TrialRecord {
  readonly result: TrialResult | null
  /** Nobody came back from the provider in time. */
  readonly lapsed: boolean
}

/** How the trial stands; null when there is no such trial of the provider. */
export async function readTrial(
  executor: Executor,
  { projectId, providerId, tryRef }: TrialRef,
): Promise<TrialRecord | null> {
  const [row] = await executor.rows<TrialRecord>(sql`
    SELECT result, NOT (${inTime}) AS lapsed FROM federation_transactions
    WHERE project_id = ${projectId} AND id = ${digest(tryRef)} AND provider_id = ${providerId} AND purpose = 'try'`)
  return row ?? null
}

interface Leaving {
  /** Issuer of the provider, with the values that the trial proves. */
  readonly issuer: string | null
  /** The pending change that the trial proves. */
  readonly pendingId: string | null
  readonly state: string
  readonly browser: string
}

/** Opens the trial for a browser, which comes back with `state`; null when it is over or never was. */
export async function startTrial(
  tx: Executor,
  { projectId, providerId, tryRef }: TrialRef,
  { issuer, pendingId, state, browser }: Leaving,
): Promise<Transaction | null> {
  const [row] = await tx.rows<Transaction>(sql`
    UPDATE federation_transactions SET state_digest = ${digest(state)}, issuer = ${issuer}, pending_id = ${pendingId}, browser_digest = ${digest(browser)}
    WHERE project_id = ${projectId} AND id = ${digest(tryRef)} AND provider_id = ${providerId} AND purpose = 'try'
      AND used_at IS NULL AND ${inTime}
    RETURNING ${transactionColumns}`)
  return row ?? null
}

/** Keeps how a trial went, once; answers whether this was the first. */
export const recordTrial = async (
  tx: Executor,
  projectId: string,
  id: string,
  result: TrialResult,
): Promise<boolean> =>
  (await tx.run(sql`
    UPDATE federation_transactions SET result = ${JSON.stringify(result)}::jsonb, used_at = COALESCE(used_at, now())
    WHERE project_id = ${projectId} AND id = ${id} AND purpose = 'try' AND result IS NULL`)) === 1
