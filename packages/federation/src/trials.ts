import { type Executor, sql } from '@signet/db'
import { digest, mintToken, type Vault } from '@signet/secrets'
import { verifierPlace } from './places.ts'

/**
 * An administrator's trial sign-in through a provider (`federation_provider_try`). Who holds its reference reads how it
 * went; nobody is signed in and nothing but its result is kept. The administration begins it, and the authorization
 * server, which is at the project's address, sends the browser to the provider and settles it.
 */

/** How long somebody may take at the provider, and how long the result can be read. */
const openSeconds = 600
const keptSeconds = 3_600

/** A row is kept for longer than its trial is open: `expires_at` is when it is swept. */
const inTime = sql`expires_at > now() + make_interval(secs => ${keptSeconds - openSeconds}::int)`

interface TrialRef {
  readonly projectId: string
  readonly providerId: string
  readonly tryRef: string
}

/** The result as it is kept, without anything that the provider gave to hold (tokens). */
export type TrialResult =
  | { readonly claims: Readonly<Record<string, unknown>> }
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
      now() + make_interval(secs => ${keptSeconds}::int))`)
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

/** What a sign-in under way needs at the provider and when somebody comes back from it. */
export interface TrialUnderWay {
  readonly id: string
  readonly nonce: string
  readonly verifierSealed: string
}

const underWay = sql`id, nonce, verifier_sealed AS "verifierSealed"`
const open = sql`purpose = 'try' AND used_at IS NULL AND ${inTime}`

/** Opens the trial for a browser, which comes back with `state`; null when it is over or never was. */
export async function startTrial(
  tx: Executor,
  { projectId, providerId, tryRef }: TrialRef,
  state: string,
): Promise<TrialUnderWay | null> {
  const [row] = await tx.rows<TrialUnderWay>(sql`
    UPDATE federation_transactions SET state_digest = ${digest(state)}
    WHERE project_id = ${projectId} AND id = ${digest(tryRef)} AND provider_id = ${providerId} AND ${open}
    RETURNING ${underWay}`)
  return row ?? null
}

/** The trial that somebody came back from the provider for; null when it is over or never was. */
export async function findTrialByState(
  executor: Executor,
  { projectId, providerId, state }: Omit<TrialRef, 'tryRef'> & { readonly state: string },
): Promise<TrialUnderWay | null> {
  const [row] = await executor.rows<TrialUnderWay>(sql`
    SELECT ${underWay} FROM federation_transactions
    WHERE project_id = ${projectId} AND state_digest = ${digest(state)} AND provider_id = ${providerId} AND ${open}`)
  return row ?? null
}

/** Writes the result once; answers whether it was the first. */
export const settleTrial = async (
  tx: Executor,
  projectId: string,
  id: string,
  result: TrialResult,
): Promise<boolean> =>
  (await tx.run(sql`
    UPDATE federation_transactions SET result = ${JSON.stringify(result)}::jsonb, used_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND ${open}`)) === 1
