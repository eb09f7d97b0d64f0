import { ownSettings } from '../clients/client-metadata.ts'
import { enqueueNotice } from '../sign-out/enqueue-notice.ts'
import type { Members, Wrapper } from './override.ts'

type Notices = Members['Client.prototype']

/** The consumer of the LOGOUT stream sends the notice: the user's sign-out waits for no relying party. */
export const enqueueLogout: Wrapper<Notices['backchannelLogout']> = (_send, { provider, context }) =>
  async function enqueue(sub, sid) {
    enqueueNotice(provider, context.project.id, { clientId: this.clientId, sub, sid })
  }

/**
 * Adds `sid` for every client with a back-channel address. oidc-provider adds it for clients that registered
 * `backchannel_logout_session_required`; Spring and Keycloak ignore a logout token whose `sid` they never received. A client that
 * exchanges its ID tokens for identity assertions gets it too: the exchange reads the session.
 */
export const addSessionId: Wrapper<Notices['includeSid']> = () =>
  function includeSid() {
    const { assertionAudiences = [] } = ownSettings(this)
    return this.backchannelLogoutUri !== undefined || assertionAudiences.length > 0
  }
