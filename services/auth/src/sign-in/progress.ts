import { readSignInState, type SignInState } from '@signet/accounts'
import { errors } from 'oidc-provider'
import * as z from 'zod'
import { PresentedCredentials, SignInBasis } from '../artifacts/sign-in-basis.ts'
import { failureReasons } from '../upstream/failure-reasons.ts'
import type { InteractionContext } from './context.ts'
import type { SignInProblem } from './problem.ts'
import { isSignInValid } from './standing.ts'

export const UpstreamPerson = z.object({
  providerId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** A trusted provider stated that the address is verified. */
  emailProven: z.boolean().optional(),
  /** Session id of the provider, if sent. */
  sid: z.string().nullable(),
  /** Time of the authentication at the provider, if sent. */
  authTime: z.number().nullish(),
  /** Hint for the sign-out at the provider. */
  idTokenSealed: z.string().optional(),
  /** Kept until the user has proven the account. */
  mapped: z
    .object({
      groups: z.array(z.string()).readonly().nullable(),
      claims: z.record(
        z.string(),
        z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly(), z.null()]),
      ),
    })
    .optional(),
})
export type UpstreamPerson = z.output<typeof UpstreamPerson>

/** Follows a correct password or an identity provider's response. Stored with the interaction, which only its browser can continue. */
const PendingSignIn = z.object({
  accountId: z.string(),
  /** Absent for a registration with an address that another account has. */
  basis: SignInBasis.optional(),
  /** Methods used so far (RFC 8176). */
  amr: z.array(z.string()),
  /** Passkey that was presented as the second factor. */
  secondPasskey: z.string().optional(),
  recoveryCode: z.boolean().optional(),
  /** The authentication methods of the provider are unknown and not reported. */
  upstream: UpstreamPerson.optional(),
  /** The identity is linked after the account is proven. */
  links: z.boolean().optional(),
  /** Address of the registration. The account does not exist when another account has the address; the pages show no difference. */
  registered: z.string().optional(),
  /** Sealed seed of the authenticator that is being set up. */
  seed: z.string().optional(),
  /** The page that offers a passkey. */
  offer: z.enum(['shown', 'answered']).optional(),
  /** Former host of the presented passkey; one of the present host is offered next. */
  formerHost: z.string().optional(),
})
export type PendingSignIn = z.output<typeof PendingSignIn>

/** An account with the address of a user from a provider, who has not proven it yet. */
const ClaimedAccount = z.object({ accountId: z.string(), upstream: UpstreamPerson })
export type ClaimedAccount = z.output<typeof ClaimedAccount>

const FailedSignIn = z.object({ reason: z.enum(failureReasons), providerName: z.string() })
export type FailedSignIn = z.output<typeof FailedSignIn>

const Login = z.looseObject({
  accountId: z.string(),
  basis: SignInBasis,
  presented: PresentedCredentials.optional(),
})

export interface SignInEntry {
  readonly problem?: SignInProblem
  /** Value of the name field; default: the hint of the request. */
  readonly login?: string
  readonly registered?: boolean
}

export interface Progress {
  readonly pending?: PendingSignIn
  readonly login?: z.output<typeof Login>
  readonly claimed?: ClaimedAccount
  readonly failed?: FailedSignIn
  /** Not stored: valid for this request only. */
  readonly entry?: SignInEntry
}

export function progressIn(result: InteractionContext['interaction']['result']): Progress {
  const kept = {
    pending: PendingSignIn.safeParse(result?.pending).data,
    login: Login.safeParse(result?.login).data,
    claimed: ClaimedAccount.safeParse(result?.claimed).data,
    failed: FailedSignIn.safeParse(result?.failed).data,
  }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
}

export const progressOf = ({ interaction }: InteractionContext): Progress => progressIn(interaction.result)

/** @throws SessionNotFound when the interaction has no pending sign-in */
export function requirePending(visit: InteractionContext): PendingSignIn {
  const { pending } = progressOf(visit)
  if (!pending) throw new errors.SessionNotFound('no sign-in is pending')
  return pending
}

/** @returns null when account, password or link was revoked */
export async function readPending(
  { context }: InteractionContext,
  { accountId, basis }: PendingSignIn,
): Promise<SignInState | null> {
  if (!basis || !(await isSignInValid(context, { accountId, basis }))) return null
  const { deps, project } = context
  return readSignInState(deps.database, project.id, accountId)
}

export async function keepProgress(
  interaction: InteractionContext['interaction'],
  { entry: _ofThisRequest, ...progress }: Progress,
): Promise<void> {
  if (Object.keys(progress).length === 0 && interaction.result === undefined) return
  interaction.result = progress
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
}
