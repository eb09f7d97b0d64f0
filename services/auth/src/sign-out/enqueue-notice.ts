import { logoutNotice, outboxInsert } from '@signet/events'
import type Provider from 'oidc-provider'
import { requireRequestState } from '../request/state.ts'

/**
 * Stores a notice for one relying party that a user's session ended, with the writes of the request. The consumer of the LOGOUT
 * stream sends it.
 */
export function enqueueNotice(
  provider: Provider,
  projectId: string,
  ended: { readonly clientId: string; readonly sub: string; readonly sid: string },
): void {
  const at = new Date().toISOString()
  const { id, insert } = outboxInsert(logoutNotice, { projectId, issuer: provider.issuer, ...ended, at })
  requireRequestState().writes.addInsert(id, insert)
}
