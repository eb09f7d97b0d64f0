import type { PasskeyProblem } from '../passkeys/problem.ts'
import type { FailureReason } from '../upstream/failure-reasons.ts'

export type SignInProblem =
  | { readonly kind: 'wrong' | 'busy' | 'closed' | 'over' | 'passwordOff' }
  | PasskeyProblem
  | { readonly kind: 'provider'; readonly reason: FailureReason; readonly providerName: string }
