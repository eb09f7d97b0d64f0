import type { PrismaTx } from './prisma.ts'
import type { Executor } from './sql.ts'

declare const audited: unique symbol

interface Audited {
  readonly [audited]: true
}

/**
 * An executor whose change has an audit entry. Functions that write accounts, teams, memberships, credentials or links accept
 * no other. `recordAudit` and `recordOutcome` of `@signet/events` return it.
 */
export type AuditedTx = Executor & Audited

/** A transaction of Prisma whose change has an audit entry. */
export type AuditedPrismaTx = PrismaTx & Audited

/** Accepts an executor whose change has an entry: one that is committed, or that the same transaction writes. */
export const auditedBefore = (tx: Executor): AuditedTx => tx as AuditedTx

/** Accepts a transaction of Prisma whose change has an entry. */
export const prismaAuditedBefore = (tx: PrismaTx): AuditedPrismaTx => tx as AuditedPrismaTx
