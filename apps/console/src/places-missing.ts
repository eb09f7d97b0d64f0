import type { OperationName } from '@signet/contracts'

/** Operations without a page so far; the list only shrinks. */
export const missing: readonly OperationName[] = []
