import type { SignInState } from '@signet/accounts'
import type { Progress } from './progress.ts'

/** State of a sign-in between an authorization request and its response, from which the next step follows. */
export interface FlowState {
  /** The prompt that the authorization endpoint requires. */
  readonly prompt: string
  readonly hasSession: boolean
  readonly progress: Progress
  /** The account whose sign-in is pending; null when it may no longer sign in. */
  readonly account: SignInState | null
  readonly needsConsent: boolean
  /** The provider that the browser is redirected to without a page; null when the user chooses. */
  readonly route: string | null
  readonly rules: { readonly emailVerificationRequired: boolean; readonly totpRequired: boolean }
}

export type FlowPage =
  | 'sign-in'
  | 'choose-account'
  | 'claim-account'
  | 'challenge'
  | 'enrolment'
  | 'verification'
  | 'consent'

/**
 * `signed in`: every proof is present. `leave`: redirect to the provider of the route. `end`: redirect to the
 * application.
 */
export type Step = FlowPage | 'signed in' | 'leave' | 'end'

/** Derives the next step from the state for each request, so that no step can be skipped. */
export function nextStep(state: FlowState): Step {
  const { prompt, hasSession, progress, account, needsConsent, route } = state
  if (progress.login) return needsConsent ? 'consent' : 'end'
  if (prompt === 'consent' && !beginsAnew(progress)) return 'consent'
  if (progress.pending && account) return missingProof(state) ?? 'signed in'
  if (progress.pending?.registered !== undefined) return 'verification'
  if (progress.pending) return 'sign-in'
  if (progress.claimed) return 'claim-account'
  if (prompt === 'select_account' && hasSession && !progress.entry && !progress.failed)
    return 'choose-account'
  return route !== null && !progress.failed && !progress.entry?.problem ? 'leave' : 'sign-in'
}

/** Returns whether the user of the consent page began a sign-in as another user. */
const beginsAnew = ({ entry, pending, claimed, failed }: Progress): boolean =>
  Boolean(entry ?? pending ?? claimed ?? failed)

/**
 * Returns the page of the next missing proof. Asks for the code of an enrolled authenticator, also when the
 * project no longer requires one. A new authenticator is set up only after the address is proven.
 */
function missingProof({ account, progress, rules }: FlowState): FlowPage | undefined {
  if (!account) return undefined
  const { authenticator, email, emailVerified } = account
  const { upstream, links, amr = [] } = progress.pending ?? {}
  // A second factor belongs to the password: an identity provider applies its own.
  const isByPassword = upstream === undefined || links
  if (isByPassword && authenticator !== null && !amr.includes('otp')) return 'challenge'
  if (rules.emailVerificationRequired && email !== null && !emailVerified) return 'verification'
  return !upstream && rules.totpRequired && authenticator === null ? 'enrolment' : undefined
}
