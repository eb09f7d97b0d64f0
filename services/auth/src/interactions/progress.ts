import { errors } from 'oidc-provider'
import * as z from 'zod'
import type { SignInProblem } from '../pages/sign-in/view.ts'
import type { InteractionContext } from './context.ts'

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

/** A complete sign-in, in the form the authorization endpoint reads it. */
const Login = z.looseObject({ accountId: z.string() })

/** What the sign-in page shows besides its form. */
export interface SignInEntry {
  readonly problem?: SignInProblem
  /** What is in the field; the request's hint otherwise. */
  readonly login?: string
  /** An account was just made. */
  readonly registered?: boolean
}

/** How far a person has come between an authorization request and its answer. */
export interface Progress {
  readonly pending?: Pending
  readonly login?: z.output<typeof Login>
  /** Of this request alone. */
  readonly entry?: SignInEntry
}

/** The progress that the interaction keeps. */
export function progressOf({ interaction: { result } }: InteractionContext): Progress {
  const pending = Pending.safeParse(result?.pending).data
  const login = Login.safeParse(result?.login).data
  return { ...(pending ? { pending } : {}), ...(login ? { login } : {}) }
}

/** @throws SessionNotFound when no sign-in has begun */
export function requirePending(visit: InteractionContext): Pending {
  const { pending } = progressOf(visit)
  if (!pending) throw new errors.SessionNotFound('nobody is signing in')
  return pending
}

/** Keeps the progress in the interaction until the next request. */
export async function keepProgress(
  { interaction }: InteractionContext,
  { pending, login }: Progress,
): Promise<void> {
  interaction.result = login ? { login } : { pending }
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
}
