import { readSignInState, type SignInState } from '@signet/directory'
import * as z from 'zod'
import { needsConsent, showConsent } from './consent.ts'
import { finish } from './index.ts'
import { rememberBrowser } from './known-browser.ts'
import { enterAuthenticator } from './second-factor.ts'
import { showSignIn } from './sign-in.ts'
import type { Interaction } from './types.ts'
import { enterVerification, showVerification } from './verification.ts'

/** A sign-in whose password was right and that is not complete; kept in the interaction, and worth nothing to anybody else. */
const Pending = z.object({
  accountId: z.string(),
  /** Of the password that was given: with another one, everything begun with it is over (T17). */
  passwordSetAt: z.string().nullish(),
  /** How the person proved themselves so far (RFC 8176). */
  amr: z.array(z.string()),
  /** Typed at the registration; the account may not exist, because another has the address (T24). */
  registered: z.string().optional(),
  /** Sealed seed of the authenticator that is being set up. */
  seed: z.string().optional(),
})
export type Pending = z.output<typeof Pending>

export const pendingOf = ({ interaction }: Interaction): Pending | undefined =>
  Pending.safeParse(interaction.result?.pending).data

type Step = 'challenge' | 'verification' | 'enrolment'

/**
 * What stands between a right password and the sign-in. Whoever has an authenticator is asked for it, also where the
 * project does not require one any more; a new one is set up only by who has proven the address.
 */
function nextStep(turn: Interaction, state: SignInState, { amr }: Pending): Step | undefined {
  const { emailVerificationRequired, totpRequired } = turn.context.project
  if (state.authenticator !== null && !amr.includes('otp')) return 'challenge'
  if (emailVerificationRequired && state.email !== null && !state.emailVerified) return 'verification'
  return totpRequired && state.authenticator === null ? 'enrolment' : undefined
}

/**
 * Goes on where the account stands now: the steps are derived from it each time, so none can be skipped (T17).
 * @param read as this request has read it with the password; read here otherwise
 */
export async function continueSignIn(turn: Interaction, pending: Pending, read?: SignInState): Promise<void> {
  const state = read ?? (await readPending(turn, pending))
  if (!state) {
    if (pending.registered === undefined) return showSignIn(turn, { problem: { kind: 'wrong' } })
    await keep(turn, pending)
    return showVerification(turn, pending.registered)
  }
  const known = { ...pending, passwordSetAt: state.passwordSetAt }
  const step = nextStep(turn, state, known)
  if (!step) return signedIn(turn, known)
  if (step !== 'verification') return enterAuthenticator(turn, known, state, step)
  await keep(turn, known)
  return enterVerification(turn, known, state)
}

/** The account whose sign-in it is, while the password that was given is still its own. */
export const readPending = ({ context }: Interaction, { accountId, passwordSetAt }: Pending) =>
  readSignInState(context.deps.database, context.project.id, accountId, passwordSetAt)

export async function keep(turn: Interaction, pending: Pending): Promise<void> {
  turn.interaction.result = { pending }
  await save(turn)
}

const save = ({ interaction }: Interaction) =>
  interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))

/** Sign-in and consent share one interaction: the second page follows at once, without another round of redirects. */
async function signedIn(turn: Interaction, { accountId, amr, passwordSetAt }: Pending): Promise<void> {
  rememberBrowser(turn.context, turn.ctx, { accountId, passwordSetAt: passwordSetAt ?? null })
  const login = { accountId, amr, passwordSetAt, remember: true }
  if (!(await needsConsent(turn, accountId))) return finish(turn, { login })
  turn.interaction.result = { login }
  await save(turn)
  return showConsent(turn)
}
