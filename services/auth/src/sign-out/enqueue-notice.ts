import { logoutNotice, outboxInsert } from '@signet/events'
import type Provider from 'oidc-provider'
import { requireRequestState } from '../request/state.ts'

/** The consumer of the LOGOUT stream sends the notice, which is stored with the writes of the request. */
export function enqueueNotice(
  provider: Provider,
  projectId: string,
  ended: { readonly clientId: string; readonly sub: string; readonly sid: string },
): void {
  const at = new Date().toISOString()
  const { id, insert } = outboxInsert(logoutNotice, { projectId, issuer: provider.issuer, ...ended, at })
  requireRequestState().writes.addInsert(id, insert)
}
