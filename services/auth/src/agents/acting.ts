import { errors } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { entitledAccount } from '../protocol/accounts.ts'
import { type ActingAgent, requireRequestState } from '../request/state.ts'
import type { PermittedAgent } from './permitted.ts'

/** The administrator must be able to sign in. */
export async function actFor(context: OptionsContext, agent: ActingAgent): Promise<void> {
  if (!(await entitledAccount(context, agent.accountId)))
    throw new errors.InvalidGrant('the administrator this client acts for may not sign in')
  requireRequestState().actingAgent = agent
}

/** A machine acts for the administrator of its entry, with the grant of its approval; a service account acts for itself. */
export async function actAsMachine(
  context: OptionsContext,
  { actsFor, grantId, serviceAccount }: PermittedAgent,
): Promise<void> {
  if (serviceAccount) {
    requireRequestState().actingAgent = { accountId: serviceAccount.id, grantId: null }
    return
  }
  if (actsFor === null)
    throw new errors.InvalidTarget('the agent endpoint accepts only tokens of administrators')
  if (grantId === null)
    throw new errors.InvalidGrant('the authorization of this machine has ended: it must be permitted again')
  await actFor(context, { accountId: actsFor, grantId })
}
