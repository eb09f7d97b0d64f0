import type { PrismaTx } from './prisma.ts'
import type { Executor } from './sql.ts'

declare const audited: unique symbol

interface Audited {
  readonly [audited]: true
}

/**
 * An executor whose change has an audit entry. Functions that write accounts, teams, memberships, credentials or links
 * require this type. `recordAudit` and `recordOutcome` of `@signet/events` return it.
 */
export type AuditedTx = Executor & Audited

export type AuditedPrismaTx = PrismaTx & Audited

/** Marks an executor as audited: the entry is committed already, or the same transaction writes it. */
export const auditedBefore = (tx: Executor): AuditedTx => tx as AuditedTx

export const prismaAuditedBefore = (tx: PrismaTx): AuditedPrismaTx => tx as AuditedPrismaTx
