import { readSignInState, type SignInState } from '@signet/accounts'
import { errors } from 'oidc-provider'
import * as z from 'zod'
import { SignInBasis } from '../artifacts/sign-in-basis.ts'
import { failureReasons } from '../upstream/failure-reasons.ts'
import type { InteractionContext } from './context.ts'
import type { SignInProblem } from './problem.ts'
import { isSignInValid } from './standing.ts'

/** A person at a provider who came back from it in this interaction. */
export const UpstreamPerson = z.object({
  providerId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** The provider's session, where it named one. */
  sid: z.string().nullable(),
  /** When the provider authenticated the user; absent or null when it did not state it. */
  authTime: z.number().nullish(),
  /** What it vouched with, for signing out there. */
  idTokenSealed: z.string().optional(),
})
export type UpstreamPerson = z.output<typeof UpstreamPerson>

/**
 * A sign-in whose password was right, or that a provider vouches for, and that is not complete; kept in the interaction, and
 * worth nothing to anybody else.
 */
const Pending = z.object({
  accountId: z.string(),
  /** What the sign-in rests on; absent for a registration with an address that another account has. */
  basis: SignInBasis.optional(),
  /** How the person proved themselves so far (RFC 8176). */
  amr: z.array(z.string()),
  /** Through which provider; how it proved the person is not known, so nothing is said of it. */
  upstream: UpstreamPerson.optional(),
  /** The person is linked to the account once the account is proven. */
  links: z.boolean().optional(),
  /** Typed at the registration; the account may not exist, because another has the address (T24). */
  registered: z.string().optional(),
  /** Sealed seed of the authenticator that is being set up. */
  seed: z.string().optional(),
})
export type Pending = z.output<typeof Pending>

/** An account that a person from a provider may be, and has not proven yet. */
const Claimed = z.object({ accountId: z.string(), upstream: UpstreamPerson })
export type Claimed = z.output<typeof Claimed>

/** A sign-in through a provider that did not happen. */
const Failed = z.object({ reason: z.enum(failureReasons), providerName: z.string() })
export type Failed = z.output<typeof Failed>

/** A complete sign-in, in the form the authorization endpoint reads it. */
const Login = z.looseObject({ accountId: z.string(), basis: SignInBasis })

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
  readonly claimed?: Claimed
  readonly failed?: Failed
  /** Of this request alone. */
  readonly entry?: SignInEntry
}

/** The progress that an interaction keeps. */
export function progressIn(result: InteractionContext['interaction']['result']): Progress {
  const kept = {
    pending: Pending.safeParse(result?.pending).data,
    login: Login.safeParse(result?.login).data,
    claimed: Claimed.safeParse(result?.claimed).data,
    failed: Failed.safeParse(result?.failed).data,
  }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
}

export const progressOf = ({ interaction }: InteractionContext): Progress => progressIn(interaction.result)

/** @throws SessionNotFound when no sign-in has begun */
export function requirePending(visit: InteractionContext): Pending {
  const { pending } = progressOf(visit)
  if (!pending) throw new errors.SessionNotFound('nobody is signing in')
  return pending
}

/** Returns the account of a pending sign-in; null when something that the sign-in rests on has ended. */
export async function readPending(
  { context }: InteractionContext,
  { accountId, basis }: Pending,
): Promise<SignInState | null> {
  if (!basis || !(await isSignInValid(context, { accountId, basis }))) return null
  const { deps, project } = context
  return readSignInState(deps.database, project.id, accountId)
}

/** Keeps the progress in the interaction until the next request. */
export async function keepProgress(
  interaction: InteractionContext['interaction'],
  { entry: _ofThisRequest, ...progress }: Progress,
): Promise<void> {
  if (Object.keys(progress).length === 0 && interaction.result === undefined) return
  interaction.result = progress
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
}
