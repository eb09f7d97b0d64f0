import { type Executor, sql } from '@signet/db'
import { digest, mintToken, type Vault } from '@signet/secrets'
import { verifierPlace } from './places.ts'

/** How long somebody may take at a provider. */
export const openSeconds = 600
/** How long an administrator can read how a trial went; a trial's row expires when that ends. */
export const trialSeconds = 3_600

/** A way to a provider and back that is under way: a sign-in, a link that a person adds, or an administrator's trial. */
export interface Transaction {
  readonly id: string
  readonly purpose: 'sign_in' | 'link' | 'try'
  /** The interaction of a sign-in. */
  readonly interactionUid: string | null
  /** The session in which a person adds a link, and their account. */
  readonly sessionUid: string | null
  readonly accountId: string | null
  readonly nonce: string
  readonly verifierSealed: string
  /** The provider's issuer when the browser left; null for a transaction that began before this column existed. */
  readonly issuer: string | null
  /** The pending change of the provider that a trial proves; null when the trial proves the current credentials. */
  readonly pendingId: string | null
  /** Seconds since the browser left. */
  readonly age: number
  /** Of the cookie of the browser that left; null for a trial nobody left with. */
  readonly browserDigest: string | null
  /** What the provider posted. */
  readonly answerSealed: string | null
  /** Somebody came back with it. */
  readonly used: boolean
}

export const transactionColumns = sql`id, purpose, interaction_uid AS "interactionUid",
  session_uid AS "sessionUid", account_id AS "accountId", nonce, issuer, pending_id AS "pendingId",
  GREATEST(0, EXTRACT(EPOCH FROM now() - expires_at) + ${openSeconds})::int AS age, verifier_sealed AS "verifierSealed",
  browser_digest AS "browserDigest", answer_sealed AS "answerSealed", used_at IS NOT NULL AS used`

export const inTime = sql`expires_at > now() + CASE purpose WHEN 'try' THEN make_interval(secs => ${trialSeconds - openSeconds}::int) ELSE interval '0' END`

/** What a browser leaves for: the sign-in of an interaction, or a link to the account of a session. */
export type Errand =
  | { readonly purpose: 'sign_in'; readonly interactionUid: string }
  | { readonly purpose: 'link'; readonly sessionUid: string; readonly accountId: string }

interface Leaving {
  readonly projectId: string
  readonly providerId: string
  /** Of the provider, as it is configured now. */
  readonly issuer: string | null
  readonly errand: Errand
  /** Comes back with the browser, as a parameter. */
  readonly state: string
  /** Comes back with the browser, as a cookie. */
  readonly browser: string
}

const nothing = { interactionUid: null, sessionUid: null, accountId: null }

/** Keeps what is needed when the browser comes back, whichever replica it comes back to. */
export async function beginTransaction(
  executor: Executor,
  vault: Vault,
  { projectId, providerId, issuer, errand, state, browser }: Leaving,
): Promise<{ readonly nonce: string; readonly verifier: string }> {
  const id = digest(state)
  const [nonce, verifier] = [mintToken(), mintToken()]
  const { interactionUid, sessionUid, accountId } = { ...nothing, ...errand }
  await executor.run(sql`
    INSERT INTO federation_transactions
      (project_id, id, provider_id, purpose, interaction_uid, session_uid, account_id, state_digest, issuer, browser_digest, nonce, verifier_sealed, expires_at)
    VALUES (${projectId}, ${id}, ${providerId}, ${errand.purpose}, ${interactionUid}, ${sessionUid}, ${accountId}, ${id}, ${issuer}, ${digest(browser)}, ${nonce},
      ${vault.seal(verifier, verifierPlace(projectId, id))}, now() + make_interval(secs => ${openSeconds}::int))`)
  return { nonce, verifier }
}

interface ComingBack {
  readonly projectId: string
  readonly providerId: string
  readonly state: string
}

/** What the browser left with; null when it is over or never was, or was on its way to another provider. */
export async function findTransaction(
  executor: Executor,
  { projectId, providerId, state }: ComingBack,
): Promise<Transaction | null> {
  const [row] = await executor.rows<Transaction>(sql`
    SELECT ${transactionColumns} FROM federation_transactions
    WHERE project_id = ${projectId} AND state_digest = ${digest(state)} AND provider_id = ${providerId} AND ${inTime}`)
  return row ?? null
}

/** Each is used once: of two that come back at the same moment, one is answered true. */
export const useTransaction = async (executor: Executor, projectId: string, id: string): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE federation_transactions SET used_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND used_at IS NULL AND ${inTime}`)) === 1

/** Keeps what a provider posted, once, until the browser comes back for it with its cookies. */
export const keepAnswer = async (
  executor: Executor,
  projectId: string,
  id: string,
  answerSealed: string,
): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE federation_transactions SET answer_sealed = ${answerSealed}
    WHERE project_id = ${projectId} AND id = ${id} AND used_at IS NULL AND answer_sealed IS NULL`)) === 1
