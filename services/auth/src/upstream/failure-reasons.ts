import { signInFailures } from '@signet/contracts'

/** Reasons that administrators see, and those of the user only. */
export const failureReasons = [...signInFailures, 'cancelled', 'gone', 'not_fresh'] as const
export type FailureReason = (typeof failureReasons)[number]
