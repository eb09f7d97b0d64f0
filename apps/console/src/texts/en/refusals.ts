import type { ErrorCode } from '@signet/contracts'

/** Title and remedy of each refusal; null in English, where the server's texts are used. */
export const refusals: Readonly<Record<ErrorCode, readonly string[]>> | null = null
