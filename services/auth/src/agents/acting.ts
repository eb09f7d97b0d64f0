import type { AgentScope } from '@signet/contracts'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { entitledAccount } from '../provider-options/accounts.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import type { PermittedAgent } from './permitted.ts'

type Request = KoaContextWithOIDC['oidc']

/** For whom a token request without a sign-in acts, and by which authorization. */
export interface Acting {
  readonly accountId: string
  readonly grantId: string
  /** What it is limited to besides its entry. */
  readonly scopes?: readonly AgentScope[]
}

const acting = new WeakMap<Request, Acting>()

export const actingOf = (request: Request | undefined): Acting | undefined => request && acting.get(request)

/** Lets the token of a request speak for an administrator, unless they could not sign in themselves (T13). */
export async function actFor(context: OptionsContext, request: Request, as: Acting): Promise<void> {
  if (!(await entitledAccount(context, as.accountId)))
    throw new errors.InvalidGrant('the administrator this client acts for may not sign in')
  acting.set(request, as)
}

/** A machine acts for the administrator its entry names, by the grant that permitting it made. */
export async function actAsMachine(
  context: OptionsContext,
  request: Request,
  { actsFor, grantId }: PermittedAgent,
): Promise<void> {
  if (actsFor === null)
    throw new errors.InvalidTarget('the agent endpoint takes tokens of administrators only')
  if (grantId === null)
    throw new errors.InvalidGrant('the authorization of this machine has ended: it must be permitted anew')
  await actFor(context, request, { accountId: actsFor, grantId })
}
