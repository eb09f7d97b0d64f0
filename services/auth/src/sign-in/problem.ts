import type { FailureReason } from '../upstream/failure-reasons.ts'

export type SignInProblem =
  | { readonly kind: 'wrong' | 'busy' | 'closed' | 'over' | 'passwordOff' }
  | { readonly kind: 'tooMany'; readonly minutes: number }
  | { readonly kind: 'provider'; readonly reason: FailureReason; readonly providerName: string }
