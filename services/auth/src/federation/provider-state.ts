import type { signInFailures } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { IdentityRef } from './identities.ts'

type RecordedReason = (typeof signInFailures)[number]

interface ProviderRef {
  readonly projectId: string
  readonly providerId: string
}

/** Ends the failure of the provider. Writes at most once per minute, so that concurrent sign-ins do not wait for the row. */
export const recordSignIn = (executor: Executor, { projectId, providerId }: ProviderRef) =>
  executor.run(sql`
    UPDATE identity_providers SET last_sign_in_at = now(), failing_since = NULL
    WHERE project_id = ${projectId} AND id = ${providerId}
      AND (failing_since IS NOT NULL OR last_sign_in_at IS NULL OR last_sign_in_at < now() - interval '1 minute')`)

/**
 * Records at most one failure in five seconds for each reason. `detail` is the provider's message without secrets, or the mapping that
 * refused a user. The provider fails from its first failure after a success; a refusal of a user shows that it responds.
 */
export const recordFailure = (
  executor: Executor,
  { projectId, providerId }: ProviderRef,
  reason: RecordedReason,
  detail: string | null,
) =>
  executor.run(sql`
    UPDATE identity_providers SET last_failure_at = now(),
      failing_since = CASE WHEN ${reason === 'unavailable'} THEN COALESCE(failing_since, now()) END, last_failure = ${JSON.stringify({ reason, detail })}::jsonb
    WHERE project_id = ${projectId} AND id = ${providerId}
      AND (last_failure_at IS NULL OR last_failure_at < now() - interval '5 seconds' OR last_failure->>'reason' <> ${reason})`)

/**
 * Records the failure at the link of the identity.
 * @returns the linked account
 */
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
