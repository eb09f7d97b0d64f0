import type { OperationName } from '@signet/contracts'

/** Titles of operations; null in English, where the contract's titles are used. */
export const operations: Readonly<Record<OperationName, string>> | null = null
