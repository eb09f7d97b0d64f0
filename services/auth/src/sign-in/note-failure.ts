import { noteSignInFailure } from '@signet/accounts'
import type { SignInFailureCause } from '@signet/contracts'
import type { InteractionContext } from './context.ts'

/** Writes in the background: the response time does not reveal whether the account exists. */
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
