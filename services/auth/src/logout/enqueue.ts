import { logoutNotice, outboxInsert } from '@signet/events'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'
import { unitOfWork } from '../storage/unit-of-work.ts'

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
    const unit = unitOfWork()
    if (!unit) throw new Error('A logout notice belongs to the request that ends the session.')
    const { id, insert } = outboxInsert(logoutNotice, {
      projectId,
      clientId: this.clientId,
      issuer: provider.issuer,
      sub,
      sid,
      at: new Date().toISOString(),
    })
    unit.addInsert(id, insert)
  }
}
