import Provider, { type ClientCredentials, errors } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import { checkAudience } from '../protocol/audiences.ts'
import { scopeTokens, serverScopes } from '../protocol/scopes.ts'
import { requestState } from '../request/state.ts'
import type { Save, Wrapper } from './override.ts'

/**
 * Scopes about a user need a user. Rejects a request without a remaining scope, so that the token names the scope that it has (RFC 6749
 * 5.1).
 */
export const limitMachineScope: Wrapper<Save<ClientCredentials>> = (save, { context }) => {
  const aboutUsers = serverScopes(context.settings)
  return async function saveLimited() {
    const { oidc } = Provider.ctx ?? {}
    const { client, body } = oidc ?? {}
    // The resource of a request was checked when it was resolved.
    if (oidc && this.resourceServer === undefined) await checkAudience(context, oidc, undefined)
    // The scope of a directory is fixed.
    if (!client || ownSettings(client).connectionId !== undefined) return save.call(this)
    if (this.resourceServer === undefined)
      this.scope = scopeTokens(this.scope)
        .filter((scope) => !aboutUsers.has(scope))
        .join(' ')
    const asked = scopeTokens(typeof body?.scope === 'string' ? body.scope : undefined)
    // A machine that names no scope gets all permitted scopes.
    if (asked.length === 0 && requestState()?.actingAgent) this.scope = this.resourceServer?.scope
    if (asked.length > 0 && !this.scope)
      throw new errors.InvalidScope(
        'none of the requested scopes is declared by an API: name it with the resource parameter',
        asked.join(' '),
      )
    return save.call(this)
  }
}
