import { enqueueNotice } from '../logout/enqueue.ts'
import type { Interaction } from './types.ts'

/**
 * Ends the session of whoever was signed in to this browser when somebody else signs in, as the sign-out page would:
 * applications that registered for it are told, and grants bound to the session end with it. Without this the
 * provider would answer with a page of its own that signs out by script.
 */
export async function endEarlierSession(turn: Interaction, accountId: string): Promise<void> {
  const { provider, context, ctx, interaction } = turn
  const earlier = interaction.session?.accountId
  if (!earlier || earlier === accountId) return
  const notices = context.settings['backchannelLogout.enabled']
  const session = await provider.Session.get(ctx)
  if (session.accountId === earlier) {
    for (const [clientId, { sid, grantId, persistsLogout }] of Object.entries(session.authorizations ?? {})) {
      const client = notices && sid ? await provider.Client.find(clientId) : undefined
      if (client?.backchannelLogoutUri && sid)
        enqueueNotice(provider, context.project.id, { clientId, sub: earlier, sid })
      if (grantId && !persistsLogout) await (await provider.Grant.find(grantId))?.destroy()
    }
    await session.destroy()
  }
  delete interaction.session
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
}
