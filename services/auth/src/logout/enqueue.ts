import { logoutNotice, outboxInsert } from '@signet/events'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'
import { requireRequestState } from '../request/state.ts'

/**
 * When a person signs out, relying parties are told by the consumer of the LOGOUT stream, never within that person's
 * own request (F07): the notices commit together with the end of the session.
 */
export function enqueueLogout(provider: Provider, projectId: string): void {
  provider.Client.prototype.backchannelLogout = async function enqueue(
    this: Client,
    sub: string,
    sid: string,
  ): Promise<void> {
    enqueueNotice(provider, projectId, { clientId: this.clientId, sub, sid })
  }
}

/**
 * Adds `sid` to every ID token of an application with a back-channel address. oidc-provider adds it only where the
 * application registered that it needs one, and relying parties such as Spring and Keycloak ignore a logout token whose `sid`
 * they never received.
 */
export function identifySessions(provider: Provider): void {
  provider.Client.prototype.includeSid = function includeSid(this: Client): boolean {
    return this.backchannelLogoutUri !== undefined
  }
}

/** Tells one relying party that a person's session ended, together with what the request writes. */
export function enqueueNotice(
  provider: Provider,
  projectId: string,
  ended: { readonly clientId: string; readonly sub: string; readonly sid: string },
): void {
  const at = new Date().toISOString()
  const { id, insert } = outboxInsert(logoutNotice, { projectId, issuer: provider.issuer, ...ended, at })
  requireRequestState().writes.addInsert(id, insert)
}
