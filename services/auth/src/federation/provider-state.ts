import type { signInFailures } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { IdentityRef } from './identities.ts'

type RecordedReason = (typeof signInFailures)[number]

interface ProviderRef {
  readonly projectId: string
  readonly providerId: string
}

/** Somebody who came back from the provider signed in. Written at most once a minute: many do at once. */
export const recordSignIn = (executor: Executor, { projectId, providerId }: ProviderRef) =>
  executor.run(sql`
    UPDATE identity_providers SET last_sign_in_at = now()
    WHERE project_id = ${projectId} AND id = ${providerId}
      AND (last_sign_in_at IS NULL OR last_sign_in_at < now() - interval '1 minute')`)

/** Of failures of one moment and reason, the first is written. Detail: the provider's words, without secrets. */
export const recordFailure = (
  executor: Executor,
  { projectId, providerId }: ProviderRef,
  reason: RecordedReason,
  detail: string | null,
) =>
  executor.run(sql`
    UPDATE identity_providers SET last_failure_at = now(), last_failure = ${JSON.stringify({ reason, detail })}::jsonb
    WHERE project_id = ${projectId} AND id = ${providerId}
      AND (last_failure_at IS NULL OR last_failure_at < now() - interval '5 seconds' OR last_failure->>'reason' <> ${reason})`)

/** The person's own last failure, where the provider's account is linked to one here. */
export const recordPersonalFailure = async (
  executor: Executor,
  projectId: string,
  { providerId, issuer, subject }: IdentityRef,
  reason: RecordedReason,
): Promise<string | undefined> =>
  (
    await executor.rows<{ accountId: string }>(sql`
    UPDATE identities SET last_failure_at = now(), last_failure = ${reason}
    WHERE project_id = ${projectId} AND provider_id = ${providerId} AND issuer = ${issuer} AND subject = ${subject}
    RETURNING account_id AS "accountId"`)
  )[0]?.accountId
