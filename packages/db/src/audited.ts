import type { PrismaTx } from './prisma.ts'
import type { Executor } from './sql.ts'

declare const audited: unique symbol

interface Audited {
  readonly [audited]: true
}

/**
 * Required by functions that write accounts, teams, memberships, credentials or links. `recordAudit` and `recordOutcome` of
 * `@signet/events` return it.
 */
export type AuditedTx = Executor & Audited

export type AuditedPrismaTx = PrismaTx & Audited

/** The entry is committed already, or the same transaction writes it. */
export const auditedBefore = (tx: Executor): AuditedTx => tx as AuditedTx

export const prismaAuditedBefore = (tx: PrismaTx): AuditedPrismaTx => tx as AuditedPrismaTx
