import type { OperationName } from '@signet/contracts'

/** Operations in a few words: in English the contract's titles, so that they are written once. */
export const operations: Readonly<Record<OperationName, string>> | null = null
