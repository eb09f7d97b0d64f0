import type { SignInFailureCause } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'

export interface SignInFailure {
  readonly cause: SignInFailureCause
  /** Null without a known application. */
  readonly clientId: string | null
  readonly count: number
  readonly lastAt: Date
}

/** Days after the last failure of a cause. */
const rememberedDays = 30

/** Stores no single attempts and no data of the caller. */
export const noteSignInFailure = (
  executor: Executor,
  account: { readonly projectId: string; readonly accountId: string },
  { cause, clientId }: Pick<SignInFailure, 'cause' | 'clientId'>,
): Promise<number> =>
  executor.run(sql`
    INSERT INTO sign_in_failures AS f (project_id, account_id, cause, client_id, count, last_at, expires_at)
    SELECT project_id, id, ${cause}, ${clientId ?? ''}, 1, now(), now() + make_interval(days => ${rememberedDays}::int)
    FROM accounts WHERE project_id = ${account.projectId} AND id = ${account.accountId} FOR KEY SHARE
    ON CONFLICT (project_id, account_id, cause, client_id)
    DO UPDATE SET count = f.count + 1, last_at = EXCLUDED.last_at, expires_at = EXCLUDED.expires_at`)

export interface NamedSignInFailure extends Omit<SignInFailure, 'lastAt'> {
  /** Null without an application, or with a deleted one. */
  readonly clientName: string | null
  readonly lastAt: string
}

/** Rows of type `NamedSignInFailure`, the latest first. */
export const selectSignInFailures = (projectId: string, accountId: string): Sql => sql`
  SELECT cause, NULLIF(client_id, '') AS "clientId", count, last_at AS "lastAt",
    (SELECT c.client_name FROM clients c WHERE c.project_id = f.project_id AND c.id = f.client_id) AS "clientName"
  FROM sign_in_failures f WHERE project_id = ${projectId} AND account_id = ${accountId} AND expires_at > now() ORDER BY last_at DESC, cause LIMIT 100`
