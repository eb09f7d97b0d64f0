import type { ErrorCode } from '@signet/contracts'

/** Each refusal's title and what to do: in English the server says them, so that they are written once. */
export const refusals: Readonly<Record<ErrorCode, readonly string[]>> | null = null
