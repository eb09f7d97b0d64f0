import { noteSignInFailure } from '@signet/accounts'
import type { SignInFailureCause } from '@signet/contracts'
import type { InteractionContext } from './context.ts'

/**
 * Counts a failed sign-in at the account, for whoever is asked why it failed. It is written when the answer has left: that
 * there is an account must not show in its time (T24).
 */
export function noteFailure(
  { context, interaction }: Pick<InteractionContext, 'context' | 'interaction'>,
  accountId: string,
  cause: SignInFailureCause,
): void {
  const { deps, project } = context
  const { client_id: clientId } = interaction.params
  const failure = { cause, clientId: typeof clientId === 'string' ? clientId : null }
  deps.backgroundTasks.run(async () => {
    await noteSignInFailure(deps.database, { projectId: project.id, accountId }, failure)
  })
}
