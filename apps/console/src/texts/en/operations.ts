import type { OperationName } from '@signet/contracts'

/** Titles of operations; null in English. An operation without a title here has that of the contract. */
export const operations: Readonly<Partial<Record<OperationName, string>>> | null = null
