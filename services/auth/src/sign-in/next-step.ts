import type { SignInState } from '@signet/accounts'
import type { Progress } from './progress.ts'

/** Everything that decides where a person stands between an authorization request and its answer. */
export interface FlowState {
  /** What the authorization endpoint asks for. */
  readonly prompt: string
  /** Somebody is signed in to this browser. */
  readonly hasSession: boolean
  readonly progress: Progress
  /** The account whose sign-in is pending; null when it may not sign in any more. */
  readonly account: SignInState | null
  /** Whether who has signed in must be asked. */
  readonly needsConsent: boolean
  /** The one provider that the person is led straight to; null where they choose. */
  readonly route: string | null
  readonly rules: { readonly emailVerificationRequired: boolean; readonly totpRequired: boolean }
}

/** Pages the flow leads to. */
export type FlowPage =
  | 'sign-in'
  | 'choose-account'
  | 'claim-account'
  | 'challenge'
  | 'enrolment'
  | 'verification'
  | 'consent'

/**
 * `signed in`: nothing is missing any more. `leave`: the provider of the route is next. `end`: the answer goes back to the
 * application.
 */
export type Step = FlowPage | 'signed in' | 'leave' | 'end'

/** The next step, derived from the state each time, so that none can be skipped (T17). */
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

/** Whoever is asked for consent may say that they are somebody else. */
const beginsAnew = ({ entry, pending, claimed, failed }: Progress): boolean =>
  Boolean(entry ?? pending ?? claimed ?? failed)

/**
 * What stands between a right password and the sign-in. Whoever has an authenticator is asked for it, also where the
 * project does not require one any more; a new one is set up only by who has proven the address.
 */
function missingProof({ account, progress, rules }: FlowState): FlowPage | undefined {
  if (!account) return undefined
  const { authenticator, email, emailVerified } = account
  const { upstream, links, amr = [] } = progress.pending ?? {}
  // A second factor is of the password: who comes from a provider has shown there what it asks for.
  const isByPassword = upstream === undefined || links
  if (isByPassword && authenticator !== null && !amr.includes('otp')) return 'challenge'
  if (rules.emailVerificationRequired && email !== null && !emailVerified) return 'verification'
  return !upstream && rules.totpRequired && authenticator === null ? 'enrolment' : undefined
}
