import { unmatchedClaim } from '@signet/clients'
import type { Workload } from '@signet/contracts'
import { type AuditedTx, sql } from '@signet/db'
import { actors, recordAudit } from '@signet/events'
import { errors } from 'oidc-provider'
import type { ServiceAccount } from '../clients/service-accounts.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { unverifiedClaims } from '../protocol/unverified-claims.ts'
import type { Assertion, Assertions } from './assertions.ts'

/** Every rejection is counted, but not audited. */
const auditedEverySeconds = 60

/**
 * Writes an audit entry. The account and the caller get the reason of a rejection: it names the claim, not the pattern.
 * @throws InvalidGrant
 */
export async function verifyWorkload(
  context: OptionsContext,
  assertions: Assertions,
  account: ServiceAccount,
  assertion: string,
): Promise<void> {
  try {
    const { workload, claims } = await acceptedBy(assertions, account, assertion)
    await audit(context, account, 'service_account.exchange', {
      kind: workload.kind,
      issuer: workload.issuer,
      subject: claims.sub,
      ...(claims.jti ? { jti: claims.jti } : {}),
    })
  } catch (error) {
    if (!(error instanceof errors.InvalidGrant)) throw error
    await countRejection(context, account, reasonOf(error))
    throw withReason(error)
  }
}

interface Accepted {
  readonly workload: Workload
  readonly claims: Assertion
}

async function acceptedBy(
  assertions: Assertions,
  { workloads }: ServiceAccount,
  assertion: string,
): Promise<Accepted> {
  const named = unverifiedClaims(assertion)
  if (!named) throw new errors.InvalidGrant('the assertion is no JWT')
  const ofIssuer = workloads.filter(({ issuer }) => issuer === named.iss)
  const [first] = ofIssuer
  if (!first) throw new errors.InvalidGrant('the assertion is of an issuer that this account does not accept')
  const claims = await assertions.ofServiceAccount(assertion, first)
  const workload = ofIssuer.find((one) => unmatchedClaim(one, claims) === undefined)
  if (workload) return { workload, claims }
  const claim = unmatchedClaim(first, claims)
  throw new errors.InvalidGrant(`the account does not accept the ${claim} of the assertion`)
}

/**
 * Adds the reason to the response, which oidc-provider only logs. Reasons reveal neither a stored pattern nor whether an address could
 * be reached.
 */
export const withReason = (error: errors.InvalidGrant): errors.InvalidGrant =>
  Object.assign(error, { error_description: reasonOf(error) })

const reasonOf = ({ error_detail: detail, message }: errors.InvalidGrant): string =>
  (detail ?? message).slice(0, 300)

async function countRejection(
  context: OptionsContext,
  account: ServiceAccount,
  reason: string,
): Promise<void> {
  const [row] = await context.deps.database.rows<{ isNew: boolean }>(sql`
    WITH before AS (
      SELECT id, last_failure_at IS NULL OR last_failure_at < now() - make_interval(secs => ${auditedEverySeconds}) AS "isNew"
      FROM service_accounts WHERE id = ${account.id} FOR UPDATE
    )
    UPDATE service_accounts s SET failed_exchanges = LEAST(s.failed_exchanges, 2147483646) + 1,
      last_failure = ${reason}, last_failure_at = CASE WHEN before."isNew" THEN now() ELSE s.last_failure_at END
    FROM before WHERE s.id = before.id RETURNING before."isNew"`)
  if (row?.isNew) await audit(context, account, 'service_account.exchange.rejected', { reason })
}

const audit = (
  { deps, project }: OptionsContext,
  { id, name, teamId }: ServiceAccount,
  action: 'service_account.exchange' | 'service_account.exchange.rejected',
  detail: object,
): Promise<AuditedTx> =>
  recordAudit(deps.database, {
    actor: actors.serviceAccount(id),
    action,
    targetType: 'ServiceAccount',
    targetId: id,
    targetScope: teamId,
    surface: null,
    projectId: project.id,
    clientId: id,
    detail: { name, ...detail },
  })
