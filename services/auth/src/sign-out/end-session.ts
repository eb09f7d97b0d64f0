import type Provider from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { enqueueNotice } from './enqueue-notice.ts'

type Session = Awaited<ReturnType<Provider['Session']['get']>>

/**
 * Sends logout notices and revokes the grants that end with the session, as the form of the sign-out page does. oidc-provider offers
 * this only through pages that post themselves by script.
 */
export async function endSession(
  provider: Provider,
  { project, settings }: OptionsContext,
  session: Session,
  accountId: string,
): Promise<void> {
  const notices = settings['backchannelLogout.enabled']
  for (const [clientId, { sid, grantId, persistsLogout }] of Object.entries(session.authorizations ?? {})) {
    const client = notices && sid ? await provider.Client.find(clientId) : undefined
    if (client?.backchannelLogoutUri && sid)
      enqueueNotice(provider, project.id, { clientId, sub: accountId, sid })
    if (grantId && !persistsLogout) await (await provider.Grant.find(grantId))?.destroy()
  }
  await session.destroy()
}
