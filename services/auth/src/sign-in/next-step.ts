import type { SignInState } from '@signet/accounts'
import type { PasskeyRule } from '@signet/federation'
import type { OptionsContext } from '../core/issuer-context.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import type { Progress } from './progress.ts'

export interface FlowState {
  /** The prompt that the authorization endpoint requires. */
  readonly prompt: string
  readonly hasSession: boolean
  readonly progress: Progress
  /** Null when the account may no longer sign in. */
  readonly account: SignInState | null
  readonly needsConsent: boolean
  /** Provider of a redirect without a page; null when the user chooses. */
  readonly route: string | null
  readonly rules: {
    readonly emailVerificationRequired: boolean
    readonly totpRequired: boolean
    readonly passkeys: PasskeyRule
    /** Null when users of the project cannot use passkeys. */
    readonly passkeyHost: string | null
  }
}

type PendingState = Pick<FlowState, 'account' | 'progress' | 'rules'>

export const rulesOf = (context: OptionsContext): FlowState['rules'] => ({
  ...context.project,
  passkeyHost: relyingParty(context)?.rpId ?? null,
})

export type FlowPage =
  | 'sign-in'
  | 'choose-account'
  | 'claim-account'
  | 'challenge'
  | 'enrolment'
  | 'new-passkey'
  | 'verification'
  | 'consent'

/** `signed in`: every proof is present. `leave`: redirect to the provider of the route. `end`: redirect to the application. */
export type Step = FlowPage | 'signed in' | 'leave' | 'end'

/** Derived from the state for each request, so that no step can be skipped. */
export function nextStep(state: FlowState): Step {
  const { prompt, hasSession, progress, account, needsConsent, route } = state
  if (progress.login) return needsConsent ? 'consent' : 'end'
  if (prompt === 'consent' && !hasNewSignIn(progress)) return 'consent'
  if (progress.pending && account) return missingProof(state) ?? 'signed in'
  if (progress.pending?.registered !== undefined) return 'verification'
  if (progress.pending) return 'sign-in'
  if (progress.claimed) return 'claim-account'
  if (prompt === 'select_account' && hasSession && !progress.entry && !progress.failed)
    return 'choose-account'
  return route !== null && !progress.failed && !progress.entry?.problem ? 'leave' : 'sign-in'
}

/** The user of the consent page began a sign-in as another user. */
const hasNewSignIn = ({ entry, pending, claimed, failed }: Progress): boolean =>
  Boolean(entry ?? pending ?? claimed ?? failed)

/** Includes only factors that recovery codes can stand for. */
export const hasSecondFactor = ({
  authenticator,
  passkeyHosts,
}: Pick<SignInState, 'authenticator' | 'passkeyHosts'>): boolean =>
  authenticator !== null || passkeyHosts.length > 0

/** The passkey must work at the present host. */
export const hasPasskey = ({ account, rules }: Pick<FlowState, 'account' | 'rules'>): boolean =>
  rules.passkeyHost !== null && (account?.passkeyHosts.includes(rules.passkeyHost) ?? false)

/**
 * Asks for the code of an enrolled authenticator, also when the project no longer requires one. A second factor is set up only after
 * the address is proven.
 */
export function missingProof(state: PendingState): FlowPage | undefined {
  const { account, progress, rules } = state
  if (!account) return undefined
  const { email, emailVerified } = account
  const { upstream, links } = progress.pending ?? {}
  // A second factor belongs to the password: an identity provider applies its own.
  const isByPassword = upstream === undefined || links
  if (isByPassword && needsChallenge(state)) return 'challenge'
  if (rules.emailVerificationRequired && email !== null && !emailVerified) return 'verification'
  return upstream ? undefined : missingEnrolment(state)
}

/**
 * A passkey is a second factor only where the project requires one: otherwise it replaces the password, which still signs in without
 * it.
 */
function needsChallenge(state: PendingState): boolean {
  const { account, progress, rules } = state
  const { amr = [], basis } = progress.pending ?? {}
  if (amr.includes('mfa')) return false
  if (account?.authenticator) return true
  const isRequired = rules.totpRequired || rules.passkeys === 'required'
  return isRequired && hasPasskey(state) && basis?.passkey === undefined
}

function missingEnrolment(state: PendingState): FlowPage | undefined {
  const { account, progress, rules } = state
  const { amr = [] } = progress.pending ?? {}
  const hasNone = rules.passkeyHost !== null && !hasPasskey(state)
  if (hasNone && rules.passkeys === 'required') return 'new-passkey'
  if (rules.totpRequired && account?.authenticator === null && !amr.includes('mfa')) return 'enrolment'
  return isPasskeyOffered(state) ? 'new-passkey' : undefined
}

/** Offered once a month, and after each sign-in with a passkey of a former host. */
function isPasskeyOffered(state: PendingState): boolean {
  const { account, progress, rules } = state
  const { offer, formerHost } = progress.pending ?? {}
  if (rules.passkeyHost === null || offer === 'answered') return false
  if (formerHost !== undefined) return true
  const isDue = offer === 'shown' || account?.passkeyOfferDue === true
  return rules.passkeys === 'preferred' && !hasPasskey(state) && isDue
}
